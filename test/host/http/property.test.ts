import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { WireSettlement, WireRequest } from '../../../src/host/wire.js';
import { createMemoryStore } from '../../../src/host/store.js';
import { createGate, makeRequest, replyTo, settleDown } from '../helpers.js';
import { get, listen, mount, post, type Listening } from './helpers.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const HEARTBEAT = 15_000;
const NEVER = 'never';
const ALL = ['c1', 'c2', 'c3'];

const step = fc.oneof(
  fc.record({ do: fc.constant('ask' as const), where: fc.constantFrom(...ALL, NEVER) }),
  fc.record({ do: fc.constantFrom('answer' as const, 'abort' as const), which: fc.nat({ max: 9 }) }),
  fc.record({ do: fc.constant('rights' as const), to: fc.subarray(ALL) }),
  fc.record({ do: fc.constantFrom('beat' as const, 'hold' as const, 'release' as const, 'leave' as const) }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** Creates the view of one client over all of its connections. Asserts that nothing forbidden is received. */
function createPerson() {
  const over = new Set<string>();
  let shown = new Map<string, WireRequest>();
  let isNew = true;
  const show = (one: WireRequest) => {
    const { requestId } = one.request;
    expect(one.conversationId).not.toBe(NEVER);
    expect(over.has(requestId), `${requestId} ended and came back`).toBe(false);
    expect(shown.get(requestId)?.state, `${requestId} was told twice`).not.toBe(one.state);
    shown.set(requestId, one);
  };
  const end = ({ requestId, conversationId }: WireSettlement) => {
    expect(conversationId).not.toBe(NEVER);
    over.add(requestId);
    shown.delete(requestId);
  };
  return {
    connect() {
      shown = new Map();
      isNew = true;
    },
    hear({ name, data }: Listening['said'][0]) {
      expect(name === 'snapshot').toBe(isNew);
      isNew = false;
      if (name === 'settled') return end(data);
      if (name === 'asked_back') return undefined;
      if (name !== 'snapshot') return show(data);
      data.endings.forEach(end);
      return data.requests.forEach(show);
    },
    sees: () => [...shown.keys()].sort(),
  };
}

/** Runs a host whose lists arrive late, a client that reconnects, and authorization that changes. */
async function live(steps: readonly Step[]): Promise<void> {
  const store = createMemoryStore();
  const gates = [createGate()];
  gates[0]!.open();
  const list: typeof store.list = async (...args) => {
    const listed = await store.list(...args);
    await gates.at(-1)!.wait();
    return listed;
  };
  let conversations: readonly string[] = ALL;
  const mounted = mount({ authorize: () => ({ conversations }) }, { store: { ...store, list } });
  const person = createPerson();
  const asked: AbortController[] = [];
  let opening: Promise<void> | undefined;
  let stream: Listening | undefined;
  let heard = 0;
  let lastId = '';

  const hear = () => {
    for (const one of stream?.said.slice(heard) ?? []) {
      heard += 1;
      lastId = one.id;
      person.hear(one);
    }
    if (stream?.ended) stream = undefined;
  };
  const connect = () => {
    opening ??= mounted.handler(get('/ask/events', { headers: { 'last-event-id': lastId } })).then((response) => {
      person.connect();
      heard = 0;
      stream = listen(response);
      opening = undefined;
    });
  };
  const act = async (next: Step) => {
    if (next.do === 'ask') {
      const controller = new AbortController();
      void mounted.broker.ask(makeRequest(`r${asked.push(controller)}`), {
        conversationId: next.where,
        signal: controller.signal,
      });
    } else if (next.do === 'abort') asked[next.which]?.abort();
    else if (next.do === 'answer') {
      const requestId = `r${next.which + 1}`;
      await mounted.handler(post(`/ask/requests/${requestId}/answer`, { replies: replyTo(makeRequest(requestId)) }));
    } else if (next.do === 'rights') conversations = next.to;
    else if (next.do === 'beat') await vi.advanceTimersByTimeAsync(HEARTBEAT);
    else if (next.do === 'hold') gates.push(createGate());
    else if (next.do === 'release') gates.at(-1)!.open();
    else await stream?.leave();
  };
  const turn = async (next?: Step) => {
    if (next) await act(next);
    await settleDown();
    hear();
    if (!stream) connect();
    await settleDown();
    hear();
  };

  for (const next of steps) await turn(next);
  for (const gate of gates) gate.open();
  for (let i = 0; i < 4; i++) await turn({ do: 'beat' });
  const pending = await mounted.broker.pending([...conversations]);
  expect(person.sees()).toEqual(pending.map(({ request }) => request.requestId).sort());
  await stream?.leave();
  expect([mounted.subscribers(), vi.getTimerCount(), mounted.errors]).toEqual([0, 0, []]);
}

describe('a client [R-STATE] [R-HTTP]', () => {
  it('shows each pending request once and nothing settled, for any order of requests, settlements, late lists, rights and connections', async () => {
    await fc.assert(fc.asyncProperty(fc.array(step, { maxLength: 40 }), live), { numRuns: 150 });
  });
});
