import { describe, expect, it } from 'vitest';
import type { AskUserRequest } from '../../../src/core/index.js';
import { createTestBackend, makeRequest, settleDown, startBroker } from '../helpers.js';

const [Q] = makeRequest('r1').questions as [AskUserRequest['questions'][number]];
const request = (fields: object): AskUserRequest => ({ requestId: 'r1', questions: [Q], ...fields });

const cyclic: Record<string, unknown> = {};
cyclic['self'] = cyclic;

describe('a request that cannot be answered [R-PAUSE]', () => {
  const wrong: [string, object, string, string][] = [
    ['without a question', { questions: [] }, 'missing', 'questions'],
    ['with questions that are not an array', { questions: { 0: Q } }, 'type', 'questions'],
    ['without any questions', { questions: undefined }, 'type', 'questions'],
    ['with null as a question', { questions: [Q, null] }, 'type', 'questions[1]'],
    ['with two equal question ids', { questions: [Q, { ...Q, question: 'And now?' }] }, 'duplicate', 'questions[1].id'],
    ['with a blank question id', { questions: [{ ...Q, id: ' ' }] }, 'missing', 'questions[0].id'],
    ['without a question id', { questions: [{ ...Q, id: undefined }] }, 'missing', 'questions[0].id'],
    ['without options', { questions: [{ ...Q, options: undefined }] }, 'type', 'questions[0].options'],
    ['with an unknown field in a question', { questions: [{ ...Q, secret: true }] }, 'unknown', 'questions[0].secret'],
    ['with ".." as the request id', { requestId: '..' }, 'id', 'requestId'],
    ['with an unpaired surrogate in the request id', { requestId: 'r\uD83D' }, 'id', 'requestId'],
    ['with a BigInt', { metadata: { run: 1n } }, 'not_json', 'metadata'],
    ['with a cycle', { metadata: cyclic }, 'not_json', 'metadata'],
    ['with a cycle in a question', { questions: [{ ...Q, constraints: cyclic }] }, 'not_json', 'questions[0]'],
  ];
  it.each(wrong)('settles as invalid: one %s', async (_, fields, code, path) => {
    const store = createTestBackend().connect();
    const { broker, events, errors } = startBroker({ store });
    const result = await broker.ask(request(fields), { conversationId: 'c1' });
    expect(result).toMatchObject({ status: 'invalid', issues: [{ code, path }] });
    expect([store.calls.open, events, errors]).toEqual([0, [], []]);
    await broker.close();
  });

  it('does not include one with any value in `raw`, or with a question without options', async () => {
    const { broker } = startBroker();
    const result = broker.ask(request({ raw: { big: 1n, cyclic }, questions: [{ ...Q, options: [] }] }), {
      conversationId: 'c1',
    });
    await settleDown();
    expect(await broker.answer('r1', [{ questionId: Q.id, selected: [], custom: 'So.' }])).toEqual({ ok: true });
    expect(await result).toMatchObject({ status: 'answered' });
  });
});
