'use client';
import { Primitive } from '@radix-ui/react-primitive';
import { forwardRef, type ComponentPropsWithoutRef } from 'react';
import { part } from '../anatomy.js';
import { useAskQuestion } from '../context.js';
import { hasPreviews } from '../../text/option-display.js';

/** Props of `AskUser.OptionsArea`. */
export interface AskUserOptionsAreaProps extends ComponentPropsWithoutRef<typeof Primitive.div> {}

/**
 * Renders a `<div>` around the options and their preview, or only its `children` if no option has a preview. Must be
 * inside `AskUser.Question`.
 */
export const OptionsArea = forwardRef<HTMLDivElement, AskUserOptionsAreaProps>(function OptionsArea(props, ref) {
  const { question } = useAskQuestion();
  if (!hasPreviews(question)) return props.children;
  return <Primitive.div {...part('options-area')} {...props} ref={ref} />;
});
