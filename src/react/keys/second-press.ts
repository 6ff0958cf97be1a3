import { DOUBLE_MS, timeOf, type KeyEventLike } from './key-events.js';
import { isConfirming, type KeyContext } from './route.js';

/**
 * Returns a function that detects the second of two quick presses of Enter or Space, if the first one was on a button of
 * a confirmation. That button may return focus to an element on which the second press would send or select. Call it for
 * every key.
 */
export function createSecondPress() {
  let pressed: { readonly key: string; readonly at: number } | undefined;
  return (event: KeyEventLike, { focus, phase }: Pick<KeyContext, 'focus' | 'phase'>): boolean => {
    const { key } = event;
    const at = timeOf(event);
    const confirming = isConfirming(phase);
    if (key === pressed?.key && at - pressed.at < DOUBLE_MS && !confirming && focus !== 'notes') return true;
    const isPress = (key === 'Enter' || key === ' ') && focus === 'button' && confirming;
    if (!event.repeat) pressed = isPress ? { key, at } : undefined;
    return false;
  };
}
