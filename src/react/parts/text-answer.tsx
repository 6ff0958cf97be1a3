'use client';
import { forwardRef } from 'react';
import { useAskQuestion } from '../context.js';
import { Field, type AskUserFieldProps } from './field.js';

export interface AskUserTextAnswerProps extends AskUserFieldProps {}

/**
 * The field of a question without options, named by the question and its position.
 * Renders a `<textarea>`.
 */
export const TextAnswer = forwardRef<HTMLTextAreaElement, AskUserTextAnswerProps>(function TextAnswer(props, ref) {
  const { ids, index } = useAskQuestion();
  return <Field rows={2} aria-labelledby={ids('heading', index)} {...props} ref={ref} />;
});
