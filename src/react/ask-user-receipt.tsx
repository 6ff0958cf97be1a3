import { forwardRef, type ComponentPropsWithoutRef, type ReactNode } from 'react';
import type { AskUserRecord } from '../core/answer/types.js';
import { defined } from '../core/guards.js';
import { part } from './anatomy.js';
import type { RenderText } from './context.js';
import { enFirst } from './messages/en-first.js';
import type { AskUserMessages, AskUserMessagesInput } from './messages/types.js';
import { RecordBody } from './record-body.js';
import { RecordView } from './record-view.js';
import { settledAs } from './text/settled-as.js';
import { nameAsker } from './text/asker.js';

export interface AskUserReceiptProps extends Omit<ComponentPropsWithoutRef<'div'>, 'children' | 'dir' | 'lang'> {
  /** What `toRecord` made of a settled request. One from a database is read by `parseRecord` first. */
  record: AskUserRecord;
  /** Words to replace, in part or all. @default English */
  messages?: AskUserMessagesInput | undefined;
  /** @default 3 */
  headingLevel?: 1 | 2 | 3 | 4 | 5 | 6 | undefined;
  /** @default the direction of the page around it */
  dir?: 'ltr' | 'rtl' | undefined;
  /** Language of the words and of the date, as a BCP 47 tag. @default the page's, and the system's for the date */
  locale?: string | undefined;
  /** Where the date is told, as `Europe/Berlin`. @default the system's: what a server draws shows the server's time */
  timeZone?: string | undefined;
  /** Draws a question's text or a note, as Markdown for example. @default the text alone */
  renderText?: RenderText | undefined;
}

/**
 * A settled request as it stays in the conversation, from its stored record alone: what was asked, what was chosen and
 * said, or how else it ended. Static text; needs no `AskUser.Root`, no browser and no client.
 * Renders a `<div role="group">`.
 */
export const AskUserReceipt = /* @__PURE__ */ forwardRef<HTMLDivElement, AskUserReceiptProps>(
  function AskUserReceipt(props, ref) {
    const { record, messages = {}, headingLevel = 3, dir, locale, timeZone, renderText, ...rest } = props;
    const { result, questions, answers, asker, answeredAt } = record;
    const words: AskUserMessages = { ...enFirst, ...defined<Partial<AskUserMessages>>(messages) };
    return (
      <div
        role="group"
        aria-label={nameAsker(words.settled[settledAs(result)], asker ?? words.asker)}
        dir={dir}
        lang={locale}
        data-phase="settled"
        data-questions={questions.length === 1 ? 'one' : 'many'}
        {...part('card')}
        {...rest}
        ref={ref}
      >
        <RecordView
          Body={RecordBody}
          status={settledAs(result)}
          asker={asker}
          questions={questions}
          answers={result.status === 'declined' ? (result.answers ?? []) : answers}
          reason={'reason' in result ? result.reason : undefined}
          messages={words}
          headingLevel={headingLevel}
          renderText={renderText}
          time={drawTime(answeredAt, locale, timeZone)}
        />
      </div>
    );
  },
);

function drawTime(at: number, locale: string | undefined, timeZone: string | undefined): ReactNode {
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return null;
  const style = { dateStyle: 'medium', timeStyle: 'short', timeZone } as const;
  let format;
  try {
    format = new Intl.DateTimeFormat(locale, style);
  } catch {
    // No language tag, as `en_US`.
    format = new Intl.DateTimeFormat(undefined, style);
  }
  return (
    // A server may write another language's date, or another zone's, than the browser would.
    <time {...part('time')} dateTime={date.toISOString()} suppressHydrationWarning>
      {format.format(date)}
    </time>
  );
}
