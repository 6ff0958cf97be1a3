'use client';
import type { Answer } from '../../core/answer/types.js';
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
  const chosenByUser = result.status === 'answered' || result.status === 'cancelled' || result.status === 'declined';
  const unsent = chosenByUser ? [] : drafts.flatMap(({ custom, notes }) => [custom, notes]).filter((text) => !isBlank(text));
  return (
    <div {...part('settled')} data-status={result.status}>
      <Heading {...part('title')} id={ids('title')} tabIndex={-1}>
        {withAsker(messages.settled[result.status], request.asker ?? messages.asker)}
      </Heading>
      {answers.length > 0 && (
        <dl {...part('settled-list')}>
          {answers.map((answer) => (
            <SettledAnswer key={answer.questionId} answer={answer} />
          ))}
        </dl>
      )}
      {unsent.length > 0 && (
        <div {...part('unsent')}>
          <p {...part('hint')}>{messages.unsent}</p>
          {unsent.map((text, index) => (
            <p {...part('unsent-text')} dir="auto" key={index}>
              {text}
            </p>
          ))}
        </div>
      )}
    </div>
  );
}

function SettledAnswer({ answer }: { answer: Answer }) {
  return (
    <div {...part('review-item')}>
      <dt {...part('review-question')}>
        <bdi>{answer.question}</bdi>
      </dt>
      <AnswerText answer={answer} />
    </div>
  );
}
