'use client';
import { forwardRef, type ComponentPropsWithoutRef } from 'react';
import { part } from '../anatomy.js';
import { useAskQuestion } from '../context.js';
import { useProblem } from '../hooks/use-draft.js';

export interface AskUserProblemProps extends ComponentPropsWithoutRef<'p'> {}

/**
 * What is missing here, or which rule the answer breaks, after a submit that was refused, or once a wrong answer was left.
 * Directly after `Prompt`, it takes a line that is kept free for it.
 * Renders a `<p>`, or nothing.
 */
export const Problem = forwardRef<HTMLParagraphElement, AskUserProblemProps>(function Problem(props, ref) {
  const ask = useAskQuestion();
  const { ids, index } = ask;
  const text = useProblem(ask);
  if (text === undefined) return null;
  return (
    <p {...part('problem')} id={ids('problem', index)} {...props} ref={ref}>
      {props.children ?? text}
    </p>
  );
});
