import type { SyntheticEvent } from 'react';

/**
 * Hides an event from Radix's handler on the same element, but does not prevent the browser's default action. For
 * example, Radix would otherwise re-render all radios of a group for each one that gets focus.
 */
export const skipRadixHandler = (event: SyntheticEvent): void => {
  event.defaultPrevented = true;
};

/**
 * Wraps the handler of an element that contains elements with `skipRadixHandler`. This handler, and those further out,
 * receive the event unchanged.
 */
export const showAgain =
  <E extends SyntheticEvent>(theirs: ((event: E) => void) | undefined) =>
  (event: E): void => {
    event.defaultPrevented = event.nativeEvent.defaultPrevented;
    theirs?.(event);
  };
