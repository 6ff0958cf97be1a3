/** The steps of the speech test: the user's actions, and the words that Orca must speak exactly once. */
const AUTH = {
  id: 'auth',
  header: 'Auth',
  question: 'Which auth method should we use?',
  multiSelect: false,
  options: [
    { label: 'OAuth 2.0', description: 'Delegated access through a provider' },
    { label: 'SAML', description: 'Enterprise single sign-on' },
  ],
};
const FEATURES = {
  id: 'features',
  header: 'Features',
  question: 'Which features should we include?',
  multiSelect: true,
  options: [{ label: 'Accounts' }, { label: 'REST API' }],
};
const NAME = {
  id: 'name',
  header: 'Name',
  question: 'What should we name this service?',
  multiSelect: false,
  options: [],
};

const card = (requestId, ...questions) => ({
  show: { requestId, questions, asker: 'Setup assistant', confirmCancel: 'always' },
});
const GONE = { show: null };
const MESSAGE = { focus: 'message' };

/**
 * @typedef {object} SpokenStep
 * @property {string} [title] The user's action. A step without a title prepares the next one and is not reported.
 * @property {object[]} [orders] Orders that are sent to the page.
 * @property {RegExp} [tabTo] Tab is pressed until the focused element matches.
 * @property {string[]} [keys] Keys that are pressed through the X server.
 * @property {string[]} [once] Words that Orca must speak exactly once.
 */

/** @type {SpokenStep[]} */
export const STEPS = [
  { orders: [MESSAGE], once: ['Message'] },
  {
    title: 'A card with one question arrives. The focus is in the message.',
    orders: [card('one', AUTH)],
    once: ['Setup assistant has a question: Which auth method should we use?'],
  },
  { title: 'Tab, until the options are reached', tabTo: /^radio .*OAuth/, once: ['OAuth 2.0'] },
  { title: 'Space', keys: ['space'], once: ['selected'] },
  { title: 'Enter submits the answer', keys: ['Return'], once: ['You answered Setup assistant'] },

  { orders: [GONE, MESSAGE] },
  {
    title: 'A card with three questions arrives',
    orders: [card('three', AUTH, FEATURES, NAME)],
    once: ['Setup assistant has 3 questions. First: Which auth method should we use?'],
  },
  { tabTo: /^radio .*OAuth/ },
  { keys: ['space'] },
  {
    title: 'Enter goes to the next question',
    keys: ['Return'],
    once: ['Question 2 of 3.', 'Which features should we include?'],
  },

  { orders: [GONE, MESSAGE] },
  { orders: [card('missing', AUTH)] },
  { tabTo: /^button Submit/ },
  {
    title: 'Submit with nothing chosen',
    keys: ['Return'],
    once: ['Choose an option, or type your answer under Other.'],
  },
  { tabTo: /^radio .*OAuth/ },
  { keys: ['space'] },
  {
    title: 'Escape, with an answer chosen',
    keys: ['Escape'],
    once: ['Discard 1 answer?', 'Keep answering'],
  },
  { title: 'Escape, in the confirmation', keys: ['Escape'], once: ['OAuth 2.0'] },
];
