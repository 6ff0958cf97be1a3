import { createFormat } from './languages/format.js';
import type { AskUserConfirmMessages } from './lazy-types.js';

export function createConfirmMessages(locale = 'en'): AskUserConfirmMessages {
  const { number, plural } = createFormat(locale);
  return {
    discardTitle: (answers) =>
      answers === 0
        ? 'Leave without answering?'
        : `Discard ${plural(answers, { one: '# answer', other: '# answers' })}?`,
    discardText: (asker) => `${asker} will be told that you cancelled.`,
    declineText: (asker) => `${asker} will be told that you declined to answer.`,
    keepAnswering: 'Keep answering',
    discard: 'Discard answers',
    leave: 'Leave without answering',
    askBackUnsent: 'Your question will not be sent.',
    longTitle: (lengths) =>
      lengths.length === 1
        ? `Answer is long (${number(lengths[0] ?? 0)} chars). Continue anyway?`
        : `${number(lengths.length)} answers are long. Continue anyway?`,
    longItem: (name, length) => `${name}: ${number(length)} chars`,
    longText: 'Long answers are sent in full.',
    edit: 'Edit answer',
    submitAnyway: 'Submit anyway',
  };
}

export const enConfirm: AskUserConfirmMessages = /* @__PURE__ */ createConfirmMessages();
