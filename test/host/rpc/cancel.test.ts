import { expect, it } from 'vitest';
import { SENTENCES, UNANSWERED_STATUSES } from '../../../src/core/answer/statuses.js';
import { cancelOf } from '../../../src/host/rpc/convert.js';

it.each(UNANSWERED_STATUSES)('a cancel after %s has the sentence for agents as its reason [R-RPC]', (status) => {
  expect(cancelOf('r', 'i', status).reason).toBe(`${SENTENCES[status]}.`);
});

it.each([
  ['answered', 'It was answered elsewhere.'],
  ['orphaned', 'Nobody waits for the answer any more.'],
] as const)('a cancel of an %s request says so [R-RPC]', (status, reason) => {
  expect(cancelOf('r', 'i', status).reason).toBe(reason);
});
