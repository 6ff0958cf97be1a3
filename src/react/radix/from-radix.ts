import type { ComponentPropsWithoutRef } from 'react';

type ButtonProps = ComponentPropsWithoutRef<'button'> & { 'data-disabled'?: unknown };

/**
 * A radio, a checkbox or a tab of Radix has `asChild`, and contains a component that renders its `<button>`. That component
 * subscribes to what it shows, so that a change renders it, and none of the eight components of Radix around it. Returns
 * what Radix passes to it, without what is switched off: the handlers of focus, press and click, and `disabled`, which
 * only keeps Radix from counting its items.
 */
export const fromRadix = ({
  onFocus,
  onMouseDown,
  onClick,
  disabled,
  'data-disabled': _,
  ...kept
}: ButtonProps): ComponentPropsWithoutRef<'button'> => kept;
