'use client';
import { Primitive } from '@radix-ui/react-primitive';
import { forwardRef, type ComponentPropsWithoutRef } from 'react';
import { part } from '../anatomy.js';
import { useAskQuestion } from '../context.js';
import { hasPreviews } from '../../text/option-display.js';

/** Props of `AskUser.Choices`. */
export interface AskUserChoicesProps extends ComponentPropsWithoutRef<typeof Primitive.div> {}

/**
 * Renders a `<div>` around the options and their preview, or only its `children` if no option has a preview. Must be
 * inside `AskUser.Question`.
 */
export const Choices = forwardRef<HTMLDivElement, AskUserChoicesProps>(function Choices(props, ref) {
  const { question } = useAskQuestion();
  if (!hasPreviews(question)) return props.children;
  return <Primitive.div {...part('choices')} {...props} ref={ref} />;
});
