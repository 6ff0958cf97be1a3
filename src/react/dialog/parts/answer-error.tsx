'use client';
import { forwardRef, type ComponentPropsWithoutRef } from 'react';
import { part } from '../anatomy.js';
import { useAskQuestion } from '../context.js';
import { useAnswerIssueText, useDraft } from '../use-draft.js';

/** Props of `AskUser.AnswerError`. */
export interface AskUserAnswerErrorProps extends ComponentPropsWithoutRef<'p'> {}

/** A component of its own, so that a question without an error does not subscribe to Other. */
const Shown = forwardRef<HTMLParagraphElement, AskUserAnswerErrorProps>(function Shown(props, ref) {
  const ask = useAskQuestion();
  const { ids, index, question } = ask;
  const isOfOther = useDraft(ask, ({ other }) => other && !question.multiSelect, 'selection');
  const state = isOfOther ? '' : undefined;
  return <p data-other={state} id={ids('answer-error', index)} {...part('answer-error', props)} ref={ref} />;
});

/**
 * Renders a `<p>` with the error of a question that is marked as missing or invalid, or `null`. Must be inside
 * `AskUser.Question`.
 */
export const AnswerError = forwardRef<HTMLParagraphElement, AskUserAnswerErrorProps>(function AnswerError(props, ref) {
  const text = useAnswerIssueText(useAskQuestion());
  if (text === undefined) return null;
  return (
    <Shown {...props} ref={ref}>
      {props.children ?? text}
    </Shown>
  );
});
