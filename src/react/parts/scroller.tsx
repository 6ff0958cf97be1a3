'use client';
import { Primitive } from '@radix-ui/react-primitive';
import { forwardRef, type ComponentPropsWithoutRef } from 'react';
import { part } from '../anatomy.js';

export interface AskUserScrollerProps extends ComponentPropsWithoutRef<typeof Primitive.div> {}

/**
 * Keeps a long list of options within reach of the buttons.
 * Renders a `<div>`.
 */
export const Scroller = forwardRef<HTMLDivElement, AskUserScrollerProps>(function Scroller(props, ref) {
  return <Primitive.div {...part('scroller')} {...props} ref={ref} />;
});
