import { mustConfirmDiscard } from '../core/flow/selectors.js';
import type { AskUserState } from '../core/flow/types.js';
import { carriedKeys } from './carried.js';
import { confirmKeys } from './confirm.js';
import { discussKeys } from './discuss.js';
import { insert } from './field.js';
import type { Key } from './key.js';
import { listKeys, openList, opensList } from './question-list.js';
import { questionKeys, typed } from './question-keys.js';
import { reviewKeys } from './review.js';
import { isDiscussing, isTyping, type Step, type Ui } from './ui.js';

/**
 * Ctrl+C shows the discard confirmation if cancelling requires it. Otherwise, and while that confirmation is shown, it
 * interrupts.
 */
function interrupt(state: AskUserState, ui: Ui): Step {
  const discusses = isDiscussing(state);
  const asks = discusses || state.phase === 'answering' || state.phase === 'confirmingLongAnswer';
  return asks && mustConfirmDiscard(state)
    ? {
        actions: [...(discusses ? [{ type: 'dismiss' } as const] : []), { type: 'cancel' }],
        ui: { ...ui, choice: 0, interrupted: true },
      }
    : { actions: [], ui, interrupt: true };
}

/** Terminals send the line breaks of a paste as Enter. */
const lines = (pasted: string): string => pasted.replaceAll(/\r\n?/g, '\n');

function endPaste(state: AskUserState, { paste = '', ...ui }: Ui): Step {
  return isTyping(state, ui) && paste !== ''
    ? typed(state, ui, (field) => insert(field, lines(paste)))
    : { actions: [], ui };
}

export function press(key: Key, state: AskUserState, before: Ui): Step {
  const control = key.ctrl && key.name === 'c';
  if (before.paste !== undefined) {
    return control || key.name === 'paste-end'
      ? endPaste(state, before)
      : { actions: [], ui: { ...before, paste: before.paste + key.sequence } };
  }
  if (key.name === 'paste-start') return { actions: [], ui: { ...before, empty: false, paste: '' } };
  const isListed = before.list && state.phase === 'answering' && !control;
  if (isListed) return listKeys(key, state, { ...before, page: 0 });
  if (key.name === 'pagedown') return { actions: [], ui: { ...before, page: before.page + 1 } };
  if (key.name === 'pageup') return { actions: [], ui: { ...before, page: Math.max(0, before.page - 1) } };
  const ui: Ui = { ...before, page: 0, empty: false, list: undefined };
  if (control) return interrupt(state, ui);
  if (isDiscussing(state)) return discussKeys(key, state, ui);
  if (state.phase === 'confirmingDiscard' || state.phase === 'confirmingLongAnswer') return confirmKeys(key, state, ui);
  if (state.phase !== 'answering') return { actions: [], ui };
  const carried = carriedKeys(key, state, ui);
  if (carried) return carried;
  if (opensList(key, state)) return openList(state, ui);
  return state.active === state.request.questions.length ? reviewKeys(key, state, ui) : questionKeys(key, state, ui);
}
