import type { SyntheticEvent } from 'react';

/**
 * Hides an event from Radix's handler on the same element, but does not prevent the browser's default action.
 * Otherwise, Radix would render all radios of a group for each one that gets focus, and click it while an arrow key is
 * down.
 */
export const skipRadixHandler = (event: SyntheticEvent): void => {
  event.defaultPrevented = true;
};

/**
 * Wraps a handler around elements that use `skipRadixHandler`, so that the handlers further out receive the event
 * unchanged.
 */
export const showAgain =
  <E extends SyntheticEvent>(theirs: ((event: E) => void) | undefined) =>
  (event: E): void => {
    event.defaultPrevented = event.nativeEvent.defaultPrevented;
    theirs?.(event);
  };
