import { describe, expect, it } from 'vitest';
import { buildAnswers } from '../../../src/core/answer/build-answers.js';
import { brokenRule, type AnswerIssue } from '../../../src/core/answer/constraints.js';
import type { Reply } from '../../../src/core/answer/types.js';
import type { Constraints, Question } from '../../../src/core/question/types.js';

const question = (constraints: Constraints | undefined, options = 0, multiSelect = false): Question => ({
  id: 'q',
  question: '?',
  options: Array.from({ length: options }, (_, i) => ({ label: `${i}` })),
  multiSelect,
  ...(constraints && { constraints }),
});
const typed = (custom: string): Reply => ({ questionId: 'q', selected: [], custom });
const picked = (...selected: readonly number[]): Reply => ({ questionId: 'q', selected });

/** Returns the rule that the text breaks, with its value. */
function wrong(constraints: Constraints, text: string): string | undefined {
  const rule = brokenRule(question(constraints), typed(text));
  return rule && 'value' in rule ? `${rule.code} ${rule.value}` : rule?.code;
}

const BIG = '9'.repeat(400);

describe.each<[input: NonNullable<Constraints['input']>, taken: readonly string[], refused: readonly string[]]>([
  ['text', ['x', ' ', '12', '\n x \n', '\uD800'], []],
  [
    'number',
    ['0', '-0', '7', '-3', '0.5', '1.000', '1e3', '1E-3', '2.5e+7', ' 12\n', '\u00A07'],
    ['x', '+1', '.5', '5.', '01', '-', '1,5', '1 000', '0x10', 'NaN', 'Infinity', '1e999', '١', '1e', '--1', '1;', BIG],
  ],
  ['integer', ['0', '-0', '7', '-12', ' 5 '], ['1.0', '1.000', '1e3', '0.5', '+1', '007', 'five', '1,000', BIG]],
  [
    'email',
    ['a@b.co', 'ada.lovelace+x@mail.example.com', 'A_1.b-c@x-y.z2.org', "o'hara@x.org", '{a}@1.2'],
    [
      'a',
      'a@b',
      '@b.co',
      'a@b..co',
      'a@.co',
      'a@b.',
      'a b@c.de',
      'a@b@c.de',
      ' a@b.co',
      'a@b.co\n',
      'a..b@x.org',
      '.a@x.org',
      'a.@x.org',
      'ä@b.de',
      'a@bä.de',
      'a@-b.de',
      'a@b-.de',
    ],
  ],
  [
    'url',
    ['https://example.com', 'http://localhost:3000/a?b=c#d', 'mailto:a@b.co', 'git+ssh://x', 'urn:isbn:1'],
    [
      'example.com',
      '//example.com',
      '/path',
      'https:',
      '1a:b',
      'https://a b',
      ' https://a.b',
      'https://a.b\n',
      'https://exämple.org',
      'https://a.b/ö',
    ],
  ],
  [
    'date',
    ['2026-01-31', '2024-02-29', '0001-01-01', '9999-12-31'],
    ['2026-02-30', '2025-02-29', '2026-13-01', '2026-00-10', '2026-01-32', '2026-1-5', '31.01.2026', '2026-01-31 '],
  ],
  [
    'date-time',
    ['2026-01-31T09:30:00Z', '2026-01-31 09:30:00+01:00', '2026-01-31t23:59:59.123-05:30', '2026-01-31T00:00:00z'],
    ['2026-01-31', '2026-01-31T09:30Z', '2026-01-31T09:30:00', '2026-02-30T09:30:00Z', '2026-01-31T24:00:00Z'],
  ],
])('input %s', (input, taken, refused) => {
  it.each(taken)('accepts %j', (text) => {
    expect(wrong({ input }, text)).toBeUndefined();
  });

  it.each(refused)('refuses %j', (text) => {
    expect(wrong({ input }, text)).toBe(`input ${input}`);
  });

  it('accepts an empty answer', () => {
    expect(wrong({ input }, ' \n')).toBeUndefined();
    expect(brokenRule(question({ input }, 2), picked(1))).toBeUndefined();
  });
});

