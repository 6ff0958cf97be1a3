'use client';
import { forwardRef, type ComponentPropsWithoutRef } from 'react';
import { part } from '../anatomy.js';
import { useQuestionContext } from '../context.js';
import { useDraft, useMissing } from '../hooks/use-draft.js';
import { problemText } from '../problem-text.js';

export interface AskUserProblemProps extends ComponentPropsWithoutRef<'p'> {}

/**
 * What is missing here, after a submit that was refused.
 * Renders a `<p>`, or nothing.
 */
export const Problem = forwardRef<HTMLParagraphElement, AskUserProblemProps>(function Problem(props, ref) {
  const ask = useQuestionContext('Problem');
  const { ids, messages, question, index } = ask;
  const missing = useMissing(ask);
  const text = useDraft(ask, (draft) => problemText(messages, question, draft));
  if (!missing) return null;
  return (
    <p {...part('problem')} id={ids('problem', index)} {...props} ref={ref}>
      {props.children ?? text}
    </p>
  );
});
