import { createFormat, type Format } from './languages/format.js';
import type { AskUserMessages } from './types.js';

/** Titles of the confirmations, separate because `useAskUser` needs no other message. */
export const createConfirmMessages = ({
  number,
  plural,
}: Format): Pick<AskUserMessages, 'discuss' | 'discardTitle' | 'longTitle'> => ({
  discuss: 'Discuss instead',
  discardTitle: (answers) =>
    answers === 0 ? 'Leave without answering?' : `Discard ${plural(answers, { one: '# answer', other: '# answers' })}?`,
  longTitle: (lengths) =>
    lengths.length === 1
      ? `Answer is long (${number(lengths[0] ?? 0)} chars). Continue anyway?`
      : `${number(lengths.length)} answers are long. Continue anyway?`,
});

export const enConfirm = /* @__PURE__ */ createConfirmMessages(/* @__PURE__ */ createFormat('en'));
