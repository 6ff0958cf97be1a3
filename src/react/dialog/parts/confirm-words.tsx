'use client';
import type { ReactNode } from 'react';
import { isDiscussion } from '../../../core/flow/is-discussion.js';
import { longAnswers, unsentQuestions } from '../../../core/flow/selectors.js';
import { isBlank } from '../../../core/guards.js';
import { excerpt } from '../../../core/clean.js';
import { confirmationTexts } from '../../../messages/confirmation.js';
import { enConfirm } from '../../../messages/en-confirm.js';
import { withLaterMessages } from '../../../messages/en-later.js';
import { questionText, shortName } from '../../../messages/labels.js';
import { useFlowState } from '../../flow/use-flow-value.js';
import { part } from '../anatomy.js';
import { useAsk, type AskUserContextValue } from '../context.js';
import type { ConfirmWords } from './confirm.js';

/** Returns what the open confirmation says. */
export function getConfirmWords({ store, ...ask }: AskUserContextValue): ConfirmWords {
  const state = store.getState();
  const messages = { ...enConfirm, ...withLaterMessages(ask.messages) };
  const { result, request, message, phase } = state;
  const texts = confirmationTexts(state, messages);
  const unsent = unsentQuestions(state).map((index) => messages.quote(excerpt(state.drafts[index]?.askBack ?? '')));
  const unsentLine = unsent.length > 0 && messages.askBackUnsent;
  if (isDiscussion(result)) {
    const about = request.questions.findIndex(({ id }) => id === result.about);
    const question = request.questions[about];
    return {
      ...texts,
      title: question ? messages.discussThisTitle : messages.discussTitle,
      text: paragraphs([
        question && messages.quote(excerpt(questionText(question, about, messages))),
        texts.text,
        messages.discussText(messages.asker),
      ]),
      confirm: messages.discussSend,
      field: <Message />,
    };
  }
  if (phase !== 'confirmingLongAnswer') {
    const lines = [unsentLine, !isBlank(message) && messages.discussUnsent, texts.text];
    return { ...texts, text: paragraphs(lines), variant: 'danger' };
  }
  const long = longAnswers(state);
  const items = long.map(({ index, length }) =>
    messages.longItem(shortName(request.questions[index]!, index, messages), length),
  );
  const lines = long.length > 0 ? [...(request.questions.length > 1 ? items : []), unsentLine] : unsent;
  return { ...texts, text: paragraphs([...lines, texts.text]) };
}

const paragraphs = (lines: readonly (string | false | undefined)[]): ReactNode =>
  lines.map(
    (line, index) =>
      line && (
        <div key={index}>
          <bdi>{line}</bdi>
        </div>
      ),
  );

const putCaretAtEnd = (field: HTMLTextAreaElement | null) =>
  field?.setSelectionRange(field.value.length, field.value.length);

/** The message with which the user asks to discuss the questions. */
function Message() {
  const { store, intents, ids, messages } = useAsk();
  const message = useFlowState(store, (state) => state.message);
  return (
    <div {...part('notes')}>
      <label {...part('notes-label')} htmlFor={ids('discuss')}>
        {withLaterMessages(messages).discussWhat}
      </label>
      <textarea
        {...part('field')}
        id={ids('discuss')}
        rows={3}
        dir="auto"
        // Detach from an ancestor `<form>`.
        form=""
        autoComplete="off"
        ref={putCaretAtEnd}
        value={message}
        onChange={({ target }) => intents.setMessage(target.value)}
      />
    </div>
  );
}
