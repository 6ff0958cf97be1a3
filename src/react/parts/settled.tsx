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
  // A cancellation of the user's own discards everything; an ending from outside takes nothing away.
  const unsent = drafts.map(({ custom, notes }) => [custom, notes].filter((text) => state.withdrawn && !isBlank(text)));
  const copyable = unsent.some((texts) => texts.length > 0);
  const reason = state.withdrawn && 'reason' in result && result.reason;
  return (
    <div {...part('settled')} data-status={result.status}>
      <Heading {...part('title')} id={ids('title')} tabIndex={-1}>
        {withAsker(messages.settled[result.status], request.asker ?? messages.asker)}
      </Heading>
      {reason && <p {...part('hint')}>{messages.reason(reason)}</p>}
      {(answers.length > 0 || !copyable) && (
        <dl {...part('settled-list')}>
          {answers.map((answer) => (
            <Item key={answer.questionId} question={answer.question}>
              <AnswerText answer={answer} />
            </Item>
          ))}
          {answers.length === 0 &&
            request.questions.map(({ id, question }) => (
              <Item key={id} question={question}>
                <dd {...part('review-answer')}>{messages.noAnswer}</dd>
              </Item>
            ))}
        </dl>
      )}
      {copyable && <p {...part('hint')}>{messages.unsent}</p>}
      {copyable && (
        <dl {...part('settled-list')}>
          {request.questions.map(
            ({ id, question }, index) =>
              unsent[index]?.length !== 0 && (
                <Item key={id} question={question}>
                  {unsent[index]?.map((text, at) => (
                    <dd {...part('review-answer')} key={at}>
                      <bdi>{text}</bdi>
                    </dd>
                  ))}
                </Item>
              ),
          )}
        </dl>
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
