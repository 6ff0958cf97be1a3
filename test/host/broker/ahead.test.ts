import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { toUserMessage, type CallbackHandler } from '../../../src/host/index.js';
import type { SettleResult } from '../../../src/host/broker/types.js';
import { createTestBackend, fakedClock, line, makeRequest, replyTo, settleDown, startBroker } from '../helpers.js';

const DAY = 86_400_000;
const CONVERSATION = { conversationId: 'c1' };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A request whose agent does not wait. */
const ahead = (id: string) => ({ ...makeRequest(id), blocking: false as const });
const REPLIES = replyTo(makeRequest('r1'));

function start() {
  const backend = createTestBackend(fakedClock);
  const node = (options: Partial<Parameters<typeof startBroker>[0]> = {}) =>
    startBroker({ store: backend.connect(), ...options });
  return { backend, node };
}

describe('a request whose agent does not wait [R-AHEAD]', () => {
  it('is never orphaned, whatever its lease is', async () => {
    const { node } = start();
    const near = node({ leaseMs: 1_000 });
    await near.broker.open(ahead('r1'), { ...CONVERSATION, leaseMs: 60_000 });
    await near.broker.close();
    await vi.advanceTimersByTimeAsync(365 * DAY);
    const far = node();
    expect(await far.broker.pending('c1')).toMatchObject([{ state: 'awaiting_user_response' }]);
    expect(await far.broker.answer('r1', REPLIES)).toEqual({ ok: true });
    await far.broker.close();
  });

  it('stays when nobody sees it, because no agent needs a result', async () => {
    const { node } = start();
    const onUnattended = vi.fn();
    const { broker } = node({ unattendedMs: 1_000, onUnattended, whenUnattended: 'unavailable' });
    await broker.open(ahead('r1'), CONVERSATION);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(onUnattended).toHaveBeenCalledOnce();
    expect(await broker.get('r1')).toMatchObject({ state: 'awaiting_user_response' });
    await broker.close();
  });

  it.each([{}, { leaseMs: 60_000 }])('stays after a call that has waited for it was stopped: %o', async (options) => {
    const { node } = start();
    const { broker } = node();
    await broker.open(ahead('r1'), CONVERSATION);
    const abort = new AbortController();
    const waiting = broker.ask(makeRequest('r1'), { ...CONVERSATION, ...options, signal: abort.signal });
    await settleDown();
    abort.abort();
    expect(await waiting).toEqual({ status: 'aborted' });
    await vi.advanceTimersByTimeAsync(DAY);
    expect(await broker.get('r1')).toMatchObject({ state: 'awaiting_user_response' });
    await broker.close();
  });

  it('is one whose agent waits, on every node, while a call waits for it', async () => {
    const { node } = start();
    const [near, far] = [node(), node()];
    await near.broker.open(ahead('r1'), CONVERSATION);
    const awaited = async () => (await far.broker.pending('c1')).map((one) => one.awaited);
    const abort = new AbortController();
    const stopped = near.broker.ask(ahead('r1'), { ...CONVERSATION, signal: abort.signal });
    await settleDown();
    expect(await awaited()).toEqual([true]);
    abort.abort();
    await stopped;
    expect(await awaited()).toEqual([undefined]);
    const again = near.broker.ask(makeRequest('r1'), CONVERSATION);
    await settleDown();
    expect(far.events.map(line)).toEqual(Array(4).fill('r1 awaiting_user_response'));
    expect(await far.broker.answer('r1', REPLIES)).toEqual({ ok: true });
    expect(await again).toMatchObject({ status: 'answered' });
    expect(await far.broker.get('r1')).toMatchObject({ state: 'settled', request: { blocking: false } });
    expect(await far.broker.get('r1')).not.toHaveProperty('awaited');
    await near.broker.close();
    await far.broker.close();
  });

  it('is no longer one whose agent waits once the process of the call is dead', async () => {
    const { node } = start();
    const [near, far] = [node({ leaseMs: 1_000 }), node({ leaseMs: 1_000 })];
    await near.broker.open(ahead('r1'), CONVERSATION);
    const waiting = near.broker.ask(makeRequest('r1'), CONVERSATION);
    await settleDown();
    expect(await far.broker.get('r1')).toMatchObject({ awaited: true });
    await Promise.all([near.broker.close(), expect(waiting).rejects.toMatchObject({ code: 'closed' })]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await far.broker.get('r1')).toMatchObject({ state: 'awaiting_user_response' });
    expect(await far.broker.get('r1')).not.toHaveProperty('awaited');
    await far.broker.close();
  });

  it('can be superseded alone, by its instance if the host names it', async () => {
    const { node } = start();
    const { broker, events } = node();
    const { opened } = (await broker.open(ahead('r1'), CONVERSATION)) as { opened: { instanceId: string } };
    await broker.open(ahead('r2'), CONVERSATION);
    expect(await broker.supersede({ requestId: 'r1', instanceId: 'another' })).toEqual({ ok: true, requestIds: [] });
    expect(await broker.supersede({ requestId: 'r1', ...opened }, 'Known by now.')).toEqual({
      ok: true,
      requestIds: ['r1'],
    });
    expect(await broker.supersede({ requestId: 'r1' })).toEqual({ ok: true, requestIds: [] });
    expect(await broker.supersede({ requestId: 'unknown' })).toEqual({ ok: true, requestIds: [] });
    await settleDown();
    expect(events.map(line)).toEqual(['r1 awaiting_user_response', 'r2 awaiting_user_response', 'r1 superseded']);
    expect((await broker.get('r1'))?.settlement?.result).toEqual({ status: 'superseded', reason: 'Known by now.' });
    await broker.close();
  });

  it('stays when a chat message supersedes the requests whose agents wait, but not when it supersedes all', async () => {
    const { node } = start();
    const { broker } = node();
    await broker.open(ahead('r1'), CONVERSATION);
    await broker.open(makeRequest('r2'), CONVERSATION);
    expect(await broker.supersede({ conversationId: 'c1', blocking: true })).toEqual({ ok: true, requestIds: ['r2'] });
    expect(await broker.supersede({ conversationId: 'c1' })).toEqual({ ok: true, requestIds: ['r1'] });
    await broker.open(ahead('r3'), CONVERSATION);
    expect(await broker.supersede('c1')).toEqual({ ok: true, requestIds: ['r3'] });
    await broker.close();
  });
});

