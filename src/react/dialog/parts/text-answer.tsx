'use client';
import { forwardRef } from 'react';
import { useAskQuestion } from '../context.js';
import { Field, type AskUserFieldProps } from './field.js';

/** Props of `AskUser.TextAnswer`. */
export interface AskUserTextAnswerProps extends AskUserFieldProps {}

/**
 * Renders a `<textarea>` for the answer to a question without options. The question and its position name it. Must be
 * inside `AskUser.Question`.
 */
export const TextAnswer = forwardRef<HTMLTextAreaElement, AskUserTextAnswerProps>(function TextAnswer(props, ref) {
  const { ids, index } = useAskQuestion();
  return <Field rows={2} aria-labelledby={ids('heading', index)} {...props} ref={ref} />;
});
