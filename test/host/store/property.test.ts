import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { dataOf } from '../../../src/host/store/request-record.js';
import { createTestBackend, settleDown, type StoreMethod } from '../helpers.js';
import { asked, endedBy } from './setup.js';

const NODES = 3;
const IDS = ['r1', 'r2', 'r3'];
const CLAIM_MS = 1_000;
const METHODS: readonly StoreMethod[] = [
  'open',
  'get',
  'settle',
  'attach',
  'beat',
  'take',
  'update',
  'retry',
  'unreached',
];

type Action = (world: ReturnType<typeof createWorld>, node: number) => unknown;

/** Nodes with wrong clocks on one store, whose calls take as many turns as `delays` specifies. */
function createWorld(delays: readonly number[]) {
  const backend = createTestBackend();
  let turn = 0;
  const late = () => settleDown(delays[turn++ % delays.length]);
  const nodes = Array.from({ length: NODES }, (_, i) => {
    const store = backend.connect();
    for (const method of METHODS) store.before[method] = store.after[method] = late;
    return { requests: store.requests, owner: `owner ${i}`, wrongMs: (i - 1) * 3_600_000 };
  });
  const running: Promise<unknown>[] = [];
  /** Who has settled each request, as the store told them. */
  const winners = new Map<string, string[]>();
  const delivered = new Set<string>();
  let serial = 0;
  const next = (what: string) => `${what} ${++serial}`;
  const run = (work: Promise<unknown>) => void running.push(work);

  const ofNode = (index: number) => {
    const { requests, owner, wrongMs } = nodes[index % NODES]!;
    async function settle(id: string, options: object = {}) {
      const by = next('user');
      const settlement = { ...endedBy(by), settledAt: backend.clock.now() + wrongMs };
      if (await requests.settle(id, settlement, options)) winners.set(id, [...(winners.get(id) ?? []), by]);
    }
    async function deliver(end: 'delivered' | 'due' | 'parked' | 'released' | 'dies') {
      const claim = next('claim');
      const taken = await requests.take('resume', { claim, claimMs: CLAIM_MS, limit: 2 });
      for (const { settled } of taken) {
        const { requestId } = settled.request;
        await settleDown(delays[turn++ % delays.length]);
        if (end === 'dies') continue;
        const step = { state: end, inMs: 500, error: 'Busy' };
        if ((await requests.step(requestId, claim, step)) && end === 'delivered') {
          // A settlement that was acknowledged is not delivered again.
          expect(delivered.has(requestId)).toBe(false);
          delivered.add(requestId);
        }
      }
    }
    return { requests, owner, wrongMs, settle, deliver };
  };

  return {
    open: (node: number, id: string, leaseMs: number) => {
      const { requests, owner, wrongMs } = ofNode(node);
      const more = { callback: 'resume', askedAt: backend.clock.now() + wrongMs };
      run(requests.open(asked(id, more), { leaseMs, owner }));
    },
    attach: (node: number, id: string) => run(ofNode(node).requests.attach(id, { owner: ofNode(node).owner })),
    beat: (node: number, ms: number) => run(ofNode(node).requests.beat(ofNode(node).owner, ms)),
    answer: (node: number, id: string) => run(ofNode(node).settle(id)),
    supersede: (node: number, id: string) => run(ofNode(node).settle(id, { orphaned: true })),
    leave: (node: number, id: string) => run(ofNode(node).settle(id, { orphaned: true, leaver: ofNode(node).owner })),
    deliver: (node: number, end: Parameters<ReturnType<typeof ofNode>['deliver']>[0]) => run(ofNode(node).deliver(end)),
    retry: (node: number, id: string) => run(ofNode(node).requests.retry(id)),
    async unreached(node: number, id: string) {
      const { requests } = ofNode(node);
      const stored = await requests.get(id);
      if (stored) run(requests.unreached(id, stored.instanceId));
    },
    pass: (ms: number) => backend.clock.advance(ms),
    /** Lets everything end, and checks each request. */
    async finish() {
      await Promise.all(running);
      const { requests } = backend.connect();
      for (const id of IDS) {
        const stored = await requests.get(id);
        if (!stored) continue;
        const won = winners.get(id) ?? [];
        expect(won.length).toBe(stored.settlement ? 1 : 0);
        expect(stored.settlement?.by).toBe(won[0]);
        if (!stored.settlement) expect(await requests.settle(id, endedBy('last'), { orphaned: true })).toBe(true);
        await requests.retry(id);
      }
      // Claims of those who died expire.
      backend.clock.advance(CLAIM_MS);
      await ofNode(0).deliver('delivered');
      await ofNode(1).deliver('delivered');
      for (const id of IDS) {
        const [record] = (await backend.connect().get('request', [id])).records;
        expect(delivered.has(id)).toBe(record !== undefined);
        if (record) expect([record.list, dataOf(record).delivery]).toEqual(['ended', undefined]);
      }
    },
  };
}

const id = fc.constantFrom(...IDS);
const action = (make: (...args: never[]) => Action, ...args: fc.Arbitrary<unknown>[]) =>
  fc.tuple(...args).map((given) => make(...(given as never[])));
const actions = fc.oneof(
  action((one: string, ms: number) => (world, node) => world.open(node, one, ms), id, fc.constantFrom(200, 5_000)),
  action((one: string) => (world, node) => world.attach(node, one), id),
  action((ms: number) => (world, node) => world.beat(node, ms), fc.constantFrom(0, 300, 3_000)),
  action((one: string) => (world, node) => world.answer(node, one), id),
  action((one: string) => (world, node) => world.supersede(node, one), id),
  action((one: string) => (world, node) => world.leave(node, one), id),
  action(
    (end: 'delivered') => (world, node) => world.deliver(node, end),
    fc.constantFrom('delivered', 'due', 'parked', 'released', 'dies'),
  ),
  action((one: string) => (world, node) => world.retry(node, one), id),
  action((one: string) => (world, node) => world.unreached(node, one), id),
  action((ms: number) => (world) => world.pass(ms), fc.constantFrom(1, 250, 1_000, 5_000)),
);

describe('a request, for any order of events on any processes with wrong clocks [R-FIRST] [R-DETACHED]', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('is settled once, keeps that answer, and is delivered', { timeout: 60_000 }, async () => {
    const steps = fc.array(fc.tuple(actions, fc.nat(NODES - 1), fc.constantFrom(0, 0, 1, 4)), { maxLength: 40 });
    const delays = fc.array(fc.constantFrom(0, 0, 1, 3, 7), { minLength: 1, maxLength: 10 });
    await fc.assert(
      fc.asyncProperty(delays, steps, async (late, script) => {
        const world = createWorld(late);
        for (const [act, node, turns] of script) {
          void act(world, node);
          await settleDown(turns);
        }
        await settleDown(500);
        await world.finish();
      }),
      { numRuns: 300 },
    );
  });
});