describe('the input rules number and integer', () => {
  it.each([
    ...['9007199254740992', '9007199254740993', '-9007199254740993', '12345678901234567890', '9007199254740993.0'],
    ...['9.007199254740993e15', '9007199254740991.7', '1e-400', '-0.5e-999', '1e309', '-1e309'],
  ])('refuse %s, because a different number would be sent', (text) => {
    expect(wrong({ input: 'number' }, text)).toBe('input number');
    expect(wrong({ input: 'integer' }, text)).toBe('input integer');
  });

  it.each(['9007199254740991', '-9007199254740991', '999999999999999', ' 7 ', '-0'])('accept %s', (text) => {
    expect(wrong({ input: 'number' }, text)).toBeUndefined();
    expect(wrong({ input: 'integer' }, text)).toBeUndefined();
  });

  it.each(['1e300', '-1.5E+20', '5e-324', '0e5', '0.000', '0.1234567890123456789', '9007199254740990.0'])(
    'accept %s if it need not be whole',
    (text) => {
      expect(wrong({ input: 'number' }, text)).toBeUndefined();
    },
  );
});

describe('limits of length and size', () => {
  it.each<[Constraints, string, string | undefined]>([
    [{ minLength: 3 }, 'ab', 'minLength 3'],
    [{ minLength: 3 }, 'abc', undefined],
    [{ maxLength: 3 }, 'abcd', 'maxLength 3'],
    [{ maxLength: 3 }, 'abc', undefined],
    // Length is counted in code points of everything that is sent.
    [{ maxLength: 2 }, '😀😀', undefined],
    [{ minLength: 3 }, '😀😀', 'minLength 3'],
    [{ maxLength: 2 }, 'e\u0301', undefined],
    [{ maxLength: 2 }, 'ab\n', 'maxLength 2'],
    [{ maxLength: 0 }, 'a', 'maxLength 0'],
    [{ input: 'email', maxLength: 6 }, 'ab@c.de', 'maxLength 6'],
    [{ input: 'email', maxLength: 6 }, 'abcdefgh', 'input email'],
    [{ input: 'integer', minimum: 1 }, '0', 'minimum 1'],
    [{ input: 'integer', minimum: 1, maximum: 5 }, ' 5 ', undefined],
    [{ input: 'integer', minimum: 1, maximum: 5 }, '6', 'maximum 5'],
    [{ input: 'integer', minimum: 1 }, '0.5', 'input integer'],
    [{ input: 'number', minimum: -0.5 }, '-0.6', 'minimum -0.5'],
    [{ input: 'number', maximum: 0 }, '1e-9', 'maximum 0'],
    [{ input: 'number', minimum: 0 }, '-0', undefined],
    // Rules for one kind of text do not apply to another kind.
    [{ minimum: 5 }, '1', undefined],
    [{ input: 'integer', minLength: 3 }, '1', undefined],
    [{ minSelected: 2, maxSelected: 0 }, 'x', undefined],
  ])('%j: for %j the broken rule is %s', (constraints, text, code) => {
    expect(wrong(constraints, text)).toBe(code);
  });
});

