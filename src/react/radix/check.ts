'use client';

/*
 * Radix's checkbox without its change event and its form. What is switched off, and why:
 *
 * - `onCheckedChange`: a `form.reset()` of the host calls it, too, and would change the selection:
 *   https://github.com/radix-ui/primitives/issues/983.
 * - The hidden input: it is mounted for a form, and removed in another commit if there is none.
 */

/** `Check` is a `<button role="checkbox">` in a `CheckProvider`. The caller changes `checked` in `onClick`. */
export { unstable_Provider as CheckProvider, unstable_Trigger as Check } from '@radix-ui/react-checkbox';
