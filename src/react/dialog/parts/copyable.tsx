import type { ReactNode } from 'react';
import { part } from '../anatomy.js';
import type { AskUserMessages } from '../../../messages/types.js';

export const EnteredTexts = ({ texts }: { texts: readonly string[] }): ReactNode =>
  texts.map((text, at) => (
    <div key={at} {...part('review-answer')} dir="auto" translate="no">
      {text}
    </div>
  ));

interface UnsentTextsProps {
  texts: readonly string[];
  messages: AskUserMessages;
  /** ID of the sentence before the texts. */
  id?: string | undefined;
}

export const UnsentTexts = ({ texts, messages, id }: UnsentTextsProps): ReactNode =>
  texts.length > 0 && (
    <>
      <p {...part('hint')} id={id}>
        {messages.notSent}
      </p>
      <EnteredTexts texts={texts} />
    </>
  );
