import type { ComponentPropsWithoutRef } from 'react';

/**
 * Passes its props to its only child. A part renders it in place of its own element if `asChild` is set. Radix's
 * `Primitive` would mount a component for each element.
 */
export { Slot } from '@radix-ui/react-slot';

/** Props of an element that the host can replace. */
export type SlotProps<Tag extends 'button' | 'div'> = ComponentPropsWithoutRef<Tag> & {
  /**
   * Whether to pass the props to the only child instead of rendering an element.
   * @default false
   */
  asChild?: boolean | undefined;
};
