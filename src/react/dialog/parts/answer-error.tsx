'use client';
import { forwardRef, type ComponentPropsWithoutRef } from 'react';
import { part } from '../anatomy.js';
import { useAskQuestion } from '../context.js';
import { useProblem } from '../../flow/use-draft.js';

/** Props of `AskUser.Problem`. */
export interface AskUserProblemProps extends ComponentPropsWithoutRef<'p'> {}

/**
 * Renders a `<p>` with the error of a missing or invalid answer, or `null`. It appears after a refused submit, or when
 * the user leaves an invalid answer. Directly after `AskUser.Prompt`, it fills a line that is kept free for it. Must be
 * inside `AskUser.Question`.
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
