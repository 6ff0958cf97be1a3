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

/** What is wrong, and the sentence that tells the model what to do about it. */
const SENTENCES: readonly [what: string, input: unknown, sentence: string][] = [
  ['a list that is none', { questions: 5 }, 'questions: Must be an array, or JSON text of one.'],
  ['no question in the list', { questions: [] }, 'questions: Must have at least one question.'],
  ['more than is told', { questions: Array.from({ length: 100 }, () => ({})) }, '51 more could not be listed.'],
  ['what can’t be read', throwing, 'Could not be read. Send plain JSON.'],
  ['metadata that is none', { ...one({}), metadata: 1 }, 'metadata: Ignored. Send an object.'],
  ['an answer of the model’s', { ...one({}), answers: {} }, 'answers: Dropped. A model must not set it.'],
  ['no text', { questions: [{}] }, 'questions[0].question: Missing question. Send a string.'],
  ['a blank text', one({ question: ' ' }), 'questions[0].question: Blank. Send a question.'],
  ['a header that is no text', one({ header: 5 }), 'questions[0].header: Ignored. Send a string.'],
  ['no header', one({}), 'questions[0].header: Missing. Send a string.'],
  ['a number as an id', one({ id: 5 }), 'questions[0].id: Read as "5". Send a string.'],
  ['no possible id', one({ id: {} }), 'questions[0].id: Read as "q1". Send a unique string.'],
  ['a word for a truth', one({ multiSelect: 'true' }), 'questions[0].multiSelect: Read as true. Send true or false.'],
  ['no label', one({ options: [YES, {}] }), 'questions[0].options[1].label: Missing label. Send a string.'],
  ['two equal labels', one({ options: [YES, YES] }), 'questions[0].options[1].label: Must be unique.'],
  ['one option', one({ options: [YES] }), 'questions[0].options: Must have 2-4 items, has 1.'],
];

describe('what the model is told', () => {
  it.each(SENTENCES)('[R-PARSE] %s', (_, input, sentence) => {
    const parsed = parseRequest(input, { limits: LIMITS.pilotDeck });
    const issues = parsed.ok ? parsed.warnings : parsed.issues;
    expect(formatIssues(issues)).toContain(sentence);
  });
});
