import { describe, expect, it } from 'vitest';
import { parseRequest } from '../../../src/core/index.js';
import { createAskUserBroker } from '../../../src/host/index.js';
import { createGate, createTestBackend, line, makeRequest, replyTo, settleDown, startBroker } from '../helpers.js';

const CONVERSATION = { conversationId: 'c1' };

describe('ask with a request id that exists [R-DURABLE]', () => {
  it('attaches to the pending request, which is published once', async () => {
    const { broker, events } = startBroker();
    const asks = [1, 2, 3].map(() => broker.ask(makeRequest('r1'), CONVERSATION));
    await settleDown();
    expect(await broker.pending()).toHaveLength(1);
    await broker.answer('r1', replyTo(makeRequest('r1')));
    const [first, ...others] = await Promise.all(asks);
    expect(first).toMatchObject({ status: 'answered' });
    for (const other of others) expect(other).toEqual(first);
    expect(events.map(line)).toEqual(['r1 awaiting_user_response', 'r1 answered']);
  });

  it('returns the stored result without asking again', async () => {
    const { broker, events } = startBroker();
    const first = broker.ask(makeRequest('r1'), CONVERSATION);
    await settleDown();
    await broker.answer('r1', replyTo(makeRequest('r1')));
    expect(await broker.ask(makeRequest('r1'), CONVERSATION)).toEqual(await first);
    expect(events).toHaveLength(2);
    expect(await broker.pending()).toEqual([]);
  });

  it('leaves the other callers waiting if one is aborted, and withdraws the request with the last caller', async () => {
    const { broker } = startBroker();
    const aborts = [new AbortController(), new AbortController()];
    const [first, second] = aborts.map(({ signal }) => broker.ask(makeRequest('r1'), { ...CONVERSATION, signal }));
    await settleDown();
    aborts[0]!.abort();
    expect(await first).toEqual({ status: 'aborted' });
    expect(await broker.pending()).toHaveLength(1);
    aborts[1]!.abort('Stopped.');
    expect(await second).toEqual({ status: 'aborted', reason: 'Stopped.' });
    expect(await broker.get('r1')).toMatchObject({ settlement: { result: { status: 'aborted' } } });
  });

  it('leaves a caller waiting that is just about to attach', async () => {
    const backend = createTestBackend();
    const store = backend.connect();
    const { broker } = startBroker({ store, now: backend.clock.now });
    const abort = new AbortController();
    const first = broker.ask(makeRequest('r1'), { ...CONVERSATION, signal: abort.signal });
    await settleDown();
    const gate = createGate();
    store.after.open = gate.wait;
    const second = broker.ask(makeRequest('r1'), CONVERSATION);
    await settleDown();
    abort.abort();
    expect(await first).toEqual({ status: 'aborted' });
    gate.open();
    await settleDown();
    expect(await broker.answer('r1', replyTo(makeRequest('r1')))).toEqual({ ok: true });
    expect(await second).toMatchObject({ status: 'answered' });
    await broker.close();
  });

  it('returns a settlement that happened while it attached, even without a notification', async () => {
    const backend = createTestBackend();
    const store = backend.connect();
    const far = startBroker({ store: backend.connect(), now: backend.clock.now });
    const first = far.broker.ask(makeRequest('r1'), CONVERSATION);
    await settleDown();
    const near = startBroker({ store, now: backend.clock.now });
    const gate = createGate();
    store.deaf = true;
    store.after.open = gate.wait;
    const second = near.broker.ask(makeRequest('r1'), CONVERSATION);
    await settleDown();
    await far.broker.cancel('r1');
    gate.open();
    expect(await Promise.all([first, second])).toEqual([{ status: 'cancelled' }, { status: 'cancelled' }]);
    await Promise.all([near.broker.close(), far.broker.close()]);
  });

  it.each([
    ['other questions', makeRequest('r1', 'Something else?'), 'c1'],
    ['more questions', makeRequest('r1', 'Which database?', 'And which cache?'), 'c1'],
    ['another conversation', makeRequest('r1'), 'c2'],
  ])('refuses the id for %s, and changes nothing', async (_, request, conversationId) => {
    const { broker, events } = startBroker();
    const first = broker.ask(makeRequest('r1'), CONVERSATION);
    await settleDown();
    const second = broker.ask(request, { conversationId });
    await expect(second).rejects.toMatchObject({
      code: 'duplicate_request',
      message: /"r1" belongs to other questions/,
    });
    expect(events).toHaveLength(1);
    expect(await broker.pending()).toMatchObject([{ conversationId: 'c1', request: makeRequest('r1') }]);
    await broker.answer('r1', replyTo(makeRequest('r1')));
    expect(await first).toMatchObject({ status: 'answered' });
    // A caller with other questions does not receive the stored result either.
    await expect(broker.ask(request, { conversationId })).rejects.toMatchObject({ code: 'duplicate_request' });
  });

  it('recognizes equal questions regardless of the order of their fields', async () => {
    const { broker } = startBroker();
    void broker.ask(makeRequest('r1'), CONVERSATION);
    const { questions, ...rest } = makeRequest('r1');
    const turned = questions.map((one) => Object.fromEntries(Object.entries(one).reverse()) as unknown as typeof one);
    const second = broker.ask({ ...rest, questions: turned }, CONVERSATION);
    await settleDown();
    await broker.cancel('r1');
    expect(await second).toEqual({ status: 'cancelled' });
  });

  it('assigns an id to a request without one', async () => {
    let made = 0;
    const { broker } = startBroker({ nextId: () => `made-${++made}` });
    const unnamed = parseRequest({ question: 'Why?' });
    if (!unnamed.ok) throw new Error('The question of this test is no request.');
    void broker.ask(unnamed.value, CONVERSATION);
    void broker.ask(unnamed.value, CONVERSATION);
    void broker.ask({ ...unnamed.value, requestId: '' }, CONVERSATION);
    await settleDown();
    const ids = (await broker.pending()).map(({ request }) => request.requestId);
    expect(ids).toEqual(['made-1', 'made-2', 'made-3']);
  });

  it('assigns ids that cannot be guessed [R-AUTH]', async () => {
    const broker = createAskUserBroker();
    void broker.ask(makeRequest(''), CONVERSATION);
    void broker.ask(makeRequest(''), CONVERSATION);
    await settleDown();
    const [one, other] = (await broker.pending()).map(({ request }) => request.requestId);
    expect(one).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
    expect(one).not.toBe(other);
  });

  it('opens a new request if the store has evicted the id, and publishes it', async () => {
    const { broker, events } = startBroker();
    const endOne = async (requestId: string) => {
      const result = broker.ask(makeRequest(requestId), CONVERSATION);
      await settleDown(20);
      await broker.cancel(requestId);
      return result;
    };
    await endOne('again');
    for (let i = 0; i < 1_000; i++) await endOne(`r${i}`);
    events.length = 0;
    expect(await broker.answer('again', [])).toEqual({ ok: false, code: 'unknown' });
    expect(await endOne('again')).toEqual({ status: 'cancelled' });
    expect(events.map(line)).toEqual(['again awaiting_user_response', 'again cancelled']);
  });
});
