import type { AskUserOfferMessages } from './lazy-types.js';

export const enOffers: AskUserOfferMessages = {
  submitPartial: 'Send what I have',
  partialText: (missing, questions, asker) =>
    `${missing} of ${questions} questions ${missing === 1 ? 'stays' : 'stay'} unanswered. ${asker} will be told so.`,
  discussTitle: 'Discuss the questions first?',
  discussWhat: 'What should be cleared up first? (optional)',
  discussText: (asker) => `${asker} receives your message and your answers so far. The answers are not submitted yet.`,
  discussSend: 'Send and discuss',
  discussUnsent: 'Your message will not be sent.',
};
