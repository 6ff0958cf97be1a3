import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseRecord } from '../../../src/core/answer/parse-record.js';
import { summarize, toRecord } from '../../../src/core/answer/record.js';
import type { AskUserRecord } from '../../../src/core/answer/types.js';
import { answeredRequests, endings } from '../../helpers/arbitraries.js';
import { anything, build, Odd } from '../question/near-miss.js';

const OPTIONS = { mode: 'interactive', answeredAt: 1_707_091_200_000 } as const;

const stored = (): fc.Arbitrary<AskUserRecord> =>
  fc
    .tuple(answeredRequests(), fc.option(endings, { nil: undefined }), fc.constantFrom('html', 'text', undefined))
    .map(([{ request, result }, ending, previewFormat]) =>
      toRecord(
        ending ?? result,
        { ...request, asker: 'Setup', metadata: { a: [1] }, ...(previewFormat && { previewFormat }) },
        OPTIONS,
      ),
    );

const RECORD: AskUserRecord = toRecord(
  {
    status: 'answered',
    answers: [
      {
        questionId: 'db',
        question: 'Which database?',
        answer: ['PostgreSQL', 'mine'],
        text: 'PostgreSQL, mine',
        wasCustom: true,
        selected: [{ index: 0, label: 'PostgreSQL' }],
        custom: 'mine',
        notes: 'for now',
      },
      {
        questionId: 'name',
        question: 'What name?',
        answer: '',
        text: '',
        wasCustom: false,
        selected: [],
        skipped: true,
      },
    ],
  },
  {
    requestId: 'r1',
    questions: [
      {
        id: 'db',
        question: 'Which database?',
        header: 'Database',
        options: [
          { label: 'PostgreSQL' },
          { label: 'SQLite', description: 'One file', preview: 'x', value: '2', recommended: true },
        ],
        multiSelect: true,
        constraints: { maxSelected: 2, input: 'text', allowNotes: 'withOption' },
      },
      { id: 'name', question: 'What name?', context: 'Because.', options: [], multiSelect: false },
    ],
    raw: { as: 'sent' },
  },
  OPTIONS,
);

const copy = (): Record<string, never> => JSON.parse(JSON.stringify(RECORD));

/** Returns a stored copy of the record with one value replaced; `undefined` removes the value. */
function changed(path: string, value: unknown): unknown {
  const whole = copy();
  const keys = path.split('.');
  const last = keys.pop() ?? '';
  let at: Record<string, never> = whole;
  for (const key of keys) at = at[key] ?? at;
  Object.assign(at, { [last]: value });
  return JSON.parse(JSON.stringify(whole));
}

const faults = (input: unknown): string[] => {
  const parsed = parseRecord(input);
  return parsed.ok ? [] : parsed.issues.map(({ code, path }) => `${code} ${path}`);
};

