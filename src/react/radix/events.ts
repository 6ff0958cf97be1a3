import type { SyntheticEvent } from 'react';

type Handler<E extends SyntheticEvent> = ((event: E) => void) | undefined;

/**
 * Wraps the handler of an element. Afterwards, Radix takes the event for one that the handler has prevented, and ignores
 * it. The browser's default action still runs.
 */
export const hideFromRadix =
  <E extends SyntheticEvent>(handler: Handler<E>) =>
  (event: E): void => {
    handler?.(event);
    event.defaultPrevented = true;
  };

/**
 * Wraps the handler of an element that contains elements with `hideFromRadix`. This handler, and those further out,
 * receive the event unchanged.
 */
export const showAgain =
  <E extends SyntheticEvent>(handler: Handler<E>) =>
  (event: E): void => {
    event.defaultPrevented = event.nativeEvent.defaultPrevented;
    handler?.(event);
  };
