import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { OnAskBack } from '../../../src/core/flow/types.js';
import type { AskUserBroker, BrokerEvent } from '../../../src/host/broker/types.js';
import {
  createGate,
  createTestBackend,
  fakedClock,
  makeRequest,
  replyTo,
  settleDown,
  startBroker,
} from '../helpers.js';

const CONVERSATION = { conversationId: 'c1' };
const request = makeRequest('r1', 'Which database?', 'Which region?');
const [first, second] = request.questions.map(({ id }) => id);
const why = { questionId: first!, text: 'Why not SQLite?', key: 'k1' };

/** Returns what was told about exchanges. */
const told = (events: readonly BrokerEvent[]) =>
  events.flatMap((event) =>
    event.type === 'asked_back' ? event.exchanges.map(({ key, status, reply }) => [key, status, reply]) : [],
  );

const offered = async (broker: AskUserBroker) => (await broker.get('r1'))?.askBack?.offered;

describe('ask back through a broker [R-ASKBACK]', () => {
  it('brings the question to the agent, and its reply to every client, once', async () => {
    const { broker, events } = startBroker();
    const onAskBack = vi.fn<OnAskBack>(async ({ text }) => `About "${text}": it is slow.`);
    const asking = broker.ask(request, { ...CONVERSATION, onAskBack });
    await settleDown();
    expect(await offered(broker)).toBe(true);
    expect(await broker.askBack('r1', { ...why, by: 'Ada' })).toMatchObject({ ok: true });
    expect(await broker.askBack('r1', { ...why, by: 'Ada' })).toMatchObject({ ok: true });
    await settleDown();
    expect(await broker.askBack('r1', { ...why, by: 'Ada' })).toMatchObject({ ok: true });
    expect(onAskBack).toHaveBeenCalledTimes(1);
    expect(onAskBack.mock.calls[0]?.[0]).toEqual({ ...why, by: 'Ada', status: 'waiting' });
    const reply = 'About "Why not SQLite?": it is slow.';
    expect(told(events)).toEqual([
      ['k1', 'waiting', undefined],
      ['k1', 'replied', reply],
    ]);
    expect(await broker.exchanges('r1', first)).toEqual([{ ...why, by: 'Ada', status: 'replied', reply }]);
    expect(await broker.exchanges('r1', second)).toEqual([]);
    expect((await broker.get('r1'))?.askBack).toEqual({ offered: true, revision: 2, counts: { [first!]: 1 } });
    await broker.answer('r1', replyTo(request));
    expect(await asking).toMatchObject({ status: 'answered' });
  });

  it('is not offered without `onAskBack`, and after the agent of several that can reply has left', async () => {
    const { broker } = startBroker();
    const abort = new AbortController();
    const other = broker.ask(request, CONVERSATION);
    await settleDown();
    expect((await broker.get('r1'))?.askBack).toBeUndefined();
    expect(await broker.askBack('r1', why)).toEqual({ ok: false, code: 'not_offered' });
    const replying = broker.ask(request, { ...CONVERSATION, signal: abort.signal, onAskBack: () => 'So.' });
    await settleDown();
    expect(await offered(broker)).toBe(true);
    abort.abort();
    await replying;
    await settleDown();
    expect(await offered(broker)).toBe(false);
    expect(await broker.askBack('r1', why)).toEqual({ ok: false, code: 'not_offered' });
    await broker.cancel('r1');
    await other;
  });

  it.each([
    ['an unknown question', { ...why, questionId: 'nobody' }, 'questionId'],
    ['blank text', { ...why, text: ' \n' }, 'text'],
    ['2,001 characters', { ...why, text: '😀'.repeat(2_001) }, 'text'],
    ['the key of another exchange', { ...why, key: 'k0', text: 'Other' }, 'key'],
    ['a key that is too long', { ...why, key: 'k'.repeat(256) }, 'key'],
    ['a question that waits for a reply', { ...why, questionId: second!, key: 'k9' }, 'questionId'],
  ])('refuses %s, and says where', async (_, call, path) => {
    const { broker } = startBroker();
    const onAskBack: OnAskBack = ({ key }) => (key === 'k0' ? 'So.' : new Promise(() => {}));
    const asking = broker.ask(request, { ...CONVERSATION, onAskBack });
    await settleDown();
    await broker.askBack('r1', { ...why, key: 'k0' });
    await broker.askBack('r1', { ...why, questionId: second!, key: 'k8' });
    await settleDown();
    expect(await broker.askBack('r1', call)).toMatchObject({ ok: false, code: 'invalid', issues: [{ path }] });
    await broker.cancel('r1');
    await asking;
  });

  it('refuses a secret question, another instance, and a request that is over or unknown', async () => {
    const { broker } = startBroker();
    const [token] = makeRequest('r2', 'Which token?').questions;
    const hidden = { requestId: 'r2', questions: [{ ...token!, options: [], constraints: { secret: true } }] };
    const onAskBack = () => 'So.';
    const asking = [request, hidden].map((one) => broker.ask(one, { ...CONVERSATION, onAskBack }));
    await settleDown();
    const secret = { ...why, questionId: token!.id };
    expect(await broker.askBack('r2', secret)).toEqual({ ok: false, code: 'not_offered' });
    expect(await broker.askBack('r1', { ...why, instanceId: 'other' })).toEqual({ ok: false, code: 'unknown' });
    expect(await broker.askBack('r3', why)).toEqual({ ok: false, code: 'unknown' });
    await Promise.all(['r1', 'r2'].map((id) => broker.cancel(id)));
    expect(await broker.askBack('r1', why)).toEqual({ ok: false, code: 'already_resolved' });
    await Promise.all(asking);
  });

  it('offers a failed exchange again, with the same key', async () => {
    const { broker, events, errors } = startBroker();
    const replies = [() => Promise.reject(new Error('The model is busy.')), () => '  ', () => 'So.'];
    const asking = broker.ask(request, { ...CONVERSATION, onAskBack: () => replies.shift()?.() });
    await settleDown();
    for (let i = 0; i < 3; i++) {
      expect(await broker.askBack('r1', why)).toMatchObject({ ok: true });
      await settleDown();
    }
    const statuses = told(events).map(([, status]) => status);
    expect(statuses).toEqual(['waiting', 'failed', 'waiting', 'failed', 'waiting', 'replied']);
    expect(errors).toMatchObject([{ message: 'The model is busy.' }]);
    await broker.cancel('r1');
    await asking;
  });

  it('replies to an exchange that is sent again as soon as it has failed', async () => {
    const { broker, errors } = startBroker();
    const replies = ['', 'So.'];
    const asking = broker.ask(request, { ...CONVERSATION, onAskBack: () => replies.shift() });
    broker.subscribe((event) => {
      if (event.type === 'asked_back' && event.exchanges[0]?.status === 'failed') void broker.askBack('r1', why);
    });
    await settleDown();
    await broker.askBack('r1', why);
    await settleDown();
    expect(await broker.exchanges('r1')).toMatchObject([{ status: 'replied', reply: 'So.' }]);
    expect(errors).toEqual([]);
    await broker.cancel('r1');
    await asking;
  });

  it('aborts the signal when the request is settled meanwhile, and drops a late reply', async () => {
    const { broker } = startBroker();
    const gate = createGate();
    let signal: AbortSignal | undefined;
    const onAskBack: OnAskBack = async (_, details) => {
      ({ signal } = details);
      await gate.wait();
      return 'So.';
    };
    const asking = broker.ask(request, { ...CONVERSATION, onAskBack });
    await settleDown();
    await broker.askBack('r1', why);
    await settleDown();
    await broker.answer('r1', replyTo(request));
    await asking;
    expect(signal?.aborted).toBe(true);
    gate.open();
    await settleDown();
    expect(await broker.exchanges('r1')).toMatchObject([{ status: 'failed' }]);
  });

  it.each(['the same process', 'another process'])(
    'lets another agent of %s reply, after the one that had begun was stopped and ignores it',
    async (where) => {
      const backend = createTestBackend();
      const first = startBroker({ store: backend.connect() });
      const other = where === 'the same process' ? first : startBroker({ store: backend.connect() });
      const stop = new AbortController();
      const never: OnAskBack = () => new Promise(() => {});
      const stopped = first.broker.ask(request, { ...CONVERSATION, signal: stop.signal, onAskBack: never });
      await settleDown();
      await first.broker.askBack('r1', why);
      await settleDown();
      const asking = other.broker.ask(request, { ...CONVERSATION, onAskBack: () => 'So.' });
      await settleDown();
      expect(await first.broker.exchanges('r1')).toMatchObject([{ key: 'k1', status: 'waiting' }]);
      stop.abort();
      expect(await stopped).toEqual({ status: 'aborted' });
      await settleDown();
      expect(await first.broker.exchanges('r1')).toMatchObject([{ key: 'k1', status: 'replied', reply: 'So.' }]);
      await other.broker.cancel('r1');
      await asking;
      await Promise.all([first, other].map(({ broker }) => broker.close()));
    },
  );

  it('counts the texts in bytes, and refuses more than a request may have', async () => {
    const { broker } = startBroker();
    const asking = broker.ask(request, { ...CONVERSATION, onAskBack: () => '界'.repeat(5_000) });
    await settleDown();
    let outcome = await broker.askBack('r1', why);
    for (let i = 0; outcome.ok; i++) {
      await settleDown();
      outcome = await broker.askBack('r1', { questionId: i % 2 ? first! : second!, text: 'Why?', key: `more${i}` });
    }
    expect(outcome).toMatchObject({ issues: [{ code: 'full' }] });
    const all = await broker.exchanges('r1');
    expect(all).toHaveLength(25);
    expect(all.every(({ reply = '', isCut }) => isCut && Buffer.byteLength(reply) === 9_999)).toBe(true);
    await broker.cancel('r1');
    await asking;
  });
});

