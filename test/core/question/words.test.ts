import { describe, expect, it } from 'vitest';
import { formatIssues } from '../../../src/core/question/issues.js';
import { LIMITS } from '../../../src/core/question/limits.js';
import { parseRequest } from '../../../src/core/question/parse-request.js';

const YES = { label: 'Yes', description: 'Sure' };
const one = (fields: object) => ({ questions: [{ question: 'Which?', options: ['A', 'B'], ...fields }] });
const throwing = {
  get questions() {
    throw new Error('no');
  },
};

/** An input, and the sentence that explains its issue to the model. */
const SENTENCES: readonly [what: string, input: unknown, sentence: string][] = [
  ['questions that is not an array', { questions: 5 }, 'questions: Must be an array, or JSON text of one.'],
  ['an empty array of questions', { questions: [] }, 'questions: Must have at least one question.'],
  [
    'more issues than are listed',
    { questions: Array.from({ length: 100 }, () => ({})) },
    '51 more could not be listed.',
  ],
  ['an unreadable input', throwing, 'Could not be read. Send plain JSON.'],
  ['metadata that is not an object', { ...one({}), metadata: 1 }, 'metadata: Ignored. Send an object.'],
  ['an answer from the model', { ...one({}), answers: {} }, 'answers: Dropped. A model must not set it.'],
  ['a question without text', { questions: [{}] }, 'questions[0].question: Missing question. Send a string.'],
  ['a blank question', one({ question: ' ' }), 'questions[0].question: Blank. Send a question.'],
  ['a header that is not a string', one({ header: 5 }), 'questions[0].header: Ignored. Send a string.'],
  ['a missing header', one({}), 'questions[0].header: Missing. Send a string.'],
  ['a number as an id', one({ id: 5 }), 'questions[0].id: Read as "5". Send a string.'],
  ['an object as an id', one({ id: {} }), 'questions[0].id: Read as "q1". Send a unique string.'],
  [
    'a string as a boolean',
    one({ multiSelect: 'true' }),
    'questions[0].multiSelect: Read as true. Send true or false.',
  ],
  ['a rule that is not read', one({ required: true }), 'questions[0].required: Dropped. A model must not set it.'],
  [
    'an option without a label',
    one({ options: [YES, {}] }),
    'questions[0].options[1].label: Missing label. Send a string.',
  ],
  ['two equal labels', one({ options: [YES, YES] }), 'questions[0].options[1].label: Must be unique.'],
  ['one option', one({ options: [YES] }), 'questions[0].options: Must have 2-4 items, has 1.'],
];

describe('formatIssues', () => {
  it.each(SENTENCES)('explains %s [R-PARSE]', (_, input, sentence) => {
    const parsed = parseRequest(input, { limits: LIMITS.pilotDeck });
    const issues = parsed.ok ? parsed.warnings : parsed.issues;
    expect(formatIssues(issues)).toContain(sentence);
  });
});
