import type { ReactNode } from 'react';
import { part } from '../anatomy.js';
import type { AskUserMessages } from '../../messages/types.js';

export const EnteredTexts = ({ texts }: { texts: readonly string[] }): ReactNode =>
  texts.map((text, at) => (
    <div {...part('review-answer')} dir="auto" key={at}>
      {text}
    </div>
  ));

export const UnsentTexts = ({ texts, messages }: { texts: readonly string[]; messages: AskUserMessages }): ReactNode =>
  texts.length > 0 && (
    <>
      <p {...part('hint')}>{messages.notSent}</p>
      <EnteredTexts texts={texts} />
    </>
  );
