'use client';
import { forwardRef } from 'react';
import { part } from '../anatomy.js';
import { useAskQuestion } from '../context.js';
import { Slot, type SlotProps } from '../../radix/slot.js';

/** Number of options, without Other, above which the stylesheet lowers the default maximum height of the list. */
const LONG = 6;

/** Props of `AskUser.Scroller`. */
export interface AskUserScrollerProps extends SlotProps<'div'> {}

/**
 * Renders a `<div>` that scrolls a long list of options, so that the buttons stay close. Must be inside
 * `AskUser.Question`.
 */
export const Scroller = forwardRef<HTMLDivElement, AskUserScrollerProps>(function Scroller({ asChild, ...props }, ref) {
  const Element = (asChild ? Slot : 'div') as 'div';
  const { question } = useAskQuestion();
  const long = question.options.length > LONG;
  return <Element data-long={long ? '' : undefined} {...part('scroller', props)} ref={ref} />;
});
