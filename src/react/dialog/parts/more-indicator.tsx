'use client';
import { forwardRef, type ComponentPropsWithoutRef } from 'react';
import { useLater } from '../../lazy/later.js';
import { laterCard } from '../../lazy/later-card.js';

/** Props of `AskUser.MoreIndicator`. */
export interface AskUserMoreIndicatorProps extends ComponentPropsWithoutRef<'button'> {}

/**
 * Renders a `<button>` with the number of options that are not fully visible below, or `null` if the number is 0. A
 * press scrolls down. Hidden from assistive technology. Place it last in `AskUser.Scroller`.
 */
export const MoreIndicator = forwardRef<HTMLButtonElement, AskUserMoreIndicatorProps>(
  function MoreIndicator(props, ref) {
    const later = useLater(laterCard);
    return later ? <later.MoreButton {...props} ref={ref} /> : null;
  },
);
