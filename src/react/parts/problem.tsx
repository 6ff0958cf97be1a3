'use client';
import { forwardRef, type ComponentPropsWithoutRef } from 'react';
import { part } from '../anatomy.js';
import { useAskUserContext, useQuestionContext } from '../context.js';
import { useFlowValue } from '../hooks/use-flow-value.js';
import { problemText } from '../problem-text.js';

export interface AskUserProblemProps extends ComponentPropsWithoutRef<'p'> {}

/**
 * What is missing here, after a submit that was refused.
 * Renders a `<p>`, or nothing.
 */
export const Problem = forwardRef<HTMLParagraphElement, AskUserProblemProps>(function Problem(props, ref) {
  const { store, ids, messages } = useAskUserContext('Problem');
  const { question, index } = useQuestionContext('Problem');
  const text = useFlowValue(
    store,
    (state) => {
      const draft = state.drafts[index];
      return draft && state.missing.includes(index) ? problemText(messages, question, draft) : undefined;
    },
    question.id,
  );
  if (text === undefined) return null;
  return (
    <p {...part('problem')} id={ids('problem', index)} {...props} ref={ref}>
      {props.children ?? text}
    </p>
  );
});
