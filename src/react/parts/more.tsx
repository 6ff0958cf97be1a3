'use client';
import { forwardRef, type ComponentPropsWithoutRef } from 'react';
import { useLaterChunk } from '../chunks.js';

export interface AskUserMoreProps extends ComponentPropsWithoutRef<'button'> {}

/**
 * How many options are further down, last in the `Scroller`. A press scrolls on; a screen reader says the position of
 * each option, and the keyboard has keys for it.
 * Renders a `<button>`, or nothing where all options are in sight.
 */
export const More = forwardRef<HTMLButtonElement, AskUserMoreProps>(function More(props, ref) {
  const later = useLaterChunk(true);
  return later ? <later.MoreButton {...props} ref={ref} /> : null;
});
