import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AskUserResult } from '../../../src/core/index.js';
import { as, connectTo, createRealHost, pass, shown, sightings, useFakeTime, type Fetch } from './helpers.js';
import { createTestBackend, makeRequest, replyTo } from '../helpers.js';

beforeEach(useFakeTime);
afterEach(() => {
  vi.useRealTimers();
});

/** Fate of a call: the request is lost, the response is lost, or both arrive twice or late. */
type Fault = 'fine' | 'lost before' | 'lost after' | 'twice' | 'slow';

const FAULT: fc.Arbitrary<Fault> = fc.constantFrom('fine', 'lost before', 'lost after', 'twice', 'slow');
const STEP = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('ask' as const), on: fc.nat(3) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom('answer' as const, 'cancel' as const),
      by: fc.nat(1),
      on: fc.nat(3),
      option: fc.nat(1),
    }),
  },
  fc.record({ do: fc.constant('cut' as const) }),
  fc.record({ do: fc.constant('restart' as const) }),
  fc.record({ do: fc.constant('wait' as const), ms: fc.constantFrom(0, 0, 100, 3_000, 50_000) }),
);
type Step = typeof STEP extends fc.Arbitrary<infer T> ? T : never;

const USERS = ['Ana', 'Ben'] as const;

/** Creates two users of one host, and a network between them with the given faults. */
function createWorld(faults: Fault[]) {
  const backend = createTestBackend();
  const node = () => ({ store: backend.connect(), now: backend.clock.now });
  const host = createRealHost(node());
  const connections = new Set<AbortController>();

  const network: Fetch = async (url, init) => {
    if (url.endsWith('/events')) {
      const response = await host.fetch(url, init);
      const cut = new AbortController();
      connections.add(cut);
      return new Response(response.body!.pipeThrough(new TransformStream(), { signal: cut.signal }), response);
    }
    const fault = faults.shift() ?? 'fine';
    if (fault === 'lost before') throw new TypeError('network error');
    // Longer than a client waits. The host still handles the call.
    if (fault === 'slow') await new Promise((resolve) => setTimeout(resolve, 12_000));
    const { signal: _signal, ...rest } = init;
    const response = await host.fetch(url, rest);
    if (fault === 'lost after') throw new TypeError('network error');
    return fault === 'twice' ? host.fetch(url, rest) : response;
  };

  const people = USERS.map((user) => {
    const { client } = connectTo({ fetch: as(user, network) });
    return { user, client, seen: sightings(client) };
  });
  return {
    host,
    people,
    cut: () => connections.forEach((connection) => connection.abort()),
    restart: () => host.restart(node()),
    heal: () => void faults.splice(0),
    async close() {
      for (const { client } of people) client.close();
      await host.broker.close();
    },
  };
}

/** Runs the steps, repairs the network, and waits until nothing more happens. */
async function live(world: ReturnType<typeof createWorld>, steps: readonly Step[]) {
  const { host, people } = world;
  const results = new Map<string, AskUserResult>();
  const told: { id: string; by: string; result: object }[] = [];
  const deliveries: Promise<unknown>[] = [];
  for (const step of steps) {
    if (step.do === 'wait') await pass(step.ms);
    else if (step.do === 'cut' || step.do === 'restart') await world[step.do]();
    else {
      const id = `r${step.on}`;
      const request = makeRequest(id);
      if (step.do === 'ask') {
        const asked = host.broker.ask(request, { conversationId: 'c1' });
        // A rejected call was shut down while it waited. Its agent receives nothing.
        asked.then((result) => results.set(id, result)).catch(() => {});
        continue;
      }
      const { user, client } = people[step.by]!;
      const isAnswer = step.do === 'answer';
      const result = isAnswer
        ? { status: 'answered', answers: [{ answer: ['PostgreSQL', 'SQLite'][step.option] }] }
        : { status: 'cancelled' };
      const sent = isAnswer ? client.answer(id, replyTo(request, step.option)) : client.cancel(id);
      deliveries.push(sent.then(({ ok }) => ok && told.push({ id, by: user, result })));
    }
  }
  world.heal();
  world.cut();
  await pass(120_000);
  await Promise.all(deliveries);
  return { results, told };
}

describe('a client on any network [R-FIRST] [R-STATE] [R-HTTP]', () => {
  it('reports success only for the stored settlement, and finally shows the same as every other client', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(STEP, { maxLength: 30 }), fc.array(FAULT, { maxLength: 30 }), async (steps, faults) => {
        const world = createWorld([...faults]);
        const { results, told } = await live(world, steps);
        const { broker } = world.host;

        const pending = (await broker.pending()).map(({ request }) => request.requestId);
        for (const { user, client, seen } of world.people) {
          const { requests, connection } = shown(client);
          expect(connection).toBe('online');
          expect(requests).toEqual(pending);
          const { settled } = client.getState();
          const known = [...requests, ...settled.map(({ request }) => request.request.requestId)];
          expect(known.toSorted()).toEqual([...seen].toSorted());
          for (const { request, result, by, isLocal } of settled) {
            const stored = await broker.get(request.request.requestId);
            expect({ result, by }).toEqual({ result: stored?.settlement?.result, by: stored?.settlement?.by });
            expect(isLocal).toBe(by === user);
          }
        }
        for (const { id, by, result } of told) {
          expect(await broker.get(id)).toMatchObject({ settlement: { by, result } });
        }
        for (const [id, result] of results) expect((await broker.get(id))?.settlement?.result).toEqual(result);
        await world.close();
      }),
      { numRuns: 150 },
    );
  }, 120_000);
});
