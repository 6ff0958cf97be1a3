import {
  answeredCount,
  canSubmitPartial,
  getAnswer,
  getAnswerIssue,
  missingForPartial,
  takeable,
  takenQuestions,
} from '../core/flow/selectors.js';
import type { AskUserState } from '../core/flow/types.js';
import { answerIssueText } from '../messages/issue-text.js';
import { labelOf, shortName } from '../messages/labels.js';
import { digitOf, type Key } from './key.js';
import { choiceKeys, choicePanel } from './confirm.js';
import { listHint } from './question-list.js';
import { go, leaveHints, leaveKeys } from './question-keys.js';
import { type Panel, paragraph, type Row, type Styler } from './panel.js';
import { titleRows } from './question-panel.js';
import { entryRows, leadOf } from './rows.js';
import { answerText } from './text.js';
import type { Step, Ui } from './ui.js';

/**
 * Handles keys on Review. Enter on a question's row goes to the question. The row after the questions submits. If the
 * answers so far can be sent, a last row sends them. Ctrl+E shows the recommended options that can be accepted.
 */
export function reviewKeys(key: Key, state: AskUserState, ui: Ui): Step {
  if (isOffered(state, ui)) {
    const closed = { ...ui, choice: 0, offered: false } as const;
    return choiceKeys(key, ui, { actions: [{ type: 'takeRecommended' }], ui: closed }, { actions: [], ui: closed });
  }
  const count = state.request.questions.length;
  const rows = count + 1 + Number(canSubmitPartial(state));
  const row = Math.min(ui.rows[count] ?? count, rows - 1);
  const { name } = key;
  const digit = digitOf(key);
  const to = (next: number): Step => ({ actions: [], ui: { ...ui, rows: ui.rows.with(count, next) } });
  if (name === 'escape') return { actions: [{ type: 'cancel' }], ui: { ...ui, choice: 0 } };
  if (name === 'tab') return go(state, ui, key.shift ? count - 1 : count + 1);
  if (name === 'left' || name === 'right') return go(state, ui, name === 'left' ? count - 1 : count + 1);
  if (name === 'up' || name === 'down') return to((row + (name === 'up' ? -1 : 1) + rows) % rows);
  if (name === 'home' || name === 'end') return to(name === 'home' ? 0 : rows - 1);
  if (digit !== undefined && digit > 0 && digit <= count) return go(state, ui, digit - 1);
  if (name === 'return' || name === 'enter') {
    return row < count ? go(state, ui, row) : { actions: [{ type: 'submit', partial: row > count }], ui };
  }
  if (key.ctrl && name === 'e') return { actions: [], ui: { ...ui, choice: 0, offered: takeable(state).length > 0 } };
  if (key.ctrl && name === 'u') return { actions: [{ type: 'undoRecommended' }], ui };
  return leaveKeys(key, state, ui) ?? { actions: [], ui };
}

const isOffered = (state: AskUserState, ui: Ui): boolean => ui.offered && takeable(state).length > 0;

function offerPanel(state: AskUserState, ui: Ui, pen: Styler): Panel {
  const { messages } = pen;
  const items = takeable(state);
  const about = items.map(({ index, option }) => {
    const question = state.request.questions[index]!;
    const { name, short = name } = labelOf(question, option, messages);
    return `${shortName(question, index, messages)}: ${short}`;
  });
  const choices = [messages.back, messages.takeRecommended(items.length)] as const;
  return choicePanel(
    { title: messages.useRecommended(items.length, answeredCount(state) > 0), about, choices },
    ui,
    pen,
    pen.accent,
  );
}

/** Maximum number of lines per answer and per note. */
const ANSWER = 4;

export function reviewPanel(state: AskUserState, ui: Ui, pen: Styler): Panel {
  if (isOffered(state, ui)) return offerPanel(state, ui, pen);
  const { messages } = pen;
  const { hintChange, hintSend, hintSubmit } = messages;
  const { questions } = state.request;
  const count = questions.length;
  const missing = missingForPartial(state);
  const rows = count + 1 + Number(missing > 0);
  const row = Math.min(ui.rows[count] ?? count, rows - 1);
  const digits = String(count).length;

  const question = (index: number): readonly Row[] => {
    const asked = questions[index]!;
    const number = `${String(index + 1).padStart(digits)}.`;
    const entry = { number, label: shortName(asked, index, messages), active: index === row };
    const { rest } = leadOf(entry, pen);
    const answer = getAnswer(state, index);
    const draft = state.drafts[index]!;
    const problem = getAnswerIssue(asked, draft);
    const answerRows = answer ? paragraph(answerText(asked, answer, messages), pen, pen.good, rest) : [];
    const cut = answerRows.length > ANSWER ? [...answerRows.slice(0, ANSWER - 1), { text: `${rest}…` }] : answerRows;
    const why = answer && problem ? answerIssueText(messages, asked, draft) : messages.notAnswered;
    return [
      ...entryRows(entry, pen),
      ...cut,
      ...(problem ? paragraph(why, pen, pen.warn, `${rest}  `, `${rest}${pen.warn('!')} `) : []),
      ...(answer?.notes === undefined ? [] : paragraph(answer.notes, pen, pen.faint, rest).slice(0, ANSWER)),
    ];
  };

  const send = (index: number): readonly Row[] => {
    const entry = { number: '', active: index === row };
    if (index === count) return entryRows({ ...entry, label: messages.submitAll }, pen);
    const about = messages.partialText(missing, count, messages.asker);
    return entryRows({ ...entry, label: messages.submitPartial, about }, pen);
  };

  return {
    title: titleRows(state, pen),
    head: paragraph(messages.reviewTitle, pen, pen.strong),
    list: {
      count: rows,
      active: row,
      most: Infinity,
      block: (index) => (index < count ? question(index) : send(index)),
    },
    tail: state.error ? paragraph(messages.failed(state.error.result.status), pen, pen.warn) : [],
    hints: [
      { text: `Tab/←→ ${messages.hintSwitch}`, rank: 1 },
      { text: `↑↓ ${messages.hintSelect}`, rank: 2 },
      { text: `Enter ${row < count ? hintChange : row === count ? hintSubmit : hintSend}`, rank: 0 },
      { text: `Esc ${messages.hintCancel}`, rank: 0 },
      ...leaveHints(state.options, messages),
      ...(takeable(state).length > 0 ? [{ text: `Ctrl+E ${messages.hintUseRecommended}`, rank: 0 }] : []),
      ...(takenQuestions(state).length > 0 ? [{ text: `Ctrl+U ${messages.hintUndoRecommended}`, rank: 0 }] : []),
      ...listHint(state, messages),
    ],
  };
}
