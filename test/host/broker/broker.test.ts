import { describe, expect, it } from 'vitest';
import { AskUserError, createAskUserBroker } from '../../../src/host/index.js';
import { createTestBackend, line, makeRequest, replyTo, settleDown, startBroker } from '../helpers.js';

const CONVERSATION = { conversationId: 'c1' };

/** Creates a broker with one pending request. */
async function waiting() {
  const at = startBroker();
  const request = makeRequest('r1');
  let isBack = false;
  const result = at.broker.ask(request, CONVERSATION).finally(() => {
    isBack = true;
  });
  result.catch(() => undefined);
  await settleDown();
  return { ...at, request, result, isBack: () => isBack };
}

describe('a request [R-PAUSE]', () => {
  it('stays pending without a time limit', async () => {
    const { broker, isBack, events } = await waiting();
    await settleDown(1_000);
    expect(isBack()).toBe(false);
    expect(events.map(line)).toEqual(['r1 awaiting_user_response']);
    expect(await broker.pending('c1')).toMatchObject([{ state: 'awaiting_user_response', conversationId: 'c1' }]);
  });

  it('resolves with the answer', async () => {
    const { broker, request, result, events } = await waiting();
    expect(await broker.answer('r1', replyTo(request), { by: 'Ana' })).toEqual({ ok: true });
    expect(await result).toMatchObject({ status: 'answered', answers: [{ answer: 'SQLite', wasCustom: false }] });
    expect(await broker.pending()).toEqual([]);
    expect(events.map(line)).toEqual(['r1 awaiting_user_response', 'r1 answered']);
    expect(events[1]).toMatchObject({ settlement: { by: 'Ana' }, request: { request: { requestId: 'r1' } } });
  });

  it.each([
    ['cancel', 'cancelled'],
    ['decline', 'declined'],
  ] as const)('resolves after a %s with the reason and without an answer', async (method, status) => {
    const { broker, result, events } = await waiting();
    expect(await broker[method]('r1', { by: 'Ana', reason: 'Not now.' })).toEqual({ ok: true });
    expect(await result).toEqual({ status, reason: 'Not now.' });
    expect(events[1]).toMatchObject({ settlement: { by: 'Ana', result: { status } } });
    expect(await broker[method]('r1')).toEqual({ ok: false, code: 'already_resolved' });
  });

  it('resolves without a reason if none was given', async () => {
    const { broker, result } = await waiting();
    await broker.cancel('r1');
    expect(await result).toStrictEqual({ status: 'cancelled' });
  });

  it('is superseded, with all others of its conversation, by a chat message', async () => {
    const { broker, result, events } = await waiting();
    const second = broker.ask(makeRequest('r2'), CONVERSATION);
    const other = broker.ask(makeRequest('r3'), { conversationId: 'c2' });
    await settleDown();
    expect(await broker.supersede('c1', 'The user wrote.')).toEqual({ ok: true, requestIds: ['r1', 'r2'] });
    expect(await Promise.all([result, second])).toEqual(
      Array.from({ length: 2 }, () => ({ status: 'superseded', reason: 'The user wrote.' })),
    );
    expect((await broker.pending()).map(({ request }) => request.requestId)).toEqual(['r3']);
    expect(await broker.supersede('c1')).toEqual({ ok: true, requestIds: [] });
    expect(events.filter(({ type }) => type === 'settled').map(line)).toEqual(['r1 superseded', 'r2 superseded']);
    await broker.cancel('r3');
    expect(await other).toEqual({ status: 'cancelled' });
  });

  it('is aborted if the host closes the broker, which then accepts no more requests', async () => {
    const { broker, result } = await waiting();
    await Promise.all([broker.close(), broker.close()]);
    expect(await result).toEqual({ status: 'aborted', reason: 'The host was shut down.' });
    const late = broker.ask(makeRequest('r2'), CONVERSATION);
    await expect(late).rejects.toMatchObject({ name: 'AskUserError', code: 'closed' });
    expect(await broker.pending()).toEqual([]);
  });

  it('stays pending if the host closes the broker and a durable store keeps the request [R-DURABLE]', async () => {
    const backend = createTestBackend();
    const first = createAskUserBroker({ store: backend.connect(), now: backend.clock.now });
    const result = first.ask(makeRequest('r1'), CONVERSATION);
    await settleDown();
    await first.close();
    await expect(result).rejects.toMatchObject({ code: 'closed', message: /ask again with the same id/ });
    const second = createAskUserBroker({ store: backend.connect(), now: backend.clock.now });
    const [pending] = await second.pending('c1');
    const again = second.ask(makeRequest('r1'), CONVERSATION);
    expect(await second.answer('r1', replyTo(pending!.request))).toEqual({ ok: true });
    expect(await again).toMatchObject({ status: 'answered' });
    await second.close();
  });

  it('rejects if the broker is closed while the request is being opened [R-DURABLE]', async () => {
    const backend = createTestBackend();
    const broker = createAskUserBroker({ store: backend.connect() });
    const result = broker.ask(makeRequest('r1'), CONVERSATION);
    await broker.close();
    await expect(result).rejects.toMatchObject({ code: 'closed' });
  });
});

describe('an `ask` from a sub-agent [R-SUBAGENT]', () => {
  it('rejects and publishes nothing', async () => {
    const { broker, events } = startBroker();
    const agent = { id: 'a2', parentId: 'a1' };
    const rejected = broker.ask(makeRequest('r1'), { ...CONVERSATION, agent });
    await expect(rejected).rejects.toBeInstanceOf(AskUserError);
    await expect(rejected).rejects.toMatchObject({ code: 'sub_agent', message: /Only a parent conversation can ask/ });
    expect(events).toEqual([]);
    expect(await broker.pending()).toEqual([]);
  });

  it('differs from one of a parent agent, whose id is passed on', async () => {
    const { broker } = startBroker();
    void broker.ask(makeRequest('r1'), { ...CONVERSATION, agent: { id: 'a1' } });
    await settleDown();
    expect((await broker.pending())[0]?.agent).toEqual({ id: 'a1' });
  });
});

describe('the asker [R-PAUSE]', () => {
  it('is the one of the call, or else the one of the request', async () => {
    const { broker } = startBroker();
    const own = { asker: 'Form of a server' };
    void broker.ask(makeRequest('r1'), { ...CONVERSATION, asker: 'Ada' });
    void broker.ask({ ...makeRequest('r2'), ...own }, { ...CONVERSATION, asker: 'Ada' });
    void broker.open({ ...makeRequest('r3'), ...own }, { ...CONVERSATION, asker: undefined });
    await settleDown();
    const askers = (await broker.pending()).map(({ request }) => request.asker);
    expect(askers).toEqual(['Ada', 'Ada', 'Form of a server']);
  });
});
