'use client';
import type { ReactNode } from 'react';
import { isBlank } from '../../core/guards.js';
import { part } from '../anatomy.js';
import { useAskUserContext } from '../context.js';
import { useFlowValue } from '../hooks/use-flow-value.js';
import { AnswerText } from './answer-text.js';
import { withAsker } from './title.js';

/** What stays in the conversation: static text, whatever the ending. Text that was typed and not sent can be copied. */
export function Settled() {
  const { store, ids, messages, headingLevel } = useAskUserContext('Settled');
  const state = useFlowValue(store, (now) => now);
  const { result, request, drafts } = state;
  if (!result) return null;
  const Heading = `h${headingLevel}` as 'h3';
  const answers = result.status === 'answered' ? result.answers : [];
  // A cancellation is the user's own and discards everything; other endings came from outside.
  const outside = !['answered', 'cancelled', 'declined'].includes(result.status);
  const reason = outside && 'reason' in result && result.reason;
  const unsent = request.questions.flatMap(({ id, question }, index) => {
    const { custom = '', notes = '' } = drafts[index] ?? {};
    const texts = [custom, notes].filter((text) => outside && !isBlank(text));
    return texts.length > 0 ? [{ id, question, texts }] : [];
  });
  return (
    <div {...part('settled')} data-status={result.status}>
      <Heading {...part('title')} id={ids('title')} tabIndex={-1}>
        {withAsker(messages.settled[result.status], request.asker ?? messages.asker)}
      </Heading>
      {answers.length > 0 && (
        <dl {...part('settled-list')}>
          {answers.map((answer) => (
            <Item key={answer.questionId} question={answer.question}>
              <AnswerText answer={answer} />
            </Item>
          ))}
        </dl>
      )}
      {reason && <p {...part('hint')}>{messages.reason(reason)}</p>}
      {unsent.length > 0 && (
        <>
          <p {...part('hint')}>{messages.unsent}</p>
          <dl {...part('settled-list')}>
            {unsent.map(({ id, question, texts }) => (
              <Item key={id} question={question}>
                {texts.map((text, index) => (
                  <dd {...part('review-answer')} key={index}>
                    <bdi>{text}</bdi>
                  </dd>
                ))}
              </Item>
            ))}
          </dl>
        </>
      )}
    </div>
  );
}

function Item({ question, children }: { question: string; children: ReactNode }) {
  return (
    <div {...part('review-item')}>
      <dt {...part('review-question')}>
        <bdi>{question}</bdi>
      </dt>
      {children}
    </div>
  );
}
