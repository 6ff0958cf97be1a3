'use client';
import { forwardRef, type ComponentPropsWithoutRef } from 'react';
import { part } from '../anatomy.js';
import { useAskQuestion } from '../context.js';
import { useAnswerIssueText, useDraft } from '../../flow/use-draft.js';

/** Props of `AskUser.AnswerError`. */
export interface AskUserAnswerErrorProps extends ComponentPropsWithoutRef<'p'> {}

/**
 * Renders a `<p>` with the error of a question that is marked as missing or invalid, or `null`. Must be inside
 * `AskUser.Question`.
 */
export const AnswerError = forwardRef<HTMLParagraphElement, AskUserAnswerErrorProps>(function AnswerError(props, ref) {
  const ask = useAskQuestion();
  const { ids, index } = ask;
  const text = useAnswerIssueText(ask);
  const isOfOther = useDraft(ask, ({ other }) => other && !ask.question.multiSelect, 'selection');
  if (text === undefined) return null;
  return (
    <p
      {...part('answer-error')}
      data-other={isOfOther ? '' : undefined}
      id={ids('answer-error', index)}
      {...props}
      ref={ref}
    >
      {props.children ?? text}
    </p>
  );
});
