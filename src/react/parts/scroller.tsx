'use client';
import { Primitive } from '@radix-ui/react-primitive';
import { forwardRef, type ComponentPropsWithoutRef } from 'react';
import { part } from '../anatomy.js';
import { useAskQuestion } from '../context.js';

/** With more options than this, a list takes less room and scrolls. */
const LONG = 6;

export interface AskUserScrollerProps extends ComponentPropsWithoutRef<typeof Primitive.div> {}

/**
 * Keeps a long list of options within reach of the buttons.
 * Renders a `<div>`.
 */
export const Scroller = forwardRef<HTMLDivElement, AskUserScrollerProps>(function Scroller(props, ref) {
  const { question } = useAskQuestion();
  const long = question.options.length > LONG;
  return <Primitive.div {...part('scroller')} data-long={long ? '' : undefined} {...props} ref={ref} />;
});
