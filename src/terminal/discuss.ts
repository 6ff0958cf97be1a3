import type { AskUserState } from '../core/flow/types.js';
import { edit } from './field.js';
import type { Key } from './key.js';
import { fieldRows, type Panel, paragraph, type Styler } from './panel.js';
import { typed } from './question-keys.js';
import { leadOf } from './rows.js';
import type { Step, Ui } from './ui.js';

export function discussKeys(key: Key, state: AskUserState, ui: Ui): Step {
  if (key.name === 'escape') return { actions: [{ type: 'dismiss' }], ui };
  if (key.name === 'return' && !key.meta) return { actions: [{ type: 'confirm' }], ui };
  return typed(state, ui, (field) => edit(field, key));
}

export function discussPanel({ message: text }: AskUserState, ui: Ui, pen: Styler): Panel {
  const { discussTitle, discussText, discussWhat, asker } = pen.messages;
  const { first, rest } = leadOf({ number: '', active: true }, pen);
  const caret = Math.min(ui.message, text.length);
  return {
    title: [],
    head: [...paragraph(discussTitle, pen, pen.strong), ...paragraph(discussText(asker), pen, pen.faint)],
    list: {
      count: 1,
      active: 0,
      most: Infinity,
      block: () => fieldRows({ text, caret, hint: discussWhat, secret: false }, pen, rest, first),
    },
    tail: [],
    hints: [
      { text: 'Enter send', rank: 0 },
      { text: 'Esc go back', rank: 0 },
      { text: 'Alt+Enter new line', rank: 1 },
    ],
  };
}
