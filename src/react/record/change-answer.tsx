'use client';
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import type { Answer, AskUserRecord } from '../../core/answer/types.js';
import type { Question } from '../../core/question/types.js';
import type { AskUserLaterMessages } from '../../messages/lazy-types.js';
import { shortName } from '../../messages/labels.js';
import type { DialogMessages } from '../../messages/types.js';
import { part } from '../dialog/anatomy.js';
import type { RenderText } from '../dialog/context.js';
import { later, useLater } from '../lazy/later.js';
import type { OnCorrect } from './correction.js';

// With the dialog, which a page that only shows receipts does not load.
const laterForm = /* @__PURE__ */ later(() => import('./correction-form.js'));

export interface ChangeAnswerProps {
  record: AskUserRecord;
  question: Question;
  /** Index of the question in the record. */
  index: number;
  answer: Answer;
  onCorrect: OnCorrect;
  messages: DialogMessages & AskUserLaterMessages;
  headingLevel: 1 | 2 | 3 | 4 | 5;
  renderText: RenderText | undefined;
}

/** Renders `<dd>` elements: the button that opens the form, or the form. */
export function ChangeAnswer(props: ChangeAnswerProps): ReactNode {
  const { question, index, answer, messages } = props;
  const [isOpen, setOpen] = useState(false);
  const [isSent, setSent] = useState(false);
  const wasOpen = useRef(false);
  const button = useRef<HTMLButtonElement>(null);
  const noteId = useId();
  const form = useLater(laterForm, isOpen);
  const shows = isOpen && form;
  useEffect(() => {
    if (wasOpen.current && !isOpen) button.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  if (shows)
    return (
      <dd {...part('correction')}>
        <form.CorrectionForm
          {...props}
          onClose={(sent) => {
            setOpen(false);
            if (sent) setSent(true);
          }}
        />
      </dd>
    );
  return (
    <>
      <dd {...part('review-action')}>
        <button
          {...part('change')}
          type="button"
          ref={button}
          // The focus returns to the button, so a screen reader reads the note with it.
          aria-describedby={isSent ? noteId : undefined}
          onClick={() => setOpen(true)}
        >
          <span>{answer.skipped ? messages.answer : messages.change}</span>
          <span
            {...part('hidden')}
          >{` ${messages.changeName(shortName(question, index, messages), !answer.skipped)}`}</span>
        </button>
      </dd>
      {isSent && (
        <dd {...part('hint')} id={noteId}>
          {messages.corrected}
        </dd>
      )}
    </>
  );
}