describe('minSelected and maxSelected', () => {
  const some = question({ minSelected: 2, maxSelected: 3 }, 5, true);

  it.each<[string, Reply, AnswerIssue | undefined]>([
    ['one', picked(0), { code: 'minSelected', value: 2 }],
    ['two', picked(3, 0), undefined],
    ['three', picked(0, 1, 2), undefined],
    ['four', picked(0, 1, 2, 3), { code: 'maxSelected', value: 3 }],
    ['one option and custom text', { ...picked(0), custom: 'x' }, undefined],
    ['one option and blank custom text', { ...picked(0), custom: ' ' }, { code: 'minSelected', value: 2 }],
    ['three options and custom text', { ...picked(0, 1, 2), custom: 'x' }, { code: 'maxSelected', value: 3 }],
    ['skipped', { ...picked(), skipped: true }, undefined],
  ])('are checked for %s', (_name, reply, problem) => {
    expect(brokenRule(some, reply)).toEqual(problem);
  });

  it('do not apply to a single-select question', () => {
    expect(brokenRule(question({ minSelected: 2 }, 3), picked(0))).toBeUndefined();
  });

  it('are checked after the format of the text', () => {
    const both = question({ maxSelected: 1, input: 'email' }, 2, true);
    expect(brokenRule(both, { ...picked(0), custom: 'x' })).toEqual({ code: 'input', value: 'email' });
    expect(brokenRule(both, { ...picked(0), custom: 'a@b.co' })).toEqual({ code: 'maxSelected', value: 1 });
  });
});

describe('a skip', () => {
  const skip: Reply = { questionId: 'q', selected: [], skipped: true };

  it.each([undefined, {}, { required: false }, { minLength: 3 }, { input: 'email' }] as const)(
    'breaks no rule of %j',
    (constraints) => {
      expect(brokenRule(question(constraints), skip)).toBeUndefined();
    },
  );

  it('is unanswered if the question is required', () => {
    expect(brokenRule(question({ required: true }), skip)).toEqual({ code: 'unanswered' });
  });
});

describe('buildAnswers for a reply that breaks a constraint [R-FIRST]', () => {
  it.each<[Constraints, Reply, string]>([
    [{ minSelected: 2 }, picked(0), 'minSelected: 2'],
    [{ maxSelected: 1 }, picked(0, 1), 'maxSelected: 1'],
    [{ minLength: 3 }, typed('ab'), 'minLength: 3'],
    [{ maxLength: 1 }, typed('ab'), 'maxLength: 1'],
    [{ input: 'number', minimum: 0.5 }, typed('0'), 'minimum: 0.5'],
    [{ input: 'integer', maximum: 5 }, typed('6'), 'maximum: 5'],
    [{ input: 'date-time' }, typed('x'), 'input: date-time'],
  ])('refuses the reply with an instruction: %j', (constraints, reply, rule) => {
    const request = { requestId: 'r', questions: [question(constraints, 2, true)] };
    const issue = { code: rule.split(':')[0], path: 'replies[0]', message: `Must satisfy ${rule}.` };
    expect(buildAnswers(request, [reply])).toEqual({ ok: false, issues: [issue] });
  });

  it('refuses the skip of a required question as unanswered', () => {
    const request = { requestId: 'r', questions: [question({ required: true })] };
    const issue = { code: 'unanswered', path: 'replies[0]', message: 'Must have an answer.' };
    expect(buildAnswers(request, [{ ...picked(), skipped: true }])).toEqual({ ok: false, issues: [issue] });
    expect(
      buildAnswers({ requestId: 'r', questions: [question({ required: false })] }, [{ ...picked(), skipped: true }]),
    ).toMatchObject({ ok: true, value: [{ skipped: true }] });
  });

  it('reports only that the answer is missing, not the constraints that it breaks', () => {
    const request = { requestId: 'r', questions: [question({ minSelected: 2, input: 'email' }, 2, true)] };
    const result = buildAnswers(request, [picked()]);
    expect(result.ok ? [] : result.issues.map(({ code }) => code)).toEqual(['unanswered']);
  });

  it('preserves a valid answer byte for byte [R-VERBATIM]', () => {
    const request = { requestId: 'r', questions: [question({ input: 'integer', minimum: 1, secret: true })] };
    const result = buildAnswers(request, [typed(' 7\r\n')]);
    expect(result).toMatchObject({ ok: true, value: [{ answer: ' 7\r\n', custom: ' 7\r\n' }] });
  });
});

it('ignores an `input` that is not a string, which a host can pass in a request that was never parsed', () => {
  expect(brokenRule(question({ input: { toString: 1 } as never }), typed('x'))).toBeUndefined();
});
