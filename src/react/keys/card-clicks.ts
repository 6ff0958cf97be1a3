import type { MouseEvent } from 'react';
import type { AskUserStore } from '../../core/flow/store.js';
import { createClicks, distance } from './clicks.js';
import { isConfirming } from './route.js';

/** Distance in CSS pixels above which a mouse movement counts as a drag. */
const DRAG_PX = 4;

export interface CardClicks {
  onMouseDown: (event: MouseEvent) => void;
  onClickCapture: (event: MouseEvent) => void;
}

/**
 * Returns handlers for clicks and presses that the user did not intend:
 * - A stray click is ignored; see `Clicks`.
 * - A mouse press in the card does not move focus out of an open confirmation.
 * - The click at the end of a drag that selected an option's text is ignored.
 */
export function createCardClicks(store: AskUserStore): CardClicks {
  let pressed: MouseEvent | undefined;
  const hasSelected = (event: MouseEvent): boolean =>
    event.detail === 1 &&
    pressed !== undefined &&
    distance(pressed, event) > DRAG_PX &&
    (event.target as Element).closest('label')?.ownerDocument.getSelection()?.type === 'Range';
  const { isStray, onClickCapture } = createClicks(store, hasSelected);
  return {
    onMouseDown(event) {
      pressed = event;
      const isBesideSheet =
        isConfirming(store.getState().phase) && !(event.target as Element).closest('[data-ask-user="sheet"]');
      // Focus stays in the confirmation, or on the element that the first click focused.
      if (isBesideSheet || isStray(event)) event.preventDefault();
    },
    onClickCapture,
  };
}
