'use client';
import { type ComponentPropsWithoutRef, forwardRef, useImperativeHandle, useRef } from 'react';
import { mayStayBlank } from '../../../core/answer/constraints.js';
import { composeEventHandlers } from '../../flow/compose-event-handlers.js';
import { useAnswerIssueText, useDraft, useEnteredText } from '../use-draft.js';
import { fieldProps } from '../../engine/props.js';
import { useFlowValue } from '../../flow/use-flow-value.js';
import { withInputMode, textDirection } from '../../text/field-props.js';
import { textRule } from '../../../messages/issue-text.js';
import { useCounter } from '../../text/use-count.js';
import { part } from '../anatomy.js';
import { useAskQuestion } from '../context.js';

/** Props of `AskUser.Field`. */
export interface AskUserFieldProps extends Omit<ComponentPropsWithoutRef<'textarea'>, 'value' | 'defaultValue'> {}

/**
 * Renders a `<textarea>` for the custom text. Below it are the rule for the text and a character counter, if they
 * apply. Must be inside `AskUser.Question`.
 */
export const Field = forwardRef<HTMLTextAreaElement, AskUserFieldProps>(function Field(props, ref) {
  const ask = useAskQuestion();
  const { store, ids, messages, question, index, engine } = ask;
  const box = useRef<HTMLTextAreaElement>(null);
  useImperativeHandle(ref, () => box.current!, []);
  const [first, update] = useEnteredText(ask, box);
  const issueText = useAnswerIssueText(ask);
  const missing = issueText !== undefined;
  const rule = textRule(messages, question);
  // The error already contains the rule. The rule keeps its space, so that nothing moves.
  const isInError = rule && issueText?.startsWith(rule);
  const optional = question.options.length === 0 && mayStayBlank(question);
  const locked = useFlowValue(store, (state) => state.phase === 'submitting');
  const limit = useFlowValue(store, ({ options }) => options.softLimit);
  const { line, isOverLimit, element } = useCounter(ask, limit);
  const dir = useDraft(ask, ({ custom }) => textDirection(custom));
  const ours = fieldProps(engine, question, index, 'field', locked);
  const onChange = composeEventHandlers(props.onChange, ours.onChange);
  const described = [
    optional && ids('hint', index),
    !isInError && rule && ids('rule', index),
    missing && ids('answer-error', index),
    line && ids('counter', index),
  ]
    .filter(Boolean)
    .join(' ');
  return (
    <>
      <textarea
        {...ours}
        rows={1}
        dir={dir}
        autoCapitalize="sentences"
        aria-describedby={described || undefined}
        aria-invalid={missing || undefined}
        data-over={isOverLimit ? '' : undefined}
        {...part('field', withInputMode(question, props))}
        defaultValue={first}
        onChange={(event) => {
          onChange(event);
          update();
        }}
        ref={box}
      />
      {rule && (
        <p {...part('hint')} id={ids('rule', index)} data-in-error={isInError ? '' : undefined}>
          {rule}
        </p>
      )}
      {line && (
        <p {...part('counter')} id={ids('counter', index)} data-over={isOverLimit ? '' : undefined} ref={element}>
          {line}
        </p>
      )}
    </>
  );
});

/** Props of `AskUser.TextAnswer`. */
export interface AskUserTextAnswerProps extends AskUserFieldProps {}

/**
 * Renders a `<textarea>` for the answer to a question without options, named by the question's heading. Must be inside
 * `AskUser.Question`.
 */
export const TextAnswer = forwardRef<HTMLTextAreaElement, AskUserTextAnswerProps>(function TextAnswer(props, ref) {
  const { ids, index } = useAskQuestion();
  return <Field rows={2} aria-labelledby={ids('heading', index)} {...props} ref={ref} />;
});
