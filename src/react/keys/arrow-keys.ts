import { shownOptions } from './shown-options.js';
import { hasModifier, type KeyEventLike } from './key-events.js';
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
  if (context.phase !== 'answering' || !question || hasModifier(event)) return undefined;
  if ((focus === 'heading' || focus === 'filter') && key === 'ArrowDown' && question.options.length > 0) {
    const [first] = shownOptions(question, context.filter?.hidden);
    const chosen = draft?.other ? 'other' : draft?.selected[0];
    const to = focus === 'heading' ? (chosen ?? first) : first;
    return repeat || to === undefined ? IGNORE : { do: 'move', option: to, select: false };
  }
  if (option === undefined) return undefined;
  // With Shift, too, the browser would select the next one of native radios.
  if (event.shiftKey) return key.startsWith('Arrow') && !question.multiSelect ? IGNORE : undefined;
  if (key === 'PageUp' || key === 'PageDown') return { do: 'release' };
  const select = !question.multiSelect;
  const sideways = select && (key === 'ArrowRight' || key === 'ArrowLeft');
  const forward = key === 'ArrowDown' || (sideways && (key === 'ArrowLeft') === context.rtl());
  if (!forward && !sideways && key !== 'ArrowUp' && key !== 'Home' && key !== 'End') return undefined;
  const shown = shownOptions(question, context.filter?.hidden);
  const from = shown.indexOf(option);
  const at = key === 'Home' ? 0 : key === 'End' ? -1 : forward ? (from + 1) % shown.length : from - 1;
  const to = shown.at(at);
  return (repeat && !context.walking) || to === undefined ? IGNORE : { do: 'move', option: to, select };
}

/**
 * Returns the index of the tab that a key leads to, wrapping at both ends, or `undefined` if the key does not move
 * between tabs.
 */
export function tabArrowTarget(event: KeyEventLike, shown: number, last: number, rtl: boolean): number | undefined {
  if (hasModifier(event) || event.shiftKey) return undefined;
  const step = rtl ? -1 : 1;
  const to = { Home: 0, End: last, ArrowRight: shown + step, ArrowLeft: shown - step }[event.key];
  return to === undefined ? to : (to + last + 1) % (last + 1);
}
