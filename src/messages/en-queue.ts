import { createFormat } from './languages/format.js';
import type { AskUserQueueMessages } from './lazy-types.js';

/** Creates the English messages of a queue, with the numbers of a region. */
export const createQueueMessages = (locale = 'en'): AskUserQueueMessages => {
  const { number } = createFormat(locale);
  const elsewhere = (done: string) => (by: string | undefined) =>
    by ? `${done} by ${by}` : `${done} in another window`;
  return {
    moreWaiting: (requests) => `${number(requests)} more waiting`,
    nextAsker: 'Next: {asker}',
    elsewhere: {
      answered: elsewhere('Answered'),
      cancelled: elsewhere('Cancelled'),
      declined: elsewhere('Declined'),
      discussed: (by) => (by ? `${by} asked to discuss the questions first` : 'Discussion requested in another window'),
    },
    unreached: 'The agent had gone on, and did not get this',
    orphaned: 'The agent has stopped',
    orphanedText: 'No one is waiting for this answer.',
    nextQuestion: 'Next question',
    offline: 'Connection lost. Reconnecting…',
    online: 'Connected again.',
    reconnect: 'Reconnect',
    unauthorized: 'You’re signed out. Sign in and try again.',
    forbidden: 'You don’t have permission to answer.',
    misdirected: 'The server doesn’t accept the address of this page.',
    kept: 'Your answers are kept.',
    tooLarge: 'Your answers are too long to send. Shorten them and try again.',
    rejected: 'The server didn’t accept your answers. Change them and try again.',
  };
};

export const enQueue: AskUserQueueMessages = /* @__PURE__ */ createQueueMessages();