describe('parseRecord [R-RECORD]', () => {
  it('returns every record unchanged after a round trip through JSON [R-RECORD] [R-VERBATIM]', () => {
    fc.assert(
      fc.property(stored(), fc.boolean(), (record, asText) => {
        const json = JSON.stringify(record);
        const parsed = parseRecord(asText ? json : JSON.parse(json));
        expect(parsed).toStrictEqual({ ok: true, value: JSON.parse(json), warnings: [] });
        expect(parsed.ok && summarize(parsed.value)).toBe(summarize(record));
      }),
      { numRuns: 500, seed: 21 },
    );
    expect(parseRecord(copy())).toStrictEqual({ ok: true, value: RECORD, warnings: [] });
  });

  it('accepts keys in any order, and null for an absent field, as databases store them [R-RECORD]', () => {
    const shuffle = (value: unknown): unknown =>
      Array.isArray(value)
        ? value.map(shuffle)
        : typeof value === 'object' && value !== null
          ? Object.fromEntries(
              Object.entries({ ...value, unknown: 1 })
                .toReversed()
                .map(([key, each]) => [key, shuffle(each)]),
            )
          : value;
    const { raw: _, ...rest } = RECORD;
    expect(parseRecord({ ...(shuffle(rest) as object), asker: null, metadata: null })).toStrictEqual({
      ok: true,
      value: rest,
      warnings: [],
    });
  });

  it.each<[string, unknown, string[]]>([
    ['version', undefined, ['version version']],
    ['version', 2, ['version version']],
    ['version', '1', ['version version']],
    ['requestId', undefined, ['missing requestId']],
    ['questions', undefined, ['missing questions']],
    ['questions', {}, ['type questions']],
    ['questions.0.id', 7, ['type questions[0].id']],
    ['questions.1.id', 'db', ['duplicate questions[1].id']],
    ['questions.1.secret', true, ['unknown questions[1].secret']],
    ['questions.0.question', 'x'.repeat(10_001), ['too_long questions[0].question']],
    ['questions.0.options.1', null, ['type questions[0].options[1]']],
    ['questions.0.options.1.label', undefined, ['missing questions[0].options[1].label']],
    ['questions.0.options.1.preview', 5, ['type questions[0].options[1].preview']],
    ['questions.0.multiSelect', 'true', ['type questions[0].multiSelect']],
    ['questions.1.multiSelect', true, ['type questions[1].multiSelect']],
    ['questions.0.constraints.input', 'phone', ['type questions[0].constraints.input']],
    ['questions.0.constraints.maxSelected', '2', ['type questions[0].constraints.maxSelected']],
    ['questions.0.constraints.allowNotes', 'never', ['type questions[0].constraints.allowNotes']],
    ['result', 'answered', ['type result']],
    ['result.status', 'done', ['type result.status']],
    ['result.answers', undefined, ['missing result.answers']],
    ['result', { status: 'invalid' }, ['missing result.issues']],
    ['result', { status: 'unavailable' }, ['missing result.reason']],
    ['result', { status: 'cancelled', reason: 1 }, ['type result.reason']],
    ['answeredAt', '2024', ['type answeredAt']],
    ['answeredAt', 9e15, ['type answeredAt']],
    ['mode', 'batch', ['type mode']],
    ['asker', ['Setup'], ['type asker']],
    ['metadata', 'x', ['type metadata']],
    ['previewFormat', 'pdf', ['type previewFormat']],
  ])('refuses a record whose %s is %j, and reports the path [R-RECORD]', (path, value, expected) => {
    expect(faults(changed(path, value))).toEqual(expected);
  });

  it('explains what to do about another version [R-RECORD]', () => {
    const message = (input: unknown) => {
      const parsed = parseRecord(input);
      return parsed.ok ? undefined : parsed.issues[0]?.message;
    };
    expect(message(changed('version', 2))).toBe('Must be 1, is 2. Update react-ask-user.');
    expect(message(changed('version', 0))).toContain('toRecord()');
    expect(message('nonsense')).toContain('toRecord()');
  });
});

describe('parseRecord for an answer in a stored record [R-NOPHANTOM]', () => {
  /** Returns the record with the same forged value in `answers` and in `result.answers`. */
  const forged = (path: string, value: unknown): unknown => {
    const whole = changed(`answers.${path}`, value) as AskUserRecord;
    return { ...whole, result: { status: 'answered', answers: whole.answers } };
  };

  it.each<[string, unknown, string]>([
    ['0.selected.0.label', 'SQLite', 'mismatch answers[0]'],
    ['0.selected.0.index', 1, 'mismatch answers[0]'],
    ['0.selected.0.index', 2, 'unknown_option answers[0].selected[0]'],
    ['0.selected.0.index', 0.5, 'unknown_option answers[0].selected[0]'],
    ['0.question', 'Delete it?', 'mismatch answers[0]'],
    ['0.answer', ['SQLite', 'mine'], 'mismatch answers[0]'],
    ['0.text', 'SQLite', 'mismatch answers[0]'],
    ['0.custom', 'yours', 'mismatch answers[0]'],
    ['0.wasCustom', false, 'mismatch answers[0]'],
    ['0.questionId', 'nobody', 'unknown_question answers[0]'],
    ['1.questionId', 'db', 'duplicate_reply answers[1]'],
    ['1.skipped', undefined, 'unanswered answers[1]'],
    ['1.custom', 'x', 'skipped_and_answered answers[1]'],
  ])('refuses the answer if its %s is %j and so does not match the question', (path, value, expected) => {
    expect(faults(forged(path, value))).toContain(expected);
  });

  it('refuses the record if `result` has other answers or none', () => {
    expect(faults(changed('answers', []))).toEqual(['mismatch answers']);
    expect(faults(changed('result', { status: 'cancelled' }))).toEqual(['mismatch answers']);
  });

  it('accepts the record without its answers, because a request that was answered elsewhere may have none', () => {
    expect(faults({ ...copy(), answers: [], result: { status: 'answered', answers: [] } })).toEqual([]);
  });
});

