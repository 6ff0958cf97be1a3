import { useMemo, type MouseEvent } from 'react';
import type { AskUserStore } from '../../core/flow/store.js';
import { isConfirming } from '../keys/route.js';

/** Milliseconds and pixels within which two taps are one gesture; browsers say so of a mouse only. */
const DOUBLE_MS = 500;
const DOUBLE_PX = 24;

interface ClickHandlers {
  onMouseDown: (event: MouseEvent) => void;
  onClickCapture: (event: MouseEvent) => void;
}

const controlOf = ({ target }: MouseEvent): unknown => (target as Element).closest('button, label') ?? target;

/**
 * Keeps the second click of a double click from what the first one has brought under the pointer: nobody has looked at it. A
 * button that is still there, as Next is, takes both. A click beside a confirmation leaves the focus in it.
 */
export function useClicks({ getState }: AskUserStore): ClickHandlers {
  return useMemo(() => createClicks(getState), [getState]);
}

function createClicks(getState: AskUserStore['getState']): ClickHandlers {
  let first: { event: MouseEvent; control: unknown; place: string } | undefined;
  const place = () => `${getState().phase} ${getState().active}`;
  const isStray = (event: MouseEvent): boolean => {
    const { nativeEvent, detail, timeStamp, clientX, clientY } = event;
    const tapped =
      (nativeEvent as Partial<PointerEvent>).pointerType === 'touch' &&
      first !== undefined &&
      timeStamp - first.event.timeStamp < DOUBLE_MS &&
      Math.hypot(clientX - first.event.clientX, clientY - first.event.clientY) < DOUBLE_PX;
    return (detail > 1 || tapped) && first?.control !== controlOf(event) && first?.place !== place();
  };
  return {
    onMouseDown(event) {
      const beside = isConfirming(getState().phase) && !(event.target as Element).closest('[data-ask-user="sheet"]');
      // The focus stays where the first click took it, and in a confirmation.
      if (beside || isStray(event)) event.preventDefault();
    },
    onClickCapture(event) {
      if (isStray(event)) {
        event.preventDefault();
        event.stopPropagation();
      } else first = { event, control: controlOf(event), place: place() };
    },
  };
}
