import { canSubmitPartial } from '../core/flow/selectors.js';
import type { AskUserState } from '../core/flow/types.js';
import { digitOf, type Key } from './key.js';
import { leaveKeys } from './leave-keys.js';
import { go } from './question-keys.js';
import type { Step, Ui } from './ui.js';

/**
 * Handles keys on Review. Enter on a question's row goes to the question. The next row submits, and the last one
 * submits the answers so far.
 */
export function reviewKeys(key: Key, state: AskUserState, ui: Ui): Step {
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
  return leaveKeys(key, state, ui) ?? { actions: [], ui };
}
