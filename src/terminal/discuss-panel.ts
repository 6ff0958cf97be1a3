import { cleanText } from '../core/clean.js';
import type { AskUserState } from '../core/flow/types.js';
import { fieldRows, paragraph, type Panel, type Styler } from './panel.js';
import { leadOf } from './rows.js';
import type { Ui } from './ui.js';
import { WORDS } from './words.js';

/** The panel with the field for the message of a discussion. */
export function discussPanel({ request: { asker }, message: text }: AskUserState, ui: Ui, pen: Styler): Panel {
  const { first, rest } = leadOf({ number: '', active: true }, pen);
  const caret = Math.min(ui.message, text.length);
  return {
    title: [],
    head: [
      ...paragraph(WORDS.discussTitle, pen, pen.strong),
      ...paragraph(WORDS.discussText(asker === undefined ? WORDS.asker : cleanText(asker)), pen, pen.faint),
    ],
    list: {
      count: 1,
      active: 0,
      most: Infinity,
      block: () => fieldRows({ text, caret, hint: WORDS.discussHint, secret: false }, pen, rest, first),
    },
    tail: [],
    hints: [
      { text: 'Enter send', rank: 0 },
      { text: 'Esc go back', rank: 0 },
      { text: 'Alt+Enter new line', rank: 1 },
    ],
  };
}
