import { isAnswered } from '../../core/flow/selectors.js';
import type { AskUserState } from '../../core/flow/types.js';
import { clip, textWidth } from './cells.js';
import type { Pen, Row } from './panel.js';
import { headerText } from './text.js';
import { WORDS } from './words.js';

/** A long header leaves room for the others; the whole of it is on Review. */
const NAME = 24;

/** One tab a question, filled where it is answered, and one for Review; the one shown stands in brackets. */
export function tabLine(state: AskUserState, pen: Pen): Row {
  const { request, drafts, active } = state;
  const most = Math.max(4, Math.min(NAME, pen.width - 10));
  const names = request.questions.map((question, i) => {
    const draft = drafts[i]!;
    const mark = draft.skipped ? '–' : isAnswered(question, draft) ? '■' : '□';
    return `${mark} ${clip(headerText(question) || WORDS.question(i + 1), most)}`;
  });
  const tabs = [...names, `✓ ${WORDS.reviewTab}`].map((name, i) => (i === active ? `[${name}]` : ` ${name} `));
  const widths = tabs.map(textWidth);
  let from = active;
  let to = active + 1;
  let used = (widths[active] ?? 0) + 5;
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
  const start = from > 0 ? ' ‹…' : ' ←';
  const end = to < tabs.length ? '…›' : '→';
  return { text: pen.faint(start) + shown.join('') + pen.faint(end) };
}
