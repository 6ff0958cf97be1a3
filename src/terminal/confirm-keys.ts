import { longAnswers } from '../core/flow/selectors.js';
import type { AskUserState } from '../core/flow/types.js';
import { digitOf, type Key } from './key.js';
import type { Step, Ui } from './ui.js';

/** Back to the questions; to the field itself of an answer that is too long. */
function dismiss(state: AskUserState, ui: Ui): Step {
  const [long] = state.phase === 'confirmingLongAnswer' ? longAnswers(state) : [];
  const rows = long ? ui.rows.with(long.index, state.request.questions[long.index]!.options.length) : ui.rows;
  return { actions: [{ type: 'dismiss' }], ui: { ...ui, rows, note: undefined, choice: 0 } };
}

/** Keys while something is to be confirmed: Enter does what is highlighted, which at first is to lose nothing. */
export function confirmKeys(key: Key, state: AskUserState, ui: Ui): Step {
  const confirm: Step = { actions: [{ type: 'confirm' }], ui: { ...ui, choice: 0 } };
  const { name = '' } = key;
  const digit = digitOf(key);
  if (name === 'escape' || (name === 'n' && !key.ctrl && !key.meta)) return dismiss(state, ui);
  if (name === 'y' && !key.ctrl && !key.meta) return confirm;
  if (name === 'return' || name === 'enter') return ui.choice === 1 ? confirm : dismiss(state, ui);
  // The list does not wrap, so that no further press of Up reaches the choice that loses something.
  if (name === 'up' || name === 'down') return { actions: [], ui: { ...ui, choice: name === 'up' ? 0 : 1 } };
  if (name === 'tab') return { actions: [], ui: { ...ui, choice: ui.choice === 0 ? 1 : 0 } };
  if (digit === 1 || digit === 2) return { actions: [], ui: { ...ui, choice: digit === 2 ? 1 : 0 } };
  return { actions: [], ui };
}
