'use client';
import { forwardRef, type ComponentPropsWithoutRef } from 'react';
import { useLaterChunk } from '../../lazy/chunks.js';

/** Props of `AskUser.More`. */
export interface AskUserMoreProps extends ComponentPropsWithoutRef<'button'> {}

/**
 * Renders a `<button>` with the number of options further down, or `null` if all are visible. A press scrolls to them.
 * Hidden from assistive technology: screen readers read the position of each option. Place it last in
 * `AskUser.Scroller`.
 */
export const More = forwardRef<HTMLButtonElement, AskUserMoreProps>(function More(props, ref) {
  const later = useLaterChunk(true);
  return later ? <later.MoreButton {...props} ref={ref} /> : null;
});
