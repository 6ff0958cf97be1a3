'use client';
import { Primitive } from '@radix-ui/react-primitive';
import { forwardRef, type ComponentPropsWithoutRef } from 'react';
import { part } from '../anatomy.js';
import { useQuestionContext } from '../context.js';
import { useDraft, useMissing } from '../hooks/use-draft.js';

export interface AskUserPromptProps extends ComponentPropsWithoutRef<typeof Primitive.div> {}

/**
 * The question itself: its heading, why the agent asks, how to answer.
 * Renders a `<div>`.
 */
export const Prompt = forwardRef<HTMLDivElement, AskUserPromptProps>(function Prompt({ children, ...props }, ref) {
  const ask = useQuestionContext('Prompt');
  const { ids, messages, headingLevel, question, index } = ask;
  const count = useDraft(ask, (_, { drafts }) => drafts.length);
  const missing = useMissing(ask);
  const Heading = `h${headingLevel + 1}` as 'h4';
  return (
    <Primitive.div {...part('prompt')} {...props} ref={ref}>
      {children ?? (
        <>
          <Heading
            {...part('question')}
            id={ids('heading', index)}
            tabIndex={-1}
            aria-describedby={missing ? ids('problem', index) : undefined}
          >
            {count > 1 && <span {...part('hidden')}>{messages.position(index + 1, count)} </span>}
            <bdi id={ids('text', index)}>{question.question}</bdi>
          </Heading>
          {question.context && (
            <p {...part('context')} dir="auto">
              {question.context}
            </p>
          )}
          {question.options.length > 0 && (
            <p {...part('hint')} id={ids('hint', index)}>
              {question.multiSelect ? messages.chooseMany : messages.chooseOne}
            </p>
          )}
        </>
      )}
    </Primitive.div>
  );
});
