import { answeredCount, hasMany, nextUnanswered, questionStatus } from '../core/flow/selectors.js';
import type { AskUserState } from '../core/flow/types.js';
import { shortName } from '../messages/labels.js';
import { clip, textWidth } from './cells.js';
import { digitOf, type Key } from './key.js';
import type { Hint, Panel, Row, Styler } from './panel.js';
import { go } from './question-keys.js';
import { leadOf } from './rows.js';
import { questionSymbol } from './tabs.js';
import type { Step, Ui } from './ui.js';
import type { TerminalMessages } from './words.js';

const isListKey = ({ name, ctrl, meta }: Key): boolean => ctrl && !meta && name === 'l';

/** Opens the list of many questions, with the shown one highlighted. */
export const opensList = (key: Key, state: AskUserState): boolean => isListKey(key) && hasMany(state);

export const openList = ({ active }: AskUserState, ui: Ui): Step => ({
  actions: [],
  ui: { ...ui, list: { row: active, typed: 0 } },
});

export const listHint = (state: AskUserState, { hintQuestions }: TerminalMessages): readonly Hint[] =>
  hasMany(state) ? [{ text: `Ctrl+L ${hintQuestions}`, rank: 1 }] : [];

/**
 * Handles keys in the list. Digits highlight the question with this number. The key that opened the list highlights the
 * next unanswered question.
 */
export function listKeys(
  key: Key,
  state: AskUserState,
  { list: { row, typed } = { row: 0, typed: 0 }, ...ui }: Ui,
): Step {
  const { length: count } = state.drafts;
  const { name } = key;
  const highlight = (to: number, number = 0): Step => ({
    actions: [],
    ui: { ...ui, list: { row: Math.max(0, Math.min(to, count)), typed: number } },
  });
  if (name === 'escape') return { actions: [], ui };
  if (name === 'return' || name === 'enter') return go(state, ui, row);
  if (isListKey(key)) return highlight(nextUnanswered({ ...state, active: row }) ?? row);
  const digit = digitOf(key);
  if (digit !== undefined) {
    const longer = typed * 10 + digit;
    const number = longer > count ? digit : longer;
    return highlight(number > 0 ? number - 1 : row, number);
  }
  const to = { up: row - 1, down: row + 1, pageup: row - 10, pagedown: row + 10, home: 0, end: count }[name ?? ''];
  return highlight(to ?? row);
}

export function listPanel(state: AskUserState, ui: Ui, pen: Styler): Panel {
  const { messages } = pen;
  const { request, drafts, missing } = state;
  const count = drafts.length;
  const active = ui.list?.row ?? 0;
  const digits = String(count).length;
  /** One line, so that as many questions as possible fit. */
  const line = (index: number, number: string, label: string, status: string | undefined): readonly Row[] => {
    const isActive = index === active;
    const { first } = leadOf({ number, active: isActive }, pen);
    const end = status === undefined ? '' : `, ${status}`;
    const name = clip(label, Math.max(4, pen.width - textWidth(`${pen.gutter}  ${number} ${end}`)));
    const text = isActive ? pen.strong(pen.accent(name)) : name;
    return [{ text: first + text + pen.faint(end), ...(isActive && { isActive }) }];
  };
  return {
    title: [],
    head: [{ text: `${pen.gutter}${pen.strong(messages.tabs)}` }],
    list: {
      count: count + 1,
      active,
      most: Infinity,
      block(index) {
        const question = request.questions[index];
        if (!question) return line(index, '', `✓ ${messages.review}`, messages.answeredOf(answeredCount(state), count));
        const draft = drafts[index]!;
        const status = questionStatus(question, draft, missing.includes(index));
        const number = `${String(index + 1).padStart(digits)}. ${questionSymbol(question, draft)}`;
        return line(index, number, shortName(question, index, messages), status && messages[status]);
      },
    },
    tail: [],
    hints: [
      { text: `↑↓ ${messages.hintSelect}`, rank: 2 },
      { text: `Enter ${messages.hintGo}`, rank: 0 },
      { text: `Ctrl+L ${messages.hintNextUnanswered}`, rank: 1 },
      { text: `Esc ${messages.hintGoBack}`, rank: 0 },
    ],
  };
}
