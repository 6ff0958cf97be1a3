'use client';
import { useContext, type ReactNode } from 'react';
import { getAnswer, getAnswerIssue } from '../../../core/flow/selectors.js';
import { part } from '../anatomy.js';
import { RenderTextContext, useAsk } from '../context.js';
import { useFlowValue } from '../../flow/use-flow-value.js';
import { withLaterMessages } from '../../../messages/en-later.js';
import { answerIssueText } from '../../../messages/issue-text.js';
import { headerText, questionText, shortName } from '../../../messages/labels.js';
import { AnswerText } from './answer-text.js';
import { Recommended } from './recommended.js';
import { rendered } from '../../text/render-text.js';

export function ReviewItems(): ReactNode {
  const { store } = useAsk();
  const questions = useFlowValue(store, (state) => state.request.questions);
  return (
    <>
      <Recommended />
      <dl {...part('review')}>
        {questions.map(({ id }, index) => (
          <ReviewItem key={id} index={index} />
        ))}
      </dl>
    </>
  );
}

function ReviewItem({ index }: { index: number }) {
  const { store, ids, engine, ...ask } = useAsk();
  const messages = withLaterMessages(ask.messages);
  const question = useFlowValue(store, (state) => state.request.questions[index]);
  // Select the draft, because `getAnswer` returns a new object each time.
  const draft = useFlowValue(store, (state) => state.drafts[index], question?.id);
  const answer = draft && getAnswer(store.getState(), index);
  const renderText = useContext(RenderTextContext);
  if (!question || !draft) return null;
  const issue = getAnswerIssue(question, draft);
  const isEntered = answer !== undefined && (!answer.skipped || draft.skipped);
  const text = questionText(question, index, messages);
  // Without a header, the output of `renderText` names the button, unless its source is too long to listen to.
  const named = renderText && !headerText(question) && text.length < 300;
  const button = ids('change', index);
  return (
    <div {...part('review-item')} data-missing={issue ? '' : undefined}>
      <dt {...part('review-question')}>
        <bdi id={ids('review', index)}>{rendered(renderText, 'question', text)}</bdi>
      </dt>
      {answer ? (
        <AnswerText answer={answer} question={question} messages={messages} renderText={renderText} />
      ) : (
        <dd {...part('review-answer')}>{messages.notAnswered}</dd>
      )}
      {answer && issue && <dd {...part('answer-error')}>{answerIssueText(messages, question, draft)}</dd>}
      <dd {...part('review-action')}>
        <button
          {...part('change')}
          type="button"
          id={button}
          aria-labelledby={named ? `${button} ${ids('review', index)}` : undefined}
          onClick={() => engine.goTo(index)}
        >
          <span>{isEntered ? messages.change : messages.answer}</span>
          {!named && (
            <span {...part('hidden')}>
              {` ${messages.changeName(shortName(question, index, messages), isEntered)}`}
            </span>
          )}
        </button>
      </dd>
    </div>
  );
}
