import type { AskUserOfferMessages } from './lazy-types.js';

export const createOfferMessages = (number: (value: number) => string = String): AskUserOfferMessages => ({
  submitPartial: 'Send what I have',
  partialText: (missing, questions, asker) =>
    `${number(missing)} of ${number(questions)} questions ${missing === 1 ? 'stays' : 'stay'} unanswered. ${asker} will be told so.`,
  discussTitle: 'Discuss the questions first?',
  discussWhat: 'What should be cleared up first? (optional)',
  discussText: (asker) => `${asker} receives your message and your answers so far. The answers are not submitted yet.`,
  discussSend: 'Send and discuss',
  discussUnsent: 'Your message will not be sent.',
});

/** English messages of `allow.partial` and `allow.discuss`. */
export const enOffers: AskUserOfferMessages = /* @__PURE__ */ createOfferMessages();
