import { useMemo, type MouseEvent } from 'react';
import type { AskUserStore } from '../../core/flow/store.js';
import { DOUBLE_MS, timeOf } from './key-events.js';
import { isConfirming } from './route.js';

/** Distance in CSS pixels within which two taps are one gesture. */
const DOUBLE_PX = 24;
/** Distance in CSS pixels above which a mouse movement counts as a drag. */
const DRAG_PX = 4;

export interface ClickHandlers {
  onMouseDown: (event: MouseEvent) => void;
  onClickCapture: (event: MouseEvent) => void;
}

const distance = (from: MouseEvent, to: MouseEvent): number =>
  Math.hypot(to.clientX - from.clientX, to.clientY - from.clientY);

const controlOf = ({ target }: MouseEvent): unknown => (target as Element).closest('button, label') ?? target;

/**
 * Returns handlers for clicks and presses that the user did not intend:
 * - The second click of a double click or double tap is ignored if it hits another control than the click before it in
 *   the card, and the phase or the shown question has changed since. A button that is still there receives both.
 * - A mouse press in the card does not move focus out of an open confirmation.
 * - The click at the end of a drag that selected an option's text is ignored.
 */
export function useClicks({ getState }: AskUserStore): ClickHandlers {
  return useMemo(() => createClicks(getState), [getState]);
}

function createClicks(getState: AskUserStore['getState']): ClickHandlers {
  let first: { event: MouseEvent; at: number; control: unknown; place: string } | undefined;
  let pressed: MouseEvent | undefined;
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
  const hasSelected = (event: MouseEvent): boolean =>
    event.detail === 1 &&
    pressed !== undefined &&
    distance(pressed, event) > DRAG_PX &&
    (event.target as Element).closest('label')?.ownerDocument.getSelection()?.type === 'Range';
  return {
    onMouseDown(event) {
      pressed = event;
      const isBesideSheet =
        isConfirming(getState().phase) && !(event.target as Element).closest('[data-ask-user="sheet"]');
      // Focus stays in the confirmation, or on the element that the first click focused.
      if (isBesideSheet || isStray(event)) event.preventDefault();
    },
    onClickCapture(event) {
      if (isStray(event) || hasSelected(event)) {
        event.preventDefault();
        event.stopPropagation();
      } else first = { event, at: timeOf(event.nativeEvent), control: controlOf(event), place: place() };
    },
  };
}
