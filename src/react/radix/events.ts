import type { ComponentPropsWithoutRef, SyntheticEvent } from 'react';

type Handler<E extends SyntheticEvent> = ((event: E) => void) | undefined;
type Handlers = Pick<ComponentPropsWithoutRef<'button'>, 'onFocus' | 'onMouseDown' | 'onClick'>;

const hide =
  <E extends SyntheticEvent>(handler: Handler<E>) =>
  (event: E): void => {
    handler?.(event);
    event.defaultPrevented = true;
  };

/**
 * Returns the props of a radio or a tab, with which Radix takes focus, presses and clicks for events that a handler has
 * prevented, and ignores them. The browser's default actions still run.
 */
export const hideFromRadix = <Props extends Handlers>(props: Props): Props => ({
  ...props,
  onFocus: hide(props.onFocus),
  onMouseDown: hide(props.onMouseDown),
  onClick: hide(props.onClick),
});

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
