import { excerpt } from '../core/clean.js';
import type { AskUserState } from '../core/flow/types.js';
import { confirmationTexts } from '../messages/confirmation.js';
import { questionText } from '../messages/labels.js';
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

export function discussPanel(state: AskUserState, ui: Ui, pen: Styler): Panel {
  const { message: text, request, result } = state;
  const { messages } = pen;
  const { discussTitle, discussThisTitle, discussText, discussWhat, quote, asker } = messages;
  const about = request.questions.findIndex(({ id }) => result?.status === 'declined' && result.about === id);
  const asked = about < 0 ? '' : quote(excerpt(questionText(request.questions[about]!, about, messages)));
  const { text: unsent } = confirmationTexts(state, messages);
  const { first, rest } = leadOf({ number: '', active: true }, pen);
  const caret = Math.min(ui.message, text.length);
  return {
    title: [],
    head: [
      ...paragraph(about < 0 ? discussTitle : discussThisTitle, pen, pen.strong),
      ...(about < 0 ? [] : paragraph(asked, pen, (line) => line)),
      ...(unsent === undefined ? [] : paragraph(unsent, pen, pen.faint)),
      ...paragraph(discussText(asker), pen, pen.faint),
    ],
    list: {
      count: 1,
      active: 0,
      most: Infinity,
      block: () => fieldRows({ text, caret, hint: discussWhat, secret: false }, pen, rest, first),
    },
    tail: [],
    hints: [
      { text: `Enter ${messages.hintSend}`, rank: 0 },
      { text: `Esc ${messages.hintGoBack}`, rank: 0 },
      { text: `Alt+Enter ${messages.hintNewLine}`, rank: 1 },
    ],
  };
}
