'use client';
import { Primitive } from '@radix-ui/react-primitive';
import { forwardRef, type ComponentPropsWithoutRef } from 'react';
import { part } from '../anatomy.js';
import { useAskQuestion } from '../context.js';
import { hasPreviews } from '../option-facts.js';

export interface AskUserChoicesProps extends ComponentPropsWithoutRef<typeof Primitive.div> {}

/**
 * The options, and their preview beside or below them.
 * Renders a `<div>`, or its children alone where no option has a preview.
 */
export const Choices = forwardRef<HTMLDivElement, AskUserChoicesProps>(function Choices(props, ref) {
  const { question } = useAskQuestion();
  if (!hasPreviews(question)) return props.children;
  return <Primitive.div {...part('choices')} {...props} ref={ref} />;
});
