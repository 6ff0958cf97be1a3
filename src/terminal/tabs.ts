import { answeredCount, hasMany, isAnswered } from '../core/flow/selectors.js';
import type { AskUserState, Draft } from '../core/flow/types.js';
import type { Question } from '../core/question/types.js';
import { headerText } from '../messages/labels.js';
import { clip, textWidth } from './cells.js';
import type { Styler, Row } from './panel.js';

/** Maximum width of a tab's name in columns. */
const NAME = 24;

/** Whether a question is answered or skipped, in one column. */
export const questionSymbol = (question: Question, draft: Draft): string =>
  draft.skipped ? '–' : isAnswered(question, draft) ? '■' : '□';

/** Renders the place of the shown question among many. */
function placeLine(state: AskUserState, { messages, ...pen }: Styler): Row {
  const { active, drafts } = state;
  const answered = answeredCount(state);
  const place =
    active < drafts.length
      ? messages.place(active + 1, drafts.length, answered)
      : messages.tabState(messages.review, messages.answeredOf(answered, drafts.length));
  return { text: `${pen.faint('← ')}${pen.strong(pen.accent(clip(place, pen.width - 4)))}${pen.faint(' →')}` };
}

/**
 * Renders one tab per question and one for Review, as far as they fit around the active one. The active tab has
 * brackets instead of spaces, so tabs do not move. More than 8 questions have one line instead.
 */
export function tabLine(state: AskUserState, pen: Styler): Row {
  if (hasMany(state)) return placeLine(state, pen);
  const { request, drafts, active } = state;
  const most = Math.max(4, Math.min(NAME, pen.width - 10));
  const names = request.questions.map((question, i) => {
    return `${questionSymbol(question, drafts[i]!)} ${clip(headerText(question) || pen.messages.tab(i + 1), most)}`;
  });
  const tabs = [...names, `✓ ${pen.messages.submit}`].map((name, i) => (i === active ? `[${name}]` : ` ${name} `));
  const widths = tabs.map(textWidth);
  let from = active;
  let to = active + 1;
  let used = (widths[active] ?? 0) + 6;
  const take = (index: number): boolean => {
    const width = widths[index];
    if (width === undefined || used + width > pen.width) return false;
    used += width;
    return true;
  };
  for (let left = true, right = true; left || right;) {
    right = right && take(to);
    if (right) to++;
    left = left && take(from - 1);
    if (left) from--;
  }
  const shown = tabs.slice(from, to).map((tab, i) => (from + i === active ? pen.strong(pen.accent(tab)) : tab));
  // Keep a space between a bracket and an arrow.
  const first = active === from;
  const start = from > 0 ? (first ? '‹… ' : ' ‹…') : first ? '← ' : ' ←';
  const end = `${active === to - 1 ? ' ' : ''}${to < tabs.length ? '…›' : '→'}`;
  return { text: pen.faint(start) + shown.join('') + pen.faint(end) };
}
