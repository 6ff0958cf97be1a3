import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isRecord } from '../../../src/core/guards.js';
import type { Issue } from '../../../src/core/question/issues.js';
import { LIMITS } from '../../../src/core/question/limits.js';
import { parseRequest } from '../../../src/core/question/parse-request.js';
import { anything, build, nearMiss, Odd, text } from './near-miss.js';
import { accepted } from './parsing.js';

const { askUserQuestion, pilotDeck, askUser, json } = LIMITS;
const options = fc.record(
  {
    limits: fc.constantFrom(askUserQuestion, pilotDeck, askUser, json),
    strict: fc.boolean(),
    requestId: fc.string(),
    asker: fc.string(),
  },
  { requiredKeys: [] },
);

const unjson = (value: unknown): unknown => {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value.trim());
  } catch {
    return value;
  }
};

/** Whether every part of the path exists in the input; the last field may be missing. */
function pointsAtSomething(input: unknown, path: string): boolean {
  let value = unjson(input);
  const keys = path.match(/\d+(?=\])|[A-Za-z]+/g) ?? [];
  for (const [i, key] of keys.entries()) {
    if (Array.isArray(value)) {
      if (Number(key) >= value.length) return false;
      value = unjson(value[Number(key)]);
    } else if (isRecord(value)) value = i < keys.length - 1 ? unjson(value[key]) : undefined;
    else return false;
  }
  return true;
}

const found = (input: unknown, strict: boolean): readonly Issue[] => {
  const parsed = parseRequest(input, { strict, limits: pilotDeck });
  return parsed.ok ? parsed.warnings : parsed.issues;
};

describe('parseRequest for every value [R-PARSE]', () => {
  it('never throws, and returns a request or issues [R-PARSE]', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          anything.map((value) => new Odd(value, 'as is')),
          nearMiss('throws', 'getter', 'revoked'),
        ),
        options,
        (raw, given) => {
          const input = build(raw);
          const parsed = parseRequest(input, given);
          if (!parsed.ok) {
            expect(parsed.issues.length).toBeGreaterThan(0);
            expect(parsed.issues.length).toBeLessThanOrEqual(50);
            return;
          }
          const { questions } = parsed.value;
          expect(questions.length).toBeGreaterThan(0);
          expect(new Set(questions.map(({ id }) => id)).size).toBe(questions.length);
          for (const question of questions) {
            expect(question.multiSelect && question.options.length === 0).toBe(false);
            expect(question).not.toHaveProperty('constraints');
            for (const option of question.options) expect(option).not.toHaveProperty('value');
          }
          expect(parsed.value.asker).toBe(given.asker);
          expect(parsed.value.requestId).toBe(given.requestId ?? 'ask-user');
        },
      ),
      { numRuns: 1500, seed: 1 },
    );
  });

  it('reports paths that exist in the input, in input order [R-PARSE]', () => {
    const position = (path: string) => (path.match(/\d+/g) ?? []).map((n) => n.padStart(4, '0')).join('.');
    let seen = 0;
    fc.assert(
      fc.property(nearMiss(), fc.boolean(), (raw, strict) => {
        const input = build(raw);
        const issues = found(input, strict);
        expect(issues.filter(({ path }) => !pointsAtSomething(input, path))).toEqual([]);
        const options = issues.map(({ path }) => path).filter((path) => /(options|suggestions)\[/.test(path));
        expect(options.map(position)).toEqual(options.map(position).toSorted());
        seen += issues.length;
      }),
      { numRuns: 1500, seed: 2 },
    );
    expect(seen).toBeGreaterThan(3000);
  });
});

describe('parseRequest for every valid request [R-VERBATIM]', () => {
  const label = fc.record(
    { label: text, description: text, preview: text },
    { requiredKeys: ['label'], noNullPrototype: true },
  );
  const question = fc.record(
    {
      question: text,
      header: text,
      context: text,
      options: fc.array(label, { maxLength: 6 }),
      multiSelect: fc.boolean(),
    },
    { requiredKeys: ['question', 'options', 'multiSelect'], noNullPrototype: true },
  );
  const questions = fc
    .array(question, { minLength: 1, maxLength: 6 })
    .map((list) => list.map((each) => ({ ...each, multiSelect: each.multiSelect && each.options.length > 0 })));

  it('preserves the texts of an object and of JSON text [R-VERBATIM]', () => {
    fc.assert(
      fc.property(questions, (list) => {
        const expected = list.map((each, i) => ({ id: `q${i + 1}`, ...each }));
        expect(accepted({ questions: list }).value.questions).toStrictEqual(expected);
        expect(accepted(JSON.stringify({ questions: JSON.stringify(list) })).value.questions).toStrictEqual(expected);
      }),
      { numRuns: 300, seed: 4 },
    );
  });

  it('parses its own output to the same request [R-PARSE]', () => {
    let seen = 0;
    fc.assert(
      fc.property(nearMiss(), options, (raw, given) => {
        const input = build(raw);
        const first = parseRequest(input, given);
        if (!first.ok) return;
        seen++;
        const { questions: parsed, metadata } = first.value;
        const second = accepted({ questions: parsed, metadata }, { requestId: given.requestId, asker: given.asker });
        expect({ ...second.value, raw: 0 }).toStrictEqual({ ...first.value, raw: 0 });
        expect(second.warnings.filter((warning) => !warning.startsWith('empty '))).toEqual([]);
      }),
      { numRuns: 1500, seed: 5 },
    );
    expect(seen).toBeGreaterThan(300);
  });
});
