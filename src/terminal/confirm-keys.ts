import { longAnswers } from '../core/flow/selectors.js';
import type { AskUserState } from '../core/flow/types.js';
import { digitOf, type Key } from './key.js';
import type { Step, Ui } from './ui.js';

/** Goes back to the questions. After a long answer was refused, highlights its field. */
function dismiss(state: AskUserState, ui: Ui): Step {
  const [long] = state.phase === 'confirmingLongAnswer' ? longAnswers(state) : [];
  const rows = long ? ui.rows.with(long.index, state.request.questions[long.index]!.options.length) : ui.rows;
  return { actions: [{ type: 'dismiss' }], ui: { ...ui, rows, note: undefined, choice: 0 } };
}

/** Handles keys in a confirmation. Enter does the highlighted choice, which at first is the one that loses nothing. */
export function confirmKeys(key: Key, state: AskUserState, ui: Ui): Step {
  const confirm: Step = { actions: [{ type: 'confirm' }], ui: { ...ui, choice: 0 } };
  const { name = '' } = key;
  const digit = digitOf(key);
  if (name === 'escape' || (name === 'n' && !key.ctrl && !key.meta)) return dismiss(state, ui);
  if (name === 'y' && !key.ctrl && !key.meta) return confirm;
  if (name === 'return' || name === 'enter') return ui.choice === 1 ? confirm : dismiss(state, ui);
  // The list does not wrap, so that pressing Up repeatedly cannot reach the choice that loses something.
  if (name === 'up' || name === 'down') return { actions: [], ui: { ...ui, choice: name === 'up' ? 0 : 1 } };
  if (name === 'tab') return { actions: [], ui: { ...ui, choice: ui.choice === 0 ? 1 : 0 } };
  if (digit === 1 || digit === 2) return { actions: [], ui: { ...ui, choice: digit === 2 ? 1 : 0 } };
  return { actions: [], ui };
}