/** What a host stores of a conversation, as the docs advise. It outlives every process. */
function createChat() {
  const inbox = new Map<string, { text: string; isSent: boolean }>();
  const sent: string[] = [];
  return {
    sent,
    add: ({ id, text }: { id: string; text: string }) => {
      if (!inbox.has(id)) inbox.set(id, { text, isSent: false });
    },
    /** The user sends a message, with the answers that were not sent before. */
    send() {
      for (const [id, message] of inbox) {
        if (!message.isSent) sent.push(id);
        message.isSent = true;
      }
    },
  };
}

const IDS = ['r1', 'r2', 'r3'];
const node = fc.nat(1);
const id = fc.constantFrom(...IDS);

/** Everything that can happen, in any order. */
const moves = fc.oneof(
  { weight: 3, arbitrary: fc.record({ type: fc.constant('open'), node, id }) },
  { weight: 4, arbitrary: fc.record({ type: fc.constant('answer'), node, id, option: fc.nat(1) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('again'), node }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('cancel'), node, id }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('supersede'), node, id }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('supersedeAll'), node }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('send') }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('restart'), node }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('pass'), ms: fc.constantFrom(1, 100, 6_000, 20_000) }) },
) as fc.Arbitrary<{ type: string; node: number; id: string; option: number; ms: number }>;

