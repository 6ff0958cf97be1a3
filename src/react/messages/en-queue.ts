import { createFormat } from '../format.js';
import type { AskUserQueueMessages } from './types.js';

const createQueueMessages = (): AskUserQueueMessages => {
  const { plural } = createFormat('en');
  const elsewhere = (done: string) => (by: string | undefined) => `${done}${by ? ` by ${by}` : ''} in another window`;
  return {
    moreWaiting: (requests) => plural(requests, { one: '# more is waiting', other: '# more are waiting' }),
    nextAsker: 'Next: {asker}',
    elsewhere: {
      answered: elsewhere('Answered'),
      cancelled: elsewhere('Cancelled'),
      declined: elsewhere('Declined'),
    },
    unreached: 'The agent had gone on, and did not get this',
    orphaned: 'The agent is gone',
    orphanedText: 'Nobody waits for this answer.',
    nextQuestion: 'Next question',
    offline: 'Connection lost. Reconnecting… Your answers are kept.',
    online: 'Connected again.',
    reconnect: 'Reconnect',
    refused: 'Access was refused. You may have to sign in again. What you enter is kept.',
    tooLarge: 'Your answers are too long to be sent. They are still here. Shorten them and try again.',
  };
};

/** What a queue says in English. */
export const enQueue: AskUserQueueMessages = /* @__PURE__ */ createQueueMessages();
