import type { KeyEventLike } from './key-events.js';

/** Returns the index of the tab that a key leads to, wrapping at both ends, or `undefined` for other keys. */
export function tabArrowTarget(event: KeyEventLike, shown: number, last: number, rtl: boolean): number | undefined {
  if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return undefined;
  const step = rtl ? -1 : 1;
  const to = { Home: 0, End: last, ArrowRight: shown + step, ArrowLeft: shown - step }[event.key];
  return to === undefined ? to : (to + last + 1) % (last + 1);
}
