import { forwardRef, type ComponentPropsWithoutRef, type ReactNode } from 'react';
import type { Answer, AskUserRecord } from '../../core/answer/types.js';
import { part } from '../dialog/anatomy.js';
import type { RenderText } from '../dialog/context.js';
import type { AskUserMessagesInput } from '../../messages/types.js';
import { withLaterMessages } from '../../messages/en-later.js';
import { ChangeAnswer } from './change-answer.js';
import type { OnCorrect } from './correction.js';
import { RecordBody } from './record-body.js';
import { RecordTitle } from './record-title.js';
import { getSettledKey, nameAsker } from '../../messages/asker.js';
import { mergeMessages } from '../../messages/labels.js';

/** Props of `AskUserReceipt`. */
export interface AskUserReceiptProps extends Omit<ComponentPropsWithoutRef<'div'>, 'children' | 'dir' | 'lang'> {
  /** Record of a settled request that `toRecord` created. Validate a stored record with `parseRecord` first. */
  record: AskUserRecord;
  /**
   * UI texts that replace those in English. May be partial. Their `locale` is the language of the date, which is the
   * default one of the browser or server without it.
   */
  messages?: AskUserMessagesInput | undefined;
  /**
   * Level of the heading.
   * @default 3
   */
  headingLevel?: 1 | 2 | 3 | 4 | 5 | 6 | undefined;
  /** Text direction. Defaults to the direction of the page around it. */
  dir?: 'ltr' | 'rtl' | undefined;
  /**
   * Time zone of the date, such as `Europe/Berlin`. Defaults to that of the system, also if the browser does not know
   * the time zone. HTML from a server then shows the server's time.
   */
  timeZone?: string | undefined;
  /** Renders a question's text or notes, for example as Markdown. By default, the plain text is rendered. */
  renderText?: RenderText | undefined;
  /**
   * Sends an answer that the user changes afterwards. With it, each answer of an answered request has a button "Change",
   * except those to secret questions. It opens the question with the answer in place of the button. The record stays as
   * it is.
   */
  onCorrect?: OnCorrect | undefined;
}

/**
 * Renders a `<div role="group">` with a settled request from its stored record: its status, its questions and its
 * answers, and apart from them what the user asked the agent, with the replies. For a discussion, it contains only the
 * answers so far, if there are any. Needs no `AskUser.Root` or client.
 */
export const AskUserReceipt = /* @__PURE__ */ forwardRef<HTMLDivElement, AskUserReceiptProps>(
  function AskUserReceipt(props, ref) {
    const { record, messages: ownMessages, headingLevel = 3, dir, timeZone, renderText, onCorrect, ...rest } = props;
    const { result, questions, answers, asker, answeredAt } = record;
    const messages = mergeMessages(ownMessages, asker);
    const status = getSettledKey(result);
    const title = <RecordTitle status={status} messages={messages} headingLevel={headingLevel} />;
    const time = renderTime(answeredAt, messages.locale, timeZone);
    const renderAction = (answer: Answer, index: number) => {
      const question = questions[index];
      return (
        onCorrect &&
        question &&
        !question.constraints?.secret && (
          <ChangeAnswer
            key={`${record.requestId} ${question.id}`}
            record={record}
            question={question}
            index={index}
            answer={answer}
            onCorrect={onCorrect}
            messages={withLaterMessages(messages)}
            headingLevel={headingLevel === 6 ? 5 : headingLevel}
            renderText={renderText}
          />
        )
      );
    };
    return (
      <div
        role="group"
        aria-label={nameAsker(messages.settled[status], messages)}
        dir={dir}
        lang={messages.locale}
        data-phase="settled"
        data-questions={questions.length === 1 ? 'one' : 'many'}
        {...part('card', rest)}
        ref={ref}
      >
        <div {...part('settled')} data-status={status}>
          {time ? (
            <div {...part('settled-header')}>
              {title}
              {time}
            </div>
          ) : (
            title
          )}
          <RecordBody
            status={status}
            questions={questions}
            answers={result.status === 'declined' ? (result.answers ?? []) : answers}
            reason={'reason' in result ? result.reason : undefined}
            about={result.status === 'declined' ? result.about : undefined}
            exchanges={record.exchanges}
            messages={messages}
            renderText={renderText}
            renderAction={result.status === 'answered' ? renderAction : undefined}
          />
        </div>
      </div>
    );
  },
);

function renderTime(at: number, locale: string | undefined, timeZone: string | undefined): ReactNode {
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return null;
  // A host may pass an invalid language tag, such as `en_US`, or a time zone that this browser does not know.
  const format = (tag?: string, zone?: string) => {
    try {
      return new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeStyle: 'short', timeZone: zone }).format(date);
    } catch {
      return undefined;
    }
  };
  return (
    // A server may format the date in another language or time zone than the browser.
    <time {...part('time')} dateTime={date.toISOString()} suppressHydrationWarning>
      {format(locale, timeZone) ?? format(undefined, timeZone) ?? format(locale) ?? format()}
    </time>
  );
}
