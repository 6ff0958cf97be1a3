import type { SyntheticEvent } from 'react';

/**
 * Keeps Radix's own handler on the same element from an event, as `preventDefault()` does, but not the browser. Radix would
 * render all radios of a group for each one that gets the focus, and click it while an arrow key is down.
 */
export const hideFromRadix = (event: SyntheticEvent): void => {
  event.defaultPrevented = true;
};

/** Around such elements: for handlers further out, the host's among them, the event is what it was. */
export const showAgain =
  <E extends SyntheticEvent>(theirs: ((event: E) => void) | undefined) =>
  (event: E): void => {
    event.defaultPrevented = event.nativeEvent.defaultPrevented;
    theirs?.(event);
  };
