import { describe, expect, it } from 'vitest';
import { buildAnswers } from '../../../src/core/answer/build-answers.js';
import { toOutput } from '../../../src/core/answer/output.js';
import type { AnsweredResult, UnansweredResult, Reply } from '../../../src/core/answer/types.js';
import { parseRequest } from '../../../src/core/question/parse-request.js';

/** Parses the input and answers its questions, one reply per question in order. */
function answered(input: unknown, ...replies: readonly Omit<Reply, 'questionId'>[]): AnsweredResult {
  const parsed = parseRequest(input);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.issues));
  const { questions } = parsed.value;
  const built = buildAnswers(
    parsed.value,
    replies.map((reply, i) => ({ ...reply, questionId: questions[i]?.id ?? '' })),
  );
  if (!built.ok) throw new Error(JSON.stringify(built.issues));
  return { status: 'answered', answers: built.value };
}

const DATABASE = {
  question: 'Which database should we use?',
  header: 'Database Selection',
  options: [
    { label: 'PostgreSQL (Recommended)', description: 'Battle-tested relational DB' },
    { label: 'SQLite', description: 'Lightweight, file-based' },
    { label: 'MongoDB', description: 'Document store' },
  ],
};
const SERVICE = { question: 'What should we name this service?', header: 'Service Setup' };
const FEATURES = {
  question: 'Which features should we include?',
  options: [{ label: 'Authentication' }, { label: 'REST API' }, { label: 'Admin Dashboard' }],
  multiSelect: true,
};

describe('toOutput for an answered request', () => {
  it('returns an option and a custom text [R-RESULT]', () => {
    const result = answered(
      { questions: [DATABASE, SERVICE] },
      { selected: [0] },
      { selected: [], custom: 'order-processor' },
    );
    expect(toOutput(result)).toStrictEqual({
      answered: true,
      answers: [
        {
          question: 'Which database should we use?',
          answer: 'PostgreSQL (Recommended)',
          selectedOption: 'PostgreSQL (Recommended)',
          wasCustom: false,
        },
        { question: 'What should we name this service?', answer: 'order-processor', wasCustom: true },
      ],
    });
  });

  it('returns the custom text of Other [R-RESULT]', () => {
    const result = answered({ questions: [DATABASE] }, { selected: [], custom: 'I want to use DynamoDB' });
    expect(toOutput(result)).toStrictEqual({
      answered: true,
      answers: [{ question: 'Which database should we use?', answer: 'I want to use DynamoDB', wasCustom: true }],
    });
  });

  it('returns several options, with and without Other [R-RESULT]', () => {
    const several = answered({ questions: [FEATURES] }, { selected: [2, 0] });
    expect(toOutput(several)).toStrictEqual({
      answered: true,
      answers: [{ question: FEATURES.question, answer: ['Authentication', 'Admin Dashboard'], wasCustom: false }],
    });
    const withOther = answered({ questions: [FEATURES] }, { selected: [1], custom: 'Metrics' });
    expect(toOutput(withOther)).toStrictEqual({
      answered: true,
      answers: [{ question: FEATURES.question, answer: ['REST API', 'Metrics'], wasCustom: true }],
    });
  });

  it('includes notes and `skipped` only if they are present [R-RESULT]', () => {
    const result = answered(
      { questions: [DATABASE, SERVICE] },
      { selected: [1], notes: 'for now' },
      { selected: [], skipped: true, notes: 'later' },
    );
    expect(toOutput(result)).toStrictEqual({
      answered: true,
      answers: [
        { question: DATABASE.question, answer: 'SQLite', selectedOption: 'SQLite', wasCustom: false, notes: 'for now' },
        { question: SERVICE.question, answer: '', wasCustom: false, notes: 'later', skipped: true },
      ],
    });
  });

  it('returns two answers for two equal questions [R-ID]', () => {
    const result = answered(
      { questions: [SERVICE, SERVICE] },
      { selected: [], custom: 'a' },
      { selected: [], custom: 'b' },
    );
    expect(toOutput(result).answers.map(({ answer }) => answer)).toEqual(['a', 'b']);
  });

  it('returns a value that survives JSON unchanged', () => {
    const output = toOutput(
      answered(
        { questions: [FEATURES, SERVICE] },
        { selected: [0], custom: 'a, "b"\n' },
        { selected: [], custom: '😀' },
      ),
    );
    expect(JSON.parse(JSON.stringify(output))).toStrictEqual(output);
  });
});

describe('toOutput for an unanswered result', () => {
  it.each<[UnansweredResult, object]>([
    [{ status: 'cancelled' }, { cancelled: true }],
    [{ status: 'cancelled', reason: 'wrong window' }, { cancelled: true }],
    [{ status: 'connectionLost' }, { connectionLost: true }],
    [{ status: 'connectionLost', reason: 'offline' }, { connectionLost: true }],
    [{ status: 'declined' }, { status: 'declined' }],
    [
      { status: 'declined', reason: 'private' },
      { status: 'declined', reason: 'private' },
    ],
    [
      { status: 'declined', discuss: true },
      { status: 'declined', discuss: true },
    ],
    [
      { status: 'aborted', reason: '' },
      { status: 'aborted', reason: '' },
    ],
    [
      { status: 'superseded', reason: 'a message arrived' },
      { status: 'superseded', reason: 'a message arrived' },
    ],
    [{ status: 'timedOut' }, { status: 'timedOut' }],
    [
      { status: 'unavailable', reason: 'no window' },
      { status: 'unavailable', reason: 'no window' },
    ],
    [{ status: 'invalid', issues: [] }, { status: 'invalid' }],
    [
      {
        status: 'invalid',
        issues: [
          { code: 'missing', path: 'questions', message: 'Missing. Send questions.' },
          { code: 'x', path: '', message: 'More.' },
        ],
      },
      { status: 'invalid', reason: '- questions: Missing. Send questions.\n- More.' },
    ],
  ])('returns the documented form of %j [R-RESULT] [R-NOPHANTOM]', (result, fields) => {
    expect(toOutput(result)).toStrictEqual({ answered: false, answers: [], ...fields });
  });
});
