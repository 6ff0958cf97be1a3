import { describe, expect, it } from 'vitest';
import type { AskUserRequest } from '../../src/core/index.js';
import { createTestBackend, makeRequest, settleDown, startBroker } from './helpers.js';

const [Q] = makeRequest('r1').questions as [AskUserRequest['questions'][number]];
const request = (fields: object): AskUserRequest => ({ requestId: 'r1', questions: [Q], ...fields });

const cyclic: Record<string, unknown> = {};
cyclic['self'] = cyclic;

describe('[R-PAUSE] what nobody could answer is asked of nobody', () => {
  const wrong: [string, object, string, string][] = [
    ['without a question', { questions: [] }, 'missing', 'questions'],
    ['whose questions are no list', { questions: { 0: Q } }, 'type', 'questions'],
    ['without any questions', { questions: undefined }, 'type', 'questions'],
    ['of which one is nothing', { questions: [Q, null] }, 'type', 'questions[1]'],
    ['whose ids are one', { questions: [Q, { ...Q, question: 'And now?' }] }, 'duplicate', 'questions[1].id'],
    ['with a blank id', { questions: [{ ...Q, id: ' ' }] }, 'missing', 'questions[0].id'],
    ['without an id', { questions: [{ ...Q, id: undefined }] }, 'missing', 'questions[0].id'],
    ['without options', { questions: [{ ...Q, options: undefined }] }, 'type', 'questions[0].options'],
    ['that is secret in the wrong place', { questions: [{ ...Q, secret: true }] }, 'unknown', 'questions[0].secret'],
    ['whose id is a step of an address', { requestId: '..' }, 'id', 'requestId'],
    ['whose id is half a character', { requestId: 'r\uD83D' }, 'id', 'requestId'],
    ['with a BigInt', { metadata: { run: 1n } }, 'not_json', 'metadata'],
    ['with a circle', { metadata: cyclic }, 'not_json', 'metadata'],
    ['with a circle in a question', { questions: [{ ...Q, constraints: cyclic }] }, 'not_json', 'questions[0]'],
  ];
  it.each(wrong)('a request %s', async (_, fields, code, path) => {
    const store = createTestBackend().connect();
    const { broker, events, errors } = startBroker({ store });
    const result = await broker.ask(request(fields), { conversationId: 'c1' });
    expect(result).toMatchObject({ status: 'invalid', issues: [{ code, path }] });
    expect([store.calls.open, events, errors]).toEqual([0, [], []]);
    await broker.close();
  });

  it('but what the model said may be anything, and a question may be without a choice', async () => {
    const { broker } = startBroker();
    const result = broker.ask(request({ raw: { big: 1n, cyclic }, questions: [{ ...Q, options: [] }] }), {
      conversationId: 'c1',
    });
    await settleDown();
    expect(await broker.answer('r1', [{ questionId: Q.id, selected: [], custom: 'So.' }])).toEqual({ ok: true });
    expect(await result).toMatchObject({ status: 'answered' });
  });
});