describe('parseRecord for any input [R-PARSE]', () => {
  const spoil = (record: unknown): fc.Arbitrary<unknown> => {
    const paths: (readonly (string | number)[])[] = [];
    const walk = (value: unknown, path: readonly (string | number)[]) => {
      paths.push(path);
      if (typeof value === 'object' && value !== null)
        for (const [key, each] of Object.entries(value)) walk(each, [...path, key]);
    };
    walk(record, []);
    const spoiled = (value: unknown, path: readonly (string | number)[], bad: unknown): unknown => {
      const [key, ...rest] = path;
      if (key === undefined) return bad;
      if (Array.isArray(value)) return value.map((each, i) => (String(i) === key ? spoiled(each, rest, bad) : each));
      return Object.fromEntries(
        Object.entries(value as object).map(([name, each]) => [name, name === key ? spoiled(each, rest, bad) : each]),
      );
    };
    const at = (path: readonly (string | number)[]) => path.reduce<unknown>((value, key) => Object(value)[key], record);
    return fc
      .tuple(
        fc.constantFrom(...paths),
        fc.constantFrom('as is', 'throws', 'getter', 'shy', 'revoked', 'json'),
        anything,
      )
      .map(([path, kind, value]) => spoiled(record, path, new Odd(kind === 'as is' ? value : at(path), kind)));
  };

  it('returns issues, or a record that parses to itself, and never throws [R-PARSE]', () => {
    let refused = 0;
    fc.assert(
      fc.property(
        fc.oneof({ weight: 4, arbitrary: stored().chain(spoil) }, { weight: 1, arbitrary: anything }),
        (raw) => {
          const parsed = parseRecord(build(raw));
          if (!parsed.ok) {
            refused++;
            expect(parsed.issues.length).toBeGreaterThan(0);
            expect(parsed.issues.length).toBeLessThanOrEqual(50);
            return;
          }
          const { raw: _, metadata: __, ...rest } = parsed.value;
          expect(parseRecord(rest)).toStrictEqual({ ok: true, value: rest, warnings: [] });
        },
      ),
      { numRuns: 1000, seed: 22 },
    );
    expect(refused).toBeGreaterThan(200);
  });

  it('does not walk a list that claims an endless length, and reports 100,000 faults as 50 issues [R-PARSE]', () => {
    const endless = new Proxy([], { get: (target, key) => (key === 'length' ? 1e9 : Reflect.get(target, key)) });
    for (const path of ['questions', 'answers', 'result.answers', 'answers.0.selected', 'answers.0.answer']) {
      const whole = copy();
      const keys = path.split('.');
      const last = keys.pop() ?? '';
      Object.assign(
        keys.reduce((at, key) => at[key] ?? at, whole),
        { [last]: endless },
      );
      expect(faults(whole).length, path).toBeGreaterThan(0);
    }
    const many = Array.from({ length: 100 }, () => ({ options: Array.from({ length: 1000 }, () => ({})) }));
    expect(faults({ ...copy(), questions: many })).toHaveLength(50);
  });

  it('treats `__proto__` as an ordinary field [R-PARSE]', () => {
    const evil: unknown = JSON.parse(`{"__proto__":${JSON.stringify(RECORD)}}`);
    expect(faults(evil)).toEqual(['version version']);
    const beside = JSON.parse(JSON.stringify(RECORD).replace('{', '{"__proto__":{"asker":"Evil"},'));
    expect(parseRecord(beside)).toStrictEqual({ ok: true, value: RECORD, warnings: [] });
  });
});

it('refuses answers in another order than the questions, which a format with positions would swap', () => {
  const answers = RECORD.answers.toReversed();
  expect(RECORD.answers.length).toBeGreaterThan(1);
  expect(parseRecord({ ...RECORD, answers, result: { status: 'answered', answers } })).toMatchObject({
    ok: false,
    issues: answers.map((_, i) => ({ code: 'mismatch', path: `answers[${i}]` })),
  });
});
