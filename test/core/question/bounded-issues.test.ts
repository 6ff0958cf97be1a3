import { describe, expect, it } from 'vitest';
import { buildAnswers } from '../../../src/core/answer/build-answers.js';
import { parseRecord } from '../../../src/core/answer/parse-record.js';
import { parseReplies } from '../../../src/core/answer/parse-replies.js';
import type { Reply } from '../../../src/core/answer/types.js';
import type { Issue, ParseResult } from '../../../src/core/question/issues.js';
import { parseRequest } from '../../../src/core/question/parse-request.js';
import type { AskUserRequest } from '../../../src/core/question/types.js';

const times = <T>(count: number, make: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));

/** Texts whose units need the most bytes in JSON. */
const WIDE = ['\u0000', '\uD800', '\u4E2D', '😀', '"', 'a'].map((unit) => unit.repeat(100_000));

const REQUEST: AskUserRequest = {
  requestId: 'r',
  questions: times(100, (i) => ({
    id: `q${i}`,
    question: '?',
    options: times(1000, (j) => ({ label: `${j}` })),
    multiSelect: true,
  })),
};

/** Returns the issues, and asserts that there are at most 50 entries and 64 kB. */
function issuesOf(parsed: ParseResult<unknown>): readonly Issue[] {
  const issues = parsed.ok ? parsed.warnings : parsed.issues;
  expect(issues.length).toBeLessThanOrEqual(50);
  expect(new TextEncoder().encode(JSON.stringify(issues)).length).toBeLessThanOrEqual(64_000);
  return issues;
}

const left = (parsed: ParseResult<unknown>) => issuesOf(parsed).at(-1);
const more = (count: number): Issue => ({ code: 'more', path: '', message: `${count} more could not be listed.` });

describe('the issues of a hostile input', () => {
  it('state how many issues of a request are missing [R-PARSE]', () => {
    const parsed = parseRequest({ questions: times(100, () => ({ question: '?', options: Array(1000) })) });
    expect(issuesOf(parsed)).toHaveLength(50);
    expect(left(parsed)).toEqual(more(100_000 - 49));
  });

  it('state how many warnings of a request are missing [R-PARSE]', () => {
    const parsed = parseRequest({ questions: times(100, () => ({ question: '?', options: Array(1000).fill(1) })) });
    expect(parsed.ok).toBe(true);
    expect(left(parsed)).toEqual(more(100_000 - 49));
  });

  it('state how many issues of replies are missing [R-FIRST]', () => {
    const replies = times(100, (i): Reply => ({ questionId: `q${i}`, selected: Array<number>(1000).fill(0) }));
    const built = buildAnswers(REQUEST, replies);
    expect(issuesOf(built)).toHaveLength(50);
    expect(left(built)).toEqual(more(100 * 999 - 49));
    const outside = times(100, (i): Reply => ({ questionId: `q${i}`, selected: times(1000, (j) => 1000 + j) }));
    expect(left(buildAnswers(REQUEST, outside))).toEqual(more(100_000 - 49));
  });

  it('state how many issues of wrongly typed replies are missing [R-FIRST]', () => {
    expect(left(parseReplies(times(100, () => ({ questionId: 'q', selected: Array(1000).fill('0') }))))).toEqual(
      more(100_000 - 49),
    );
  });

  it('state how many issues of a record are missing [R-RECORD]', () => {
    const question = { id: 'q', question: '?', options: Array(1000).fill({ label: 1 }), multiSelect: true };
    const record = { version: 1, requestId: 'r', questions: Array(100).fill(question), answers: [], mode: 'rpc' };
    const parsed = parseRecord({ ...record, answeredAt: 0, result: { status: 'cancelled' } });
    expect(issuesOf(parsed)).toHaveLength(50);
    expect(left(parsed)).toEqual(more(100_000 - 49));
  });

  it('include the issues of the answers in a record in the count [R-RECORD]', () => {
    const answer = { questionId: 'q', question: '?', answer: [], text: '', wasCustom: false };
    const selected = Array(1000).fill({ index: 0, label: 'a' });
    const questions = [{ id: 'q', question: '?', options: [{ label: 'a' }], multiSelect: true }];
    const answers = [{ ...answer, selected }];
    const parsed = parseRecord({
      version: 1,
      requestId: 'r',
      questions,
      answers,
      result: { status: 'answered', answers },
      answeredAt: 0,
      mode: 'rpc',
    });
    expect(left(parsed)).toEqual(more(999 - 49));
  });

  it.each(WIDE.map((text) => [JSON.stringify(text[0]), text] as const))(
    'quote only a part of an id that is 100,000 times %s [R-FIRST]',
    (_unit, id) => {
      const replies = times(100, (i): Reply => ({ questionId: id + i, selected: [] }));
      const built = buildAnswers({ requestId: 'r', questions: [{ ...REQUEST.questions[0]!, id }] }, replies);
      expect(issuesOf(built).length).toBeGreaterThan(2);
      expect(left(built)?.code).toBe('more');
    },
  );
});
