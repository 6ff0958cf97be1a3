'use client';
import type { ReactNode } from 'react';
import { isDiscussion } from '../../../core/flow/is-discussion.js';
import { discardedCount, longAnswers, unsentQuestions } from '../../../core/flow/selectors.js';
import { isBlank } from '../../../core/guards.js';
import { excerpt } from '../../../core/clean.js';
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
  const { asker, keepAnswering: dismiss } = messages;
  const { phase, result, request, message } = state;
  const unsent = unsentQuestions(state).map((index) => messages.quote(excerpt(state.drafts[index]?.askBack ?? '')));
  if (phase === 'confirmingLongAnswer') {
    const long = longAnswers(state);
    const confirm = messages.submitAnyway;
    if (long.length === 0) return { title: messages.askBackUnsent, text: paragraphs(unsent), dismiss, confirm };
    const line = ({ index, length }: (typeof long)[number]) =>
      messages.longItem(shortName(request.questions[index]!, index, messages), length);
    return {
      title: messages.longTitle(long.map(({ length }) => length)),
      text: paragraphs([
        ...(request.questions.length > 1 ? long.map(line) : []),
        ...(unsent.length > 0 ? [messages.askBackUnsent] : []),
        messages.longText,
      ]),
      dismiss: messages.edit,
      confirm,
    };
  }
  if (isDiscussion(result)) {
    const about = request.questions.findIndex(({ id }) => id === result.about);
    const question = request.questions[about];
    return {
      title: question ? messages.discussThisTitle : messages.discussTitle,
      text: paragraphs([
        ...(question ? [messages.quote(excerpt(questionText(question, about, messages)))] : []),
        messages.discussText(asker),
      ]),
      dismiss,
      confirm: messages.discussSend,
      field: <Message />,
    };
  }
  const count = discardedCount(state);
  return {
    title: messages.discardTitle(count),
    text: paragraphs([
      ...(unsent.length > 0 ? [messages.askBackUnsent] : []),
      ...(isBlank(message) ? [] : [messages.discussUnsent]),
      messages[result?.status === 'declined' ? 'declineText' : 'discardText'](asker),
    ]),
    dismiss,
    confirm: messages[count === 0 ? 'leave' : 'discard'],
    variant: 'danger',
  };
}

const paragraphs = (lines: readonly string[]): ReactNode =>
  lines.map((line, index) => (
    <div key={index}>
      <bdi>{line}</bdi>
    </div>
  ));

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
        value={message}
        onChange={({ target }) => intents.setMessage(target.value)}
      />
    </div>
  );
}
