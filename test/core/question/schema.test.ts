import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Issue } from '../../../src/core/question/issues.js';
import { parseRequest } from '../../../src/core/question/parse-request.js';
import { requestSchema } from '../../../src/core/question/schema.js';
import { fields, list, number, oneOf, optional, schema, text } from '../../../src/core/schema.js';
import { requests } from '../../helpers/arbitraries.js';
import { build, nearMiss } from './near-miss.js';

function read(value: unknown) {
  const issues: Issue[] = [];
  const found = requestSchema.read(value, '', issues);
  return issues.length > 0 ? issues.map(({ code, path }) => `${code} ${path}`) : found;
}

describe('the schema of a request [R-PARSE]', () => {
  it('reads what `parseRequest` has returned, and changes nothing', () => {
    let parsedCount = 0;
    fc.assert(
      fc.property(nearMiss(), fc.boolean(), (raw, values) => {
        const parsed = parseRequest(build(raw), { values });
        if (!parsed.ok) return;
        parsedCount++;
        // They are not read, and reading them can fail.
        const { raw: _raw, metadata: _metadata, ...request } = parsed.value;
        expect(read(request)).toStrictEqual(request);
      }),
      { numRuns: 500, seed: 31 },
    );
    expect(parsedCount).toBeGreaterThan(100);
  });

  it('reads every request of a dialect, and returns a copy', () => {
    fc.assert(
      fc.property(requests(), (request) => {
        const found = read(request);
        expect(found).toEqual(request);
        expect(found).not.toBe(request);
      }),
    );
  });

  const QUESTION = { id: 'q1', question: 'Which one?', options: [{ label: 'A' }], multiSelect: false };
  const ask = (question: object) => ({ requestId: 'r1', questions: [{ ...QUESTION, ...question }] });

  it.each<[string, object, string]>([
    ['a missing id', { id: undefined }, 'missing questions[0].id'],
    ['missing options', { options: null }, 'missing questions[0].options'],
    ['an option without a label', { options: [{}] }, 'missing questions[0].options[0].label'],
    [
      'an option that is not recommended',
      { options: [{ label: 'A', recommended: false }] },
      'type questions[0].options[0].recommended',
    ],
    ['an infinite limit', { constraints: { maximum: Infinity } }, 'type questions[0].constraints.maximum'],
    ['a constraint beside the others', { maxSelected: 2 }, 'unknown questions[0].maxSelected'],
    ['a secret that is not in the constraints', { secret: true }, 'unknown questions[0].secret'],
  ])('refuses %s', (_what, question, issue) => {
    expect(read(ask(question))).toEqual([issue]);
  });

  it('says what is missing, and what to send', () => {
    const issues: Issue[] = [];
    requestSchema.read({ questions: 'all' }, '', issues);
    expect(issues.map(({ message }) => message)).toEqual(['Missing. Must be a string.', 'Must be an array.']);
  });
});

describe('a schema', () => {
  it('does not compile if it has other fields or values than the type', () => {
    interface Row {
      readonly id: string;
      readonly size?: 'small' | 'large';
    }
    // @ts-expect-error A field is missing.
    fields<Row>({ id: text() });
    // @ts-expect-error An optional field is required.
    fields<Row>({ id: text(), size: oneOf('small', 'large') });
    // @ts-expect-error A required field is optional.
    fields<Row>({ id: optional(text()), size: optional(oneOf('small', 'large')) });
    // @ts-expect-error A value is missing.
    fields<Row>({ id: text(), size: optional(oneOf('small')) });
    // @ts-expect-error There is no such value.
    fields<Row>({ id: text(), size: optional(oneOf('small', 'large', 'huge')) });
    // @ts-expect-error There is no such field.
    fields<Row>({ id: text(), size: optional(oneOf('small', 'large')), more: number });
    const row = fields<Row>({ id: text(), size: optional(oneOf('small', 'large')) });
    expect(row.read({ id: 'a', size: null, more: 1 }, '', [])).toStrictEqual({ id: 'a' });
  });

  it('visits every item of a list, also a hole', () => {
    const paths: string[] = [];
    const seen = schema<string>('a string', (_, path) => `${paths.push(path)}`);
    expect(list(seen, 3).read(Object.assign([], { 2: 'c' }), 'all', [])).toEqual(['1', '2', '3']);
    expect(paths).toEqual(['all[0]', 'all[1]', 'all[2]']);
  });
});
