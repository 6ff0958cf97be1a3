import type { AskUserState } from '../core/flow/types.js';
import { edit } from './field.js';
import type { Key } from './key.js';
import { typed } from './question-keys.js';
import type { Step, Ui } from './ui.js';

/** Keys while the user types what to discuss: Enter sends, Escape goes back and keeps the message. */
export function discussKeys(key: Key, state: AskUserState, ui: Ui): Step {
  if (key.name === 'escape') return { actions: [{ type: 'dismiss' }], ui };
  if (key.name === 'return' && !key.meta) return { actions: [{ type: 'confirm' }], ui };
  return typed(state, ui, (field) => edit(field, key));
}
