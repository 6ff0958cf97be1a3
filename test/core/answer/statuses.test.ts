import { expect, it } from 'vitest';
import { SENTENCES, STATUSES, UNANSWERED_STATUSES } from '../../../src/core/answer/statuses.js';
import type { AskUserResult } from '../../../src/core/answer/types.js';

/** The compiler rejects this list if it lacks a status of the union. */
const EVERY: { readonly [Status in AskUserResult['status']]: true } = {
  answered: true,
  declined: true,
  cancelled: true,
  aborted: true,
  superseded: true,
  connectionLost: true,
  timedOut: true,
  unavailable: true,
  invalid: true,
};

it('the table of statuses has every status of a result once [R-RESULT]', () => {
  expect(STATUSES.toSorted()).toEqual(Object.keys(EVERY).toSorted());
  expect(['answered', ...UNANSWERED_STATUSES]).toEqual(STATUSES);
});

it('the sentences for agents are different, and end without a period [R-RESULT]', () => {
  const sentences = Object.values(SENTENCES);
  expect(new Set(sentences).size).toBe(UNANSWERED_STATUSES.length);
  for (const sentence of sentences) expect(sentence).toMatch(/^[A-Z].*[^.]$/);
});
