// What the model asks, what the user does, and what the model has to read of it.
import { answer, cancel, discuss } from './user.mjs';

const DATABASES = [
  { label: 'Postgres, "16"', description: 'A server.' },
  { label: 'SQLite', description: 'A file.' },
];
const PARTS = [
  { label: 'Auth', description: 'To log in.' },
  { label: 'Mail, SMS', description: 'To tell.' },
  { label: 'Suche für "alles"', description: 'To find.' },
];

/** A header and descriptions, because Claude Code’s own tool requires them. */
const ask = (question, options, multiSelect = false) => ({
  questions: [{ question, header: 'Setup', options, multiSelect }],
});

const answered = (question, given, rest) => ({ answered: true, answers: [{ question, answer: given, ...rest }] });
const chosen = (question, label) => answered(question, label, { selectedOption: label, wasCustom: false });

const OWN = 'He said "no", ü:\nline two \\ "it\'s"';
const WHY = 'What is "big", für uns?';

/**
 * @typedef {object} Step
 * @property {string} question
 * @property {object} input of the tool
 * @property {(page: import('playwright').Page) => Promise<void>} act
 * @property {object} data the result as data
 * @property {string} [text] the result as text, if it is not the data
 * @property {string} hooked what Claude Code tells the model if the hook has answered its own tool
 */

/** @type {(step: Omit<Step, 'input'> & { options: object[], multiSelect?: boolean }) => Step} */
const step = ({ options, multiSelect, ...rest }) => ({ ...rest, input: ask(rest.question, options, multiSelect) });

const allowed = (question, text) =>
  `Your questions have been answered: "${question}"="${text}". You can now continue with these answers in mind.`;

const toldInOwnWords = (question, text) =>
  `The user answered: "${question}"="${text}". Read the answers carefully — they may request clarification, changes, or that you not proceed — and follow what they actually say.`;

const discussed = { answered: false, answers: [], discuss: true, status: 'declined', reason: WHY };
const cancelled = { answered: false, answers: [], cancelled: true };

/** The cases of one session, in order. */
export const SESSION = {
  option: [
    step({
      question: 'Which database?',
      options: DATABASES,
      act: (page) => answer(page, ['Postgres, "16"']),
      data: chosen('Which database?', 'Postgres, "16"'),
      hooked: allowed('Which database?', 'Postgres, "16"'),
    }),
  ],
  other: [
    step({
      question: 'Which "other" one?',
      options: DATABASES,
      act: (page) => answer(page, [], OWN),
      data: answered('Which "other" one?', OWN, { wasCustom: true }),
      hooked: toldInOwnWords('Which "other" one?', OWN),
    }),
  ],
  several: [
    step({
      question: 'Which parts?',
      options: PARTS,
      multiSelect: true,
      act: (page) => answer(page, ['Auth', 'Suche für "alles"']),
      data: answered('Which parts?', ['Auth', 'Suche für "alles"'], { wasCustom: false }),
      hooked: allowed('Which parts?', String.raw`Auth, "Suche für \"alles\""`),
    }),
  ],
  declined: [
    step({
      question: 'How big?',
      options: DATABASES,
      act: (page) => discuss(page, WHY),
      data: discussed,
      text: `The user has not answered yet, and wants to discuss the questions first. No option was chosen. The user said: ${JSON.stringify(WHY)}.\n${JSON.stringify(discussed)}`,
      hooked: `PreToolUse:AskUserQuestion hook error: The user wants to clarify these questions, and has not answered yet. Nothing below was submitted, and nothing else was chosen. The user said: ${JSON.stringify(WHY)}.\n\nQuestions asked:\n- "How big?"\n  (No answer provided)`,
    }),
  ],
  cancelled: [
    step({
      question: 'Shall I go on?',
      options: DATABASES,
      act: cancel,
      data: cancelled,
      text: `${JSON.stringify(cancelled)}\nThe user cancelled. Nobody answered and no option was chosen.`,
      hooked: 'PreToolUse:AskUserQuestion hook error: The user cancelled. Nobody answered and no option was chosen.',
    }),
  ],
  two: ['Which color?', 'Which size?'].map((question) =>
    step({
      question,
      options: DATABASES,
      act: (page) => answer(page, ['SQLite']),
      data: chosen(question, 'SQLite'),
      hooked: allowed(question, 'SQLite'),
    }),
  ),
};

const [DOWN, RIGHT, ENTER, ESCAPE] = ['\u001B[B', '\u001B[C', '\r', '\u001B'];
const TYPED = `He said "no", ü: \\ "it's"`;
const declined = { answered: false, answers: [], status: 'declined' };

/**
 * The same cases in a form of Claude Code in its terminal: each key with the text that the terminal shows before it. The
 * form has a field for the options and one for own words.
 */
export const FORM = {
  option: {
    ...SESSION.option[0],
    keys: [
      [RIGHT, 'Which database?'],
      [ENTER, 'Space to select'],
      [DOWN, 'Type something'],
      [ENTER, '❯ Accept'],
    ],
  },
  other: {
    ...SESSION.other[0],
    keys: [
      [DOWN, 'Which "other" one?'],
      [TYPED, 'Type something'],
      [DOWN, TYPED],
      [ENTER, '❯ Accept'],
    ],
    data: answered('Which "other" one?', TYPED, { wasCustom: true }),
  },
  declined: {
    ...SESSION.declined[0],
    isSlow: true,
    keys: [
      [DOWN, 'How big?'],
      [DOWN, 'Type something'],
      [DOWN, '❯ Accept'],
      [ENTER, '❯ Decline'],
    ],
    data: declined,
    text: `${JSON.stringify(declined)}\nThe user declined to answer. Nobody answered and no option was chosen.`,
  },
  cancelled: { ...SESSION.cancelled[0], isSlow: true, keys: [[ESCAPE, 'Shall I go on?']] },
};

/** Asked when nobody answers any more. */
export const LAST = step({ question: 'Are you still there?', options: DATABASES });

/** What the user answers late. */
export const LATE = step({
  question: 'Which one, after a while?',
  options: DATABASES,
  act: (page) => answer(page, ['SQLite']),
  data: chosen('Which one, after a while?', 'SQLite'),
  hooked: allowed('Which one, after a while?', 'SQLite'),
});

/** Returns the result as the text and the structured content of a tool, and as the hook’s answer. */
export function resultOf({ data, text, hooked }) {
  const json = JSON.stringify(data);
  return text === undefined
    ? { text: json, data: json, hooked }
    : { text, data: JSON.stringify({ ...data, text }), hooked };
}
