import type { ReactNode } from 'react';
import { part } from '../anatomy.js';
import type { AskUserMessages } from '../messages/types.js';

/** What was entered, where nothing else can be drawn. */
export const Entered = ({ texts }: { texts: readonly string[] }): ReactNode =>
  texts.map((text, at) => (
    <div {...part('review-answer')} dir="auto" key={at}>
      {text}
    </div>
  ));

/** What was entered and not used. */
export const Copyable = ({ texts, messages }: { texts: readonly string[]; messages: AskUserMessages }): ReactNode =>
  texts.length > 0 && (
    <>
      <p {...part('hint')}>{messages.unsent}</p>
      <Entered texts={texts} />
    </>
  );
