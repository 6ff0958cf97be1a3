'use client';
import { forwardRef, useImperativeHandle, useRef, type ChangeEvent, type ComponentPropsWithoutRef } from 'react';
import { part } from '../anatomy.js';
import { composeEventHandlers } from '../../flow/compose-event-handlers.js';
import { useAskQuestion } from '../context.js';
import { useCounter } from '../../text/use-count.js';
import { useDraft, useAnswerIssueText } from '../../flow/use-draft.js';
import { useEnteredText } from '../../flow/use-entered-text.js';
import { useFlowValue } from '../../flow/use-flow-value.js';
import { textRule } from '../../text/issue-text.js';
import { textDirection } from '../../text/direction.js';
import { getInputProps } from '../../text/field-props.js';

/** Props of `AskUser.Field`. */
export interface AskUserFieldProps extends Omit<ComponentPropsWithoutRef<'textarea'>, 'value' | 'defaultValue'> {}

/**
 * Renders a `<textarea>` for the custom text. It is followed by the rule that the text must follow and, near the soft
 * limit, by a character counter. Must be inside `AskUser.Question`.
 */
export const Field = forwardRef<HTMLTextAreaElement, AskUserFieldProps>(function Field(props, ref) {
  const ask = useAskQuestion();
  const { store, ids, intents, messages, question, index } = ask;
  const box = useRef<HTMLTextAreaElement>(null);
  useImperativeHandle(ref, () => box.current!, []);
  const [first, update] = useEnteredText(ask, box);
  const issueText = useAnswerIssueText(ask);
  const missing = issueText !== undefined;
  const rule = textRule(messages, question);
  // The error already contains the rule. The rule keeps its space, so that nothing moves.
  const isInError = rule && issueText?.startsWith(rule);
  const optional = question.options.length === 0 && question.constraints?.required === false;
  const locked = useFlowValue(store, ({ phase }) => phase === 'submitting');
  const limit = useFlowValue(store, ({ options }) => options.softLimit);
  const { line, isOverLimit, element } = useCounter(ask, limit);
  const dir = useDraft(ask, ({ custom }) => textDirection(custom));
  const onChange = composeEventHandlers(props.onChange, (event: ChangeEvent<HTMLTextAreaElement>) =>
    intents.setCustom(question.id, event.target.value),
  );
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
        {...part('field')}
        id={ids('field', index)}
        rows={1}
        dir={dir}
        // Detach from any ancestor `<form>`, whose reset would clear the text.
        form=""
        autoComplete="off"
        autoCapitalize="sentences"
        aria-describedby={described || undefined}
        aria-invalid={missing || undefined}
        readOnly={locked}
        data-over={isOverLimit ? '' : undefined}
        {...getInputProps(question, props)}
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