/** Where the callback of the host fails or its process dies. */
const faults = fc.array(fc.constantFrom('none', 'none', 'before', 'after', 'hang'), { minLength: 1, maxLength: 6 });

describe('the answers to requests whose agents do not wait, for any order of events [R-AHEAD]', () => {
  it('are sent once each: none is lost, none is sent twice, and none is invented', { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(moves, { maxLength: 30 }), faults, async (script, planned) => {
        const { backend, node: create } = start();
        const chat = createChat();
        const answers: { id: string; option: number; key: string; outcome?: SettleResult }[] = [];
        let calls = 0;
        let isWell = false;
        const connect = () => {
          const store = backend.connect();
          const started = create({ store, onError: () => undefined });
          const onSettled: CallbackHandler = (settled) => {
            const fault = isWell ? 'none' : planned[calls++ % planned.length];
            if (fault === 'hang') return new Promise(() => {});
            if (fault === 'before') throw new Error('The host failed.');
            const message = toUserMessage(settled);
            if (message) chat.add(message);
            if (fault !== 'after') return undefined;
            chat.send();
            throw new Error('The host failed after the message was sent.');
          };
          const quick = { attempts: 1_000, delayMs: () => 1_000, leaseMs: 10_000, timeoutMs: 5_000 };
          started.broker.registerCallback('answers', onSettled, quick);
          return { ...started, store };
        };
        const nodes = [connect(), connect()];
        const old: (typeof nodes)[number][] = [];
        const quietly = (work: Promise<unknown>) => void work.catch(() => undefined);
        const answer = (at: number, one: (typeof answers)[number]) =>
          quietly(
            nodes[at]!.broker.answer(one.id, replyTo(makeRequest(one.id), one.option), {
              by: one.key,
              idempotencyKey: one.key,
            }).then((outcome) => (one.outcome = one.outcome?.ok ? one.outcome : outcome)),
          );
        for (const { type, node: at, id: requestId, option, ms } of script) {
          if (type === 'open')
            quietly(nodes[at]!.broker.open(ahead(requestId), { ...CONVERSATION, callback: 'answers' }));
          if (type === 'answer')
            answer(at, answers[answers.push({ id: requestId, option, key: `${answers.length}` }) - 1]!);
          if (type === 'again' && answers.length > 0) answer(at, answers.at(-1)!);
          if (type === 'cancel') quietly(nodes[at]!.broker.cancel(requestId));
          if (type === 'supersede') quietly(nodes[at]!.broker.supersede({ requestId }));
          if (type === 'supersedeAll') quietly(nodes[at]!.broker.supersede('c1'));
          if (type === 'send') chat.send();
          if (type === 'restart') {
            const [dead] = nodes.splice(at, 1, connect());
            // Its writes are lost from now on, so it acknowledges nothing.
            for (const method of ['settle', 'update', 'take', 'open', 'beat'] as const)
              dead!.store.before[method] = () => new Promise(() => {});
            old.push(dead!);
          }
          if (type === 'pass') await vi.advanceTimersByTimeAsync(ms);
        }
        isWell = true;
        await vi.advanceTimersByTimeAsync(60_000);
        chat.send();

        const expected: string[] = [];
        for (const requestId of IDS) {
          const stored = await nodes[0]!.broker.get(requestId);
          const accepted = answers.filter((one) => one.id === requestId && one.outcome?.ok);
          expect(new Set(accepted.map(({ key }) => key)).size).toBeLessThanOrEqual(1);
          if (accepted.length > 0) expect(stored?.settlement).toMatchObject({ by: accepted[0]!.key });
          if (stored) expect(stored.state).not.toBe('orphaned');
          if (stored?.settlement?.result.status === 'answered') expected.push(stored.instanceId);
        }
        expect(chat.sent.toSorted()).toEqual(expected.toSorted());
        for (const one of [...nodes, ...old]) quietly(one.broker.close());
        await vi.advanceTimersByTimeAsync(10_000);
      }),
      { numRuns: 60 },
    );
  });
});
