import type { ReactNode } from 'react';
import type { Answer, AskUserResult } from '../core/answer/types.js';
import type { Question } from '../core/question/types.js';
import { part } from './anatomy.js';
import type { RenderText } from './context.js';
import type { AskUserMessages } from './messages/types.js';
import { AnswerText } from './parts/answer-text.js';
import { withAsker } from './text/asker.js';
import { cleanText } from './text/clean.js';
import { questionText } from './text/labels.js';

export interface RecordViewProps {
  status: AskUserResult['status'];
  asker: string | undefined;
  questions: readonly Question[];
  answers: readonly Answer[];
  /** Why it ended. */
  reason?: string | undefined;
  /** What was typed and never sent, by question. */
  unsent?: readonly (readonly string[])[] | undefined;
  messages: AskUserMessages;
  headingLevel: number;
  /** Gives the heading the focus at the end. */
  titleId?: string | undefined;
  renderText: RenderText | undefined;
  /** Beside the title: when that was. */
  time?: ReactNode;
  /** At the end. */
  children?: ReactNode;
}

/** What stays of a request, from plain data alone: static text, whatever the ending. */
export function RecordView(props: RecordViewProps): ReactNode {
  const { status, asker, questions, answers, reason, unsent, messages, headingLevel, titleId, renderText, time } =
    props;
  const Heading = `h${headingLevel}` as 'h3';
  const title = (
    <Heading {...part('title')} {...(titleId !== undefined && { id: titleId, tabIndex: -1 })}>
      {withAsker(messages.settled[status], asker ?? messages.asker)}
    </Heading>
  );
  const copyable = unsent?.some((texts) => texts.length > 0);
  const asked = (one: { question: string }, index: number) => {
    const text = questionText(one, index, messages);
    return renderText ? renderText(text, { kind: 'question' }) : text;
  };
  return (
    <div {...part('settled')} data-status={status}>
      {time ? (
        <div {...part('settled-header')}>
          {title}
          {time}
        </div>
      ) : (
        title
      )}
      {reason && (
        <p {...part('hint')} dir="auto">
          {cleanText(messages.reason(reason), { lines: true })}
        </p>
      )}
      {answers.length > 0 && (
        <dl {...part('settled-list')}>
          {answers.map((answer, index) => (
            <Item key={index} question={asked(answer, index)}>
              <AnswerText
                answer={answer}
                question={questions.find(({ id }) => id === answer.questionId)}
                messages={messages}
                renderText={renderText}
              />
            </Item>
          ))}
        </dl>
      )}
      {answers.length === 0 && !copyable && questions.length > 0 && (
        <dl {...part('settled-list')}>
          {questions.map((question, index) => (
            <Item key={index} question={asked(question, index)}>
              <dd {...part('review-answer')}>{messages.noAnswer}</dd>
            </Item>
          ))}
        </dl>
      )}
      {copyable && (
        <>
          <p {...part('hint')}>{messages.unsent}</p>
          <dl {...part('settled-list')}>
            {questions.map(
              (question, index) =>
                unsent?.[index]?.length !== 0 && (
                  <Item key={index} question={asked(question, index)}>
                    {unsent?.[index]?.map((text, at) => (
                      <dd {...part('review-answer')} key={at}>
                        <bdi>{text}</bdi>
                      </dd>
                    ))}
                  </Item>
                ),
            )}
          </dl>
        </>
      )}
      {props.children}
    </div>
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
