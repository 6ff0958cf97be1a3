import { DOUBLE_MS, timeOf, type KeyEventLike } from './key-events.js';
import { isConfirming, type KeyContext } from './route.js';

/**
 * Returns a function that detects the second of two quick presses of Enter or Space, if the first one was on a button of
 * a confirmation. That button may return focus to an element on which the second press would send or select. Call it for
 * every key.
 */
export function createSecondPress() {
  let pressed: { readonly key: string; readonly at: number; readonly target: Element } | undefined;
  return (event: KeyEventLike, target: Element, { focus, phase }: Pick<KeyContext, 'focus' | 'phase'>): boolean => {
    const { key } = event;
    const at = timeOf(event);
    if (key === pressed?.key && at - pressed.at < DOUBLE_MS && target !== pressed.target && focus !== 'notes')
      return true;
    const isPress = (key === 'Enter' || key === ' ') && focus === 'button' && isConfirming(phase);
    if (!event.repeat) pressed = isPress ? { key, at, target } : undefined;
    return false;
  };
}
