import type { ReactNode } from 'react';
import type { Answer, Exchange } from '../../core/answer/types.js';
import type { Question } from '../../core/question/types.js';
import { part } from '../dialog/anatomy.js';
import type { RenderText } from '../dialog/context.js';
import { withLaterMessages } from '../../messages/en-later.js';
import type { DialogMessages } from '../../messages/types.js';
import { AnswerText } from '../dialog/parts/answer-text.js';
import { ReadOnlyText } from '../dialog/parts/quoted.js';
import { getClampLabels } from '../text/clamp-words.js';
import { cleanText, excerpt, isEmpty } from '../../core/clean.js';
import { questionText } from '../../messages/labels.js';
import { AskedBack } from './asked-back.js';
import { rendered } from '../text/render-text.js';

export interface RecordBodyProps {
  status: keyof DialogMessages['settled'];
  questions: readonly Question[];
  answers: readonly Answer[];
  /** Reason of the settlement, the user's message of a discussion, or the explanation of an orphaned request. */
  reason?: string | undefined;
  /** ID of the question that the user wanted to discuss. */
  about?: string | undefined;
  /** What the user asked the agent, with the replies. */
  exchanges?: readonly Exchange[] | undefined;
  /** Input that was not sent, by question. The last list contains the message to discuss, or is empty. */
  unsent?: readonly (readonly string[])[] | undefined;
  messages: DialogMessages;
  /** ID of the heading. With the suffixes `-unsent` and `-given`, ID of the elements that describe it. */
  titleId?: string | undefined;
  renderText: RenderText | undefined;
  /** Renders a `<dd>` after an answer. */
  renderAction?: ((answer: Answer, index: number) => ReactNode) | undefined;
}

/** In a sentence of another direction, a text keeps its own. */
const isolate = (text: string): string => `\u2068${text}\u2069`;

export function RecordBody(props: RecordBodyProps): ReactNode {
  const { status, questions, answers, reason, unsent, titleId, renderText, renderAction } = props;
  const { about, exchanges = [] } = props;
  const messages = withLaterMessages(props.messages);
  const copyable = unsent?.some((texts) => texts.length > 0);
  const partId = (name: string) => titleId && unsent && `${titleId}-${name}`;
  const clampLabels = getClampLabels(messages);
  const renderQuestion = (one: { question: string }, index: number) => {
    const text = questionText(one, index, messages);
    return rendered(renderText, 'question', text);
  };
  const renderContext = (context: string | undefined) => {
    const text = cleanText(context ?? '', { lines: true });
    return isEmpty(text) ? null : (
      <dd {...part('context')} dir="auto">
        <ReadOnlyText text={text} labels={clampLabels}>
          <bdi>{rendered(renderText, 'context', text)}</bdi>
        </ReadOnlyText>
      </dd>
    );
  };
  const noAnswers = (
    <dl {...part('settled-list')}>
      {questions.map((question, index) => (
        <Item key={index} question={renderQuestion(question, index)}>
          <dd {...part('review-answer')}>{messages.noAnswer}</dd>
        </Item>
      ))}
    </dl>
  );
  const shownReason =
    reason && cleanText(messages[status === 'discussed' ? 'quote' : 'reason'](reason), { lines: true });
  const aboutIndex = questions.findIndex(({ id }) => id === about);
  const asked = questions.flatMap(({ id }, index) =>
    exchanges.some(({ questionId }) => questionId === id) ? index : [],
  );
  return (
    <>
      {aboutIndex >= 0 && (
        <p {...part('hint')} dir="auto">
          <bdi>
            {messages.discussAbout(isolate(excerpt(questionText(questions[aboutIndex]!, aboutIndex, messages))))}
          </bdi>
        </p>
      )}
      {shownReason && (
        <div {...part('hint')} dir="auto">
          <ReadOnlyText text={shownReason} labels={clampLabels}>
            <bdi translate={status === 'discussed' ? 'no' : undefined}>{shownReason}</bdi>
          </ReadOnlyText>
        </div>
      )}
      {answers.length > 0 && (
        <dl {...part('settled-list')} id={partId('given')}>
          {answers.map((answer, index) => {
            // A discussion contains only the answered questions.
            const at = questions.findIndex(({ id }) => id === answer.questionId);
            return (
              <Item key={index} question={renderQuestion(answer, at < 0 ? index : at)}>
                {renderContext(questions[at]?.context)}
                <AnswerText answer={answer} question={questions[at]} messages={messages} renderText={renderText} />
                {renderAction?.(answer, at)}
              </Item>
            );
          })}
        </dl>
      )}
      {answers.length === 0 &&
        !copyable &&
        (questions.length > 1 ? (
          <details {...part('unanswered')}>
            <summary {...part('unanswered-title')}>{messages.questionCount(questions.length)}</summary>
            {noAnswers}
          </details>
        ) : (
          questions.length > 0 && noAnswers
        ))}
      {copyable && (
        <>
          <p {...part('hint')} id={partId('unsent')}>
            {messages.notSent}
          </p>
          <dl {...part('settled-list')}>
            {unsent?.map(
              (texts, index) =>
                texts.length > 0 && (
                  <Item
                    key={index}
                    question={questions[index] ? renderQuestion(questions[index], index) : messages.discuss}
                  >
                    {texts.map((text, at) => (
                      <dd key={at} {...part('review-answer')}>
                        <ReadOnlyText text={text} labels={clampLabels} />
                      </dd>
                    ))}
                  </Item>
                ),
            )}
          </dl>
        </>
      )}
      {asked.length > 0 && (
        <>
          <p {...part('hint')}>
            <strong>{messages.askedBack}</strong>
          </p>
          <dl {...part('settled-list')}>
            {asked.map((index) => (
              <Item key={index} question={renderQuestion(questions[index]!, index)}>
                {exchanges
                  .filter(({ questionId }) => questionId === questions[index]!.id)
                  .map((exchange) => (
                    <AskedBack key={exchange.key} {...{ exchange, messages, renderText }} />
                  ))}
              </Item>
            ))}
          </dl>
        </>
      )}
    </>
  );
}

function Item({ question, children }: { question: ReactNode; children: ReactNode }) {
  return (
    <div {...part('review-item')}>
      <dt {...part('review-question')}>
        <bdi>{question}</bdi>
      </dt>
      {children}
    </div>
  );
}
