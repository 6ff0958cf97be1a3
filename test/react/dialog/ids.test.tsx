import fc from 'fast-check';
import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import { AskUserDialog } from '../../../src/react/index.js';

const QUESTIONS = [{ question: 'Which database?', options: ['PostgreSQL', 'SQLite'] }];

function idsOf(requestId: string): string[] {
  const html = renderToString(<AskUserDialog requestId={requestId} questions={QUESTIONS} />);
  return [...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id!);
}

const ANY_ID = fc.oneof(
  fc.string({ unit: 'binary', minLength: 1 }),
  fc.constantFrom('\ud83d', 'call "1"', '<b>', ' ', '\0'),
  fc.string({ minLength: 9_000, maxLength: 10_000 }),
);

// A render takes several milliseconds.
const RUNS = { numRuns: 15 };

it('for any request id, the ids of elements are short and fit into a list of ids', () => {
  fc.assert(
    fc.property(ANY_ID, (requestId) => {
      const ids = idsOf(requestId);
      expect(ids.length).toBeGreaterThan(5);
      for (const id of ids) expect(id).toMatch(/^[\w:«»-]{1,40}$/);
    }),
    RUNS,
  );
});

it('two requests share no ids, and one request has the same ids each time', () => {
  fc.assert(
    fc.property(ANY_ID, ANY_ID, (one, two) => {
      fc.pre(one !== two);
      const ids = idsOf(one);
      expect(idsOf(one)).toEqual(ids);
      expect(idsOf(two).filter((id) => ids.includes(id))).toEqual([]);
    }),
    RUNS,
  );
});
