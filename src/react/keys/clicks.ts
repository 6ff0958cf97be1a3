import type { MouseEvent } from 'react';
import type { AskUserStore } from '../../core/flow/store.js';
import { DOUBLE_MS, timeOf } from './key-events.js';

/** Distance in CSS pixels within which two taps are one gesture. */
const DOUBLE_PX = 24;

export const distance = (from: MouseEvent, to: MouseEvent): number =>
  Math.hypot(to.clientX - from.clientX, to.clientY - from.clientY);

const controlOf = ({ target }: MouseEvent): unknown => (target as Element).closest('button, label') ?? target;

export interface Clicks {
  /**
   * Whether an event is of the second click of a double click or double tap, hits another control than the click before
   * it, and the phase or the shown question has changed since. A button that is still there receives both.
   */
  readonly isStray: (event: MouseEvent) => boolean;
  /** Ignores a click that the user did not intend: a stray one, and one for which `isUnwanted` returns `true`. */
  readonly onClickCapture: (event: MouseEvent) => void;
}

export function createClicks(
  { getState }: AskUserStore,
  isUnwanted: (event: MouseEvent) => boolean = () => false,
): Clicks {
  let first: { event: MouseEvent; at: number; control: unknown; place: string } | undefined;
  const place = () => `${getState().phase} ${getState().active}`;
  const isStray = (event: MouseEvent): boolean => {
    const { nativeEvent, detail } = event;
    const isSecondTap =
      (nativeEvent as Partial<PointerEvent>).pointerType === 'touch' &&
      first !== undefined &&
      timeOf(nativeEvent) - first.at < DOUBLE_MS &&
      distance(first.event, event) < DOUBLE_PX;
    return (detail > 1 || isSecondTap) && first?.control !== controlOf(event) && first?.place !== place();
  };
  return {
    isStray,
    onClickCapture(event) {
      if (isStray(event) || isUnwanted(event)) {
        event.preventDefault();
        event.stopPropagation();
      } else first = { event, at: timeOf(event.nativeEvent), control: controlOf(event), place: place() };
    },
  };
}
