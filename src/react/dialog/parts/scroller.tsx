'use client';
import { Primitive } from '@radix-ui/react-primitive';
import { forwardRef, type ComponentPropsWithoutRef } from 'react';
import { part } from '../anatomy.js';
import { useAskQuestion } from '../context.js';

/** Number of options, without Other, above which the stylesheet lowers the default maximum height of the list. */
const LONG = 6;

/** Props of `AskUser.Scroller`. */
export interface AskUserScrollerProps extends ComponentPropsWithoutRef<typeof Primitive.div> {}

/**
 * Renders a `<div>` that scrolls a long list of options, so that the buttons stay close. Must be inside
 * `AskUser.Question`.
 */
export const Scroller = forwardRef<HTMLDivElement, AskUserScrollerProps>(function Scroller(props, ref) {
  const { question } = useAskQuestion();
  const long = question.options.length > LONG;
  return <Primitive.div {...part('scroller')} data-long={long ? '' : undefined} {...props} ref={ref} />;
});
