'use client';
import * as Checkbox from '@radix-ui/react-checkbox';
import { forwardRef, type ComponentPropsWithoutRef } from 'react';

/*
 * Radix's checkbox without its change event and its form. What is switched off, and why:
 *
 * - `onCheckedChange`: a `form.reset()` of the host calls it, too, and would change the selection:
 *   https://github.com/radix-ui/primitives/issues/983.
 * - The hidden input: it is mounted for a form, and removed in another commit if there is none.
 */

/** A `<button role="checkbox">`. The caller changes `checked` in `onClick`. */
export const Check = forwardRef<
  HTMLButtonElement,
  ComponentPropsWithoutRef<'button'> & { value: string; checked: boolean }
>(function Check({ value, checked, ...props }, ref) {
  return (
    <Checkbox.unstable_Provider value={value} checked={checked}>
      <Checkbox.unstable_Trigger {...props} ref={ref} />
    </Checkbox.unstable_Provider>
  );
});
