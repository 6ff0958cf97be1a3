'use client';
import { useContext, type ReactNode } from 'react';
import { answeredCount } from '../../../core/flow/selectors.js';
import { part } from '../anatomy.js';
import { RenderTextContext, useAsk } from '../context.js';
import { useFlowState } from '../../flow/use-flow-value.js';
import { questionText } from '../../text/labels.js';

/**
 * Renders a `<div>`, the line of a collapsed card: the asker, the question, the progress and the button that expands
 * the card.
 */
export function CollapsedBar() {
  const { store, intents, messages, commands } = useAsk();
  const state = useFlowState(store, (now) => now);
  const { request, active, phase, error } = state;
  const { asker = messages.asker, questions } = request;
  const question = questions[active];
  const renderText = useContext(RenderTextContext);
  const text = question && questionText(question, active, messages);
  let status: ReactNode = messages.reviewTitle;
  if (text) status = renderText ? renderText(text, { kind: 'question' }) : text;
  if (phase === 'submitting') status = messages.sending;
  else if (error) status = messages.failed(error.result.status);
  return (
    <div {...part('collapsed-bar')}>
      <p {...part('collapsed-bar-text')}>
        <bdi {...part('asker')}>{asker}</bdi>
        <span>
          <bdi>{status}</bdi>
        </span>
        {questions.length > 1 && <span>{messages.answeredOf(answeredCount(state), questions.length)}</span>}
      </p>
      <button
        {...part('button')}
        type="button"
        data-variant="secondary"
        aria-expanded="false"
        onClick={(event) => {
          // Some browsers do not focus a clicked button. Focus moves along only from inside the card.
          event.currentTarget.focus();
          commands.act(() => intents.expand(event));
        }}
      >
        {messages.expand}
      </button>
    </div>
  );
}
