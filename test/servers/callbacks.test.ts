import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { makeRequest, replyTo } from '../host/helpers.js';
import { isSkipped, lacking, type Server } from './databases.js';
import { ENGINES } from './engines.js';
import { bundleNode, startNode, type TestNode } from './nodes.js';

/** `node scripts/weekly/chaos.mjs` repeats every case this often, and stops the database for 20 seconds. */
const RUNS = Number(process.env['CHAOS_RUNS'] ?? 1);
const OUTAGE_MS = RUNS > 1 ? 20_000 : 500;
const LEASE_MS = 900;
const DETACHED = { conversationId: 'c1', callback: 'resume' };
const SOON = { timeout: 60_000 };
const LONG = 600_000;
const REPLIES = replyTo(makeRequest('any'));

describe.each(ENGINES)('callbacks with $title', ({ title, found, create, database, undelivered }) => {
  describe.skipIf(isSkipped(found))(`in processes that fail${lacking(found, title)} [R-DETACHED]`, () => {
    let server: Server;
    let script: string;
    const nodes = new Set<TestNode>();

    async function start(): Promise<TestNode> {
      const node = await startNode(script, { database: database(server.dir), skewMs: 0, leaseMs: LEASE_MS });
      nodes.add(node);
      return node;
    }
    /** Returns the deliveries of one request to the callbacks of all nodes. */
    const deliveries = (id: string) =>
      [...nodes].flatMap((node) => node.delivered.filter((l) => l.startsWith(`${id} `)));
    async function isDone(...ids: readonly string[]): Promise<void> {
      await expect.poll(async () => (await undelivered(server.dir)).filter((id) => ids.includes(id)), SOON).toEqual([]);
    }
    /**
     * Answers until the request has settled. After an outage, a request is orphaned until its process has renewed its
     * lease.
     */
    async function settle({ broker }: TestNode, id: string): Promise<void> {
      const isSettled = async () => {
        const outcome = await broker.answer(id, REPLIES).catch(() => undefined);
        return outcome?.ok === true || outcome?.code === 'already_resolved';
      };
      await expect.poll(isSettled, SOON).toBe(true);
    }
    const runs = Array.from({ length: RUNS }, (_, i) => i);

    beforeAll(async () => {
      server = create();
      script = await bundleNode(server.dir);
      await server.start();
    });
    afterEach(async () => {
      await Promise.all([...nodes].map((node) => node.kill()));
      nodes.clear();
    });
    afterAll(() => server?.remove());

    it('are delivered by another process after a kill just after the answer is stored', { timeout: LONG }, async () => {
      const other = await start();
      await other.registerCallback('resume', 'acknowledge');
      for (const run of runs) {
        const id = `settled-${run}`;
        const node = await start();
        await node.registerCallback('resume', run % 2 ? 'hang' : 'acknowledge');
        await node.broker.open(makeRequest(id), DETACHED);
        expect(await node.broker.answer(id, REPLIES)).toEqual({ ok: true });
        await node.kill();
        await isDone(id);
        expect(deliveries(id).length).toBeGreaterThan(0);
      }
    });

    it('are delivered again by another process after a kill during the delivery', { timeout: LONG }, async () => {
      const other = await start();
      for (const run of runs) {
        const id = `taken-${run}`;
        const node = await start();
        await node.registerCallback('resume', 'hang');
        await other.broker.open(makeRequest(id), DETACHED);
        expect(await other.broker.answer(id, REPLIES)).toEqual({ ok: true });
        await expect.poll(() => node.delivered, SOON).toEqual([`${id} answered #1`]);
        expect(await undelivered(server.dir)).toContain(id);
        const next = await start();
        await next.registerCallback('resume', 'acknowledge');
        await node.kill();
        await isDone(id);
        expect(deliveries(id)).toEqual([`${id} answered #1`, `${id} answered #2`]);
        await next.kill();
      }
    });

    it('deliver each settlement once with two processes', { timeout: LONG }, async () => {
      const two = [await start(), await start()] as const;
      for (const node of two) await node.registerCallback('resume', 'acknowledge');
      for (const run of runs) {
        const ids = Array.from({ length: 20 }, (_, i) => `two-${run}-${i}`);
        await Promise.all(ids.map((id, i) => two[i % 2]!.broker.open(makeRequest(id), DETACHED)));
        await Promise.all(ids.map((id, i) => two[(i + 1) % 2]!.broker.answer(id, REPLIES)));
        await isDone(...ids);
        for (const id of ids) expect(deliveries(id)).toEqual([`${id} answered #1`]);
      }
      expect(two.flatMap(({ problems }) => problems)).toEqual([]);
    });

    it('deliver every stored settlement after an outage, and every agent continues', { timeout: LONG }, async () => {
      const two = [await start(), await start()] as const;
      await two[0].registerCallback('resume', 'acknowledge');
      const waits = runs.map((run) => two[run % 2]!.broker.ask(makeRequest(`wait-${run}`), { conversationId: 'c2' }));
      await Promise.all(runs.map((run) => two[run % 2]!.broker.open(makeRequest(`out-${run}`), DETACHED)));
      await expect.poll(async () => (await two[0].broker.pending('c2')).length, SOON).toBe(RUNS);
      const answered = runs.map((run) => two[(run + 1) % 2]!.broker.answer(`out-${run}`, REPLIES).catch(String));
      // The database stops while half of the answers are in flight. Half of the agents receive theirs afterwards.
      if (RUNS === 1) await Promise.all(answered);
      else await Promise.race(answered);
      await server.crash();
      await sleep(OUTAGE_MS);
      await server.start();
      await Promise.all(answered);
      for (const run of runs) {
        for (const id of [`out-${run}`, `wait-${run}`]) await settle(two[1], id);
      }
      expect(await Promise.all(waits)).toEqual(runs.map(() => expect.objectContaining({ status: 'answered' })));
      const ids = runs.map((run) => `out-${run}`);
      await isDone(...ids);
      for (const id of ids) expect(deliveries(id)[0]).toBe(`${id} answered #1`);
    });

    it(
      'give an agent that times out during an outage the stored result, or report the difference',
      { timeout: LONG },
      async () => {
        const [agent, web] = [await start(), await start()];
        const waits = runs.map((run) =>
          agent.broker.ask(makeRequest(`late-${run}`), { conversationId: 'c3', timeoutMs: 300 + 10 * run }),
        );
        await expect.poll(async () => (await web.broker.pending('c3')).length, SOON).toBe(RUNS);
        let answers: readonly Promise<unknown>[] = [];
        await server.freeze(async () => {
          answers = runs.map((run) => web.broker.answer(`late-${run}`, REPLIES).catch(String));
          await sleep(OUTAGE_MS);
        });
        await Promise.all(answers);
        const results = await Promise.all(waits);
        for (const run of runs) {
          const id = `late-${run}`;
          await expect.poll(async () => (await web.broker.get(id).catch(() => undefined))?.state, SOON).toBe('settled');
          const { settlement } = (await web.broker.get(id))!;
          if (settlement?.result.status === results[run]!.status) continue;
          await expect
            .poll(() => agent.problems.filter((one) => one.includes(`AbandonedError: The question "${id}"`)), SOON)
            .toHaveLength(1);
        }
      },
    );

    it(
      'park, list and retry the settlement of a callback that always fails, with a text that no database takes',
      { timeout: LONG },
      async () => {
        const [worker, other] = [await start(), await start()];
        await worker.registerCallback('resume', 'fail');
        for (const run of runs) {
          const id = `fails-${run}`;
          await other.broker.open(makeRequest(id), DETACHED);
          await other.broker.answer(id, REPLIES);
          const parked = async () =>
            (await other.broker.parkedCallbacks()).map(({ settled, attempts, error }) => [
              settled.request.requestId,
              attempts,
              error,
            ]);
          await expect.poll(parked, SOON).toContainEqual([id, 3, 'No route\ufffd to the agent.']);
          expect(deliveries(id)).toEqual([1, 2, 3].map((attempt) => `${id} answered #${attempt}`));
          expect(worker.problems.filter((one) => one.includes(`"${id}"`))).toHaveLength(3);
          expect(await other.broker.retryCallback(id)).toBe(true);
          await expect.poll(() => deliveries(id).length, SOON).toBe(6);
          await expect.poll(parked, SOON).toContainEqual([id, 3, 'No route\ufffd to the agent.']);
        }
        await worker.kill();
        await other.registerCallback('resume', 'acknowledge');
        const ids = runs.map((run) => `fails-${run}`);
        for (const id of ids) expect(await other.broker.retryCallback(id)).toBe(true);
        await isDone(...ids);
        expect(await other.broker.parkedCallbacks()).toEqual([]);
      },
    );
  });
});
