'use client';

/*
 * Radix's checkbox without its value, its change event and its form. What is switched off, and why:
 *
 * - `checked`: with it, a change would render the components of Radix, too.
 * - `onCheckedChange`: a `form.reset()` of the host calls it, too, and would change the selection:
 *   https://github.com/radix-ui/primitives/issues/983.
 * - The hidden input: it is mounted for a form, and removed in another commit if there is none.
 * - The ref: Radix keeps it in a state, which would render the checkbox again after its mount.
 */

/**
 * `Check` is a `<button role="checkbox">` in a `CheckProvider`, with `asChild`. Its child uses `fromRadix`, and sets
 * `aria-checked` and `data-state`.
 */
export { unstable_Provider as CheckProvider, unstable_Trigger as Check } from '@radix-ui/react-checkbox';
