'use client';
import { forwardRef, useSyncExternalStore } from 'react';
import { part } from '../anatomy.js';
import { useAskQuestion } from '../context.js';
import { Slot, type SlotProps } from '../../radix/slot.js';

/** Number of options, without Other, above which the stylesheet lowers the default maximum height of the list. */
const LONG = 6;

const noChanges = () => () => undefined;
// jsdom has no `CSS.supports`.
const isFirefox = () => globalThis.CSS?.supports?.('-moz-appearance: none') === true;
const onServer = () => false;

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
  // In Firefox, it would be a tab stop without a name. In Chromium, Orca reads no confirmation if it can have the focus.
  const tabIndex = useSyncExternalStore(noChanges, isFirefox, onServer) ? -1 : undefined;
  return <Element data-long={long ? '' : undefined} tabIndex={tabIndex} {...part('scroller', props)} ref={ref} />;
});
