import type { AskUserState } from '../core/flow/types.js';
import { edit } from './field.js';
import type { Key } from './key.js';
import { typed } from './question-keys.js';
import type { Step, Ui } from './ui.js';

/** Handles keys in the message of a discussion. Enter sends it. Escape goes back and keeps it. */
export function discussKeys(key: Key, state: AskUserState, ui: Ui): Step {
  if (key.name === 'escape') return { actions: [{ type: 'dismiss' }], ui };
  if (key.name === 'return' && !key.meta) return { actions: [{ type: 'confirm' }], ui };
  return typed(state, ui, (field) => edit(field, key));
}