describe('ask back over several processes [R-ASKBACK] [R-DURABLE]', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('brings a question of one process to the agent of another', async () => {
    const backend = createTestBackend(fakedClock);
    const [agent, web] = [1, 2].map(() => startBroker({ store: backend.connect(), now: fakedClock.now }));
    const asking = agent!.broker.ask(request, { ...CONVERSATION, onAskBack: () => 'So.' });
    await settleDown();
    expect(await offered(web!.broker)).toBe(true);
    expect(await web!.broker.askBack('r1', { ...why, by: 'Ada' })).toMatchObject({ ok: true });
    await settleDown();
    expect(told(web!.events)).toEqual([
      ['k1', 'waiting', undefined],
      ['k1', 'replied', 'So.'],
    ]);
    await web!.broker.answer('r1', replyTo(request));
    expect(await asking).toMatchObject({ status: 'answered' });
    await Promise.all([agent!.broker.close(), web!.broker.close()]);
  });

  it.each([
    [undefined, 300_000],
    [20_000, 20_000],
  ])(
    'stops waiting for an agent that does not reply, and offers to ask again (replyMs: %s)',
    async (replyMs, limit) => {
      const backend = createTestBackend(fakedClock);
      const agent = startBroker({ store: backend.connect(), now: fakedClock.now, replyMs });
      const web = startBroker({ store: backend.connect(), now: fakedClock.now });
      const late = createGate();
      const signals: AbortSignal[] = [];
      const onAskBack: OnAskBack = async (_, { signal }) => {
        if (signals.push(signal) === 2) return 'So.';
        await late.wait();
        return 'Too late.';
      };
      const asking = agent.broker.ask(request, { ...CONVERSATION, onAskBack });
      await settleDown();
      await web.broker.askBack('r1', why);
      await settleDown();
      await vi.advanceTimersByTimeAsync(limit - 1);
      expect(await web.broker.exchanges('r1')).toMatchObject([{ status: 'waiting' }]);
      await vi.advanceTimersByTimeAsync(1);
      await settleDown();
      expect(await web.broker.exchanges('r1')).toMatchObject([{ status: 'failed' }]);
      expect(told(web.events).at(-1)).toEqual(['k1', 'failed', undefined]);
      expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
      expect(agent.errors).toMatchObject([{ message: expect.stringContaining(`within ${limit} ms`) as string }]);
      late.open();
      await settleDown();
      expect(await web.broker.exchanges('r1')).toMatchObject([{ status: 'failed' }]);
      expect(await web.broker.askBack('r1', why)).toMatchObject({ ok: true });
      await settleDown();
      expect(await web.broker.exchanges('r1')).toMatchObject([{ status: 'replied', reply: 'So.' }]);
      expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
      await web.broker.cancel('r1');
      await Promise.all([asking, agent.broker.close(), web.broker.close()]);
    },
  );

  it.each([0, -1, Number.NaN])('causes a RangeError for `replyMs` %s', (replyMs) => {
    expect(() => startBroker({ replyMs })).toThrow(RangeError);
  });

  it('accepts no question that it has not stored, if an agent that can reply comes meanwhile', async () => {
    const backend = createTestBackend(fakedClock);
    const store = backend.connect();
    const agent = startBroker({ store: backend.connect(), now: fakedClock.now });
    const web = startBroker({ store, now: fakedClock.now });
    const asking = [agent.broker.ask(request, CONVERSATION)];
    await settleDown();
    let reads = 0;
    // The third read says why the write was refused.
    store.before.get = async () => {
      if (++reads !== 3) return;
      asking.push(agent.broker.ask(request, { ...CONVERSATION, onAskBack: () => 'So.' }));
      await settleDown(200);
    };
    const outcome = await web.broker.askBack('r1', why);
    await settleDown();
    expect(outcome).toMatchObject({ ok: true });
    expect(await web.broker.exchanges('r1')).toMatchObject([{ key: 'k1', status: 'replied' }]);
    await web.broker.cancel('r1');
    await Promise.all([...asking, agent.broker.close(), web.broker.close()]);
  });

  it('lets the agent that asks again reply, after the process that had begun has died', async () => {
    const backend = createTestBackend(fakedClock);
    const store = backend.connect();
    const dead = startBroker({ store, now: fakedClock.now, leaseMs: 60_000 });
    const web = startBroker({ store: backend.connect(), now: fakedClock.now, leaseMs: 60_000 });
    const never = vi.fn<OnAskBack>(() => new Promise(() => {}));
    dead.broker.ask(request, { ...CONVERSATION, onAskBack: never }).catch(() => undefined);
    await settleDown();
    await web.broker.askBack('r1', why);
    await settleDown();
    expect(never).toHaveBeenCalledTimes(1);
    // The process hangs: it renews nothing any more, and hears nothing.
    const gone = () => Promise.reject(new Error('The process is dead.'));
    for (const method of ['beat', 'get', 'list', 'update', 'attach'] as const) store.before[method] = gone;
    store.deaf = true;
    await vi.advanceTimersByTimeAsync(60_000);
    await settleDown();
    expect(await offered(web.broker)).toBe(false);
    expect(await web.broker.exchanges('r1')).toMatchObject([{ key: 'k1', status: 'failed' }]);
    expect(await web.broker.askBack('r1', { ...why, key: 'k2' })).toEqual({ ok: false, code: 'not_offered' });

    const again = startBroker({ store: backend.connect(), now: fakedClock.now, leaseMs: 60_000 });
    const replying = vi.fn<OnAskBack>(() => 'So.');
    const asking = again.broker.ask(request, { ...CONVERSATION, onAskBack: replying });
    await settleDown();
    expect(replying.mock.calls.map(([{ key }]) => key)).toEqual(['k1']);
    expect(await web.broker.exchanges('r1')).toMatchObject([{ key: 'k1', status: 'replied', reply: 'So.' }]);
    expect(await offered(web.broker)).toBe(true);
    await web.broker.answer('r1', replyTo(request));
    expect(await asking).toMatchObject({ status: 'answered' });
    await Promise.all([again.broker.close(), web.broker.close()]);
  });
});
