import { allowsOther } from '../../core/flow/selectors.js';
import type { KeyEventLike } from './key-events.js';
import { IGNORE, type KeyContext, type KeyIntent } from './route.js';

export interface ArrowContext extends KeyContext {
  /** Whether text runs right to left. A function, because reading it may force the browser to compute styles. */
  readonly rtl: () => boolean;
  /** Whether the held key was first pressed on an option. */
  readonly walking: boolean;
}

/**
 * Returns what an arrow, Home, End or a page key does on an option, and the down arrow on the heading. Returns
 * `undefined` if the key has no such meaning.
 */
export function arrowIntent(event: KeyEventLike, context: ArrowContext): KeyIntent | undefined {
  const { focus, option, question, draft } = context;
  const { key, repeat } = event;
  if (context.phase !== 'answering' || !question || event.ctrlKey || event.altKey || event.metaKey) return undefined;
  if (focus === 'heading' && key === 'ArrowDown' && question.options.length > 0) {
    return repeat ? IGNORE : { do: 'move', option: draft?.other ? 'other' : (draft?.selected[0] ?? 0), select: false };
  }
  if (option === undefined) return undefined;
  // With Shift, too, the browser would select the next one of native radios.
  if (event.shiftKey) return key.startsWith('Arrow') && !question.multiSelect ? IGNORE : undefined;
  if (key === 'PageUp' || key === 'PageDown') return { do: 'release' };
  const count = question.options.length;
  const last = allowsOther(question) ? count : count - 1;
  const from = option === 'other' ? count : option;
  const select = !question.multiSelect;
  const sideways = select && (key === 'ArrowRight' || key === 'ArrowLeft');
  const forward = key === 'ArrowDown' || (sideways && (key === 'ArrowLeft') === context.rtl());
  const backward = key === 'ArrowUp' || (sideways && !forward);
  let to: number;
  if (key === 'Home' || (forward && from === last)) to = 0;
  else if (key === 'End' || (backward && from === 0)) to = last;
  else if (forward || backward) to = forward ? from + 1 : from - 1;
  else return undefined;
  return repeat && !context.walking ? IGNORE : { do: 'move', option: to === count ? 'other' : to, select };
}

/**
 * Returns the index of the tab that a key leads to, wrapping at both ends, or `undefined` if the key does not move
 * between tabs.
 */
export function tabArrowTarget(event: KeyEventLike, shown: number, last: number, rtl: boolean): number | undefined {
  if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return undefined;
  const step = rtl ? -1 : 1;
  const to = { Home: 0, End: last, ArrowRight: shown + step, ArrowLeft: shown - step }[event.key];
  return to === undefined ? to : (to + last + 1) % (last + 1);
}
