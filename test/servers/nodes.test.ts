import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createAskUserClient } from '../../src/host/client/index.js';
import { makeRequest, replyTo } from '../host/helpers.js';
import { isSkipped, lacking, type Server } from './databases.js';
import { ENGINES } from './engines.js';
import { bundleNode, startNode, type TestNode } from './nodes.js';

/** Long enough that a busy machine orphans no request. */
const LEASE_MS = 30_000;
/** Lease of the node that is killed and of the node that detects it. */
const SHORT_LEASE_MS = 900;
const HOUR_MS = 3_600_000;
const SOON = { timeout: 15_000 };

const request = (requestId: string) => makeRequest(requestId);
const replies = replyTo(request('any'));
const SQLITE = { status: 'answered', answers: [expect.objectContaining({ answer: 'SQLite' })] };

describe.each(ENGINES)('nodes of a host with $title', ({ title, found, create, database, listeners, deafen }) => {
  // The tests share a database and run in this order, because each finds the entries of those before.
  describe.skipIf(isSkipped(found))(`in separate processes${lacking(found, title)}`, { shuffle: false }, () => {
    let server: Server;
    let script: string;
    let b: TestNode;
    const nodes = new Set<TestNode>();

    /** The clocks of the nodes are two hours apart. Only the server's clock counts for stored times. */
    async function start({ skewMs = HOUR_MS, leaseMs = LEASE_MS } = {}): Promise<TestNode> {
      const node = await startNode(script, { database: database(server.dir), skewMs, leaseMs });
      nodes.add(node);
      return node;
    }

    beforeAll(async () => {
      server = create();
      script = await bundleNode(server.dir);
      await server.start();
      b = await start({ skewMs: -HOUR_MS, leaseMs: SHORT_LEASE_MS });
    });
    afterEach(async () => {
      await Promise.all([...nodes].filter((node) => node !== b).map((node) => node.kill()));
      b.problems.length = 0;
    });
    afterAll(async () => {
      for (const node of nodes) await node.kill();
      await server?.remove();
    });

    it('answer through one node a question that another asks [R-DURABLE]', async () => {
      const a = await start();
      const result = a.broker.ask(request('r1'), { conversationId: 'c1', asker: 'Ada', agent: { id: 'a' } });
      // Start after both have published it, because a later subscriber receives only the answer.
      for (const node of [a, b]) await expect.poll(() => node.eventsOf('r1'), SOON).toEqual(['awaiting_user_response']);
      expect(await b.broker.pending('c1')).toMatchObject([
        { conversationId: 'c1', agent: { id: 'a' }, request: { asker: 'Ada', questions: request('r1').questions } },
      ]);
      expect(await b.broker.answer('r1', replies, { by: 'Ana' })).toEqual({ ok: true });
      expect(await result).toEqual(SQLITE);
      for (const node of [a, b]) {
        await expect.poll(() => node.eventsOf('r1'), SOON).toEqual(['awaiting_user_response', 'answered by Ana']);
      }
      expect(await b.broker.pending()).toEqual([]);
      expect([...a.problems, ...b.problems]).toEqual([]);
    });

    it('bring a question of a user to the agent, and to the one that asks again after a kill [R-ASKBACK]', async () => {
      const killed = await start({ leaseMs: SHORT_LEASE_MS });
      const asked = request('asked-back');
      void killed.askReplying(asked, 'c1').catch(() => undefined);
      const get = async () => (await b.broker.get('asked-back'))?.askBack;
      await expect.poll(get, SOON).toMatchObject({ offered: true });
      // Otherwise, the first event of the busy process could already have the question.
      await expect.poll(() => killed.eventsOf('asked-back'), SOON).toContain('awaiting_user_response');
      const why = { questionId: asked.questions[0]!.id, text: 'Why not SQLite?', key: 'k1', by: 'Ana' };
      expect(await b.broker.askBack('asked-back', why)).toMatchObject({ ok: true });
      await expect.poll(() => killed.eventsOf('asked-back'), SOON).toContain('asked_back waiting');
      await killed.kill();
      await expect.poll(get, SOON).toMatchObject({ offered: false });
      expect(await b.broker.exchanges('asked-back')).toEqual([{ ...why, status: 'failed' }]);
      expect(await b.broker.askBack('asked-back', { ...why, key: 'k2' })).toMatchObject({ code: 'not_offered' });

      const again = await start();
      const result = again.askReplying(asked, 'c1', 'It is slow.');
      const replied = { ...why, status: 'replied', reply: 'It is slow.' };
      await expect.poll(() => b.broker.exchanges('asked-back'), SOON).toEqual([replied]);
      await expect.poll(() => b.eventsOf('asked-back'), SOON).toContain('asked_back replied');
      expect(await b.broker.answer('asked-back', replyTo(asked))).toEqual({ ok: true });
      expect(await result).toEqual(SQLITE);
      expect([...again.problems, ...b.problems]).toEqual([]);
    });

    it('accept one of twenty answers through two nodes and give it to the agent [R-FIRST]', async () => {
      const a = await start();
      const result = a.broker.ask(request('race'), { conversationId: 'c1' });
      for (const node of [a, b])
        await expect.poll(() => node.eventsOf('race'), SOON).toContain('awaiting_user_response');
      const outcomes = await Promise.all(
        Array.from({ length: 20 }, (_, i) => {
          const custom = [{ questionId: replies[0]!.questionId, selected: [], custom: `mine ${i}` }];
          return (i % 2 ? a : b).broker.answer('race', custom, { by: `user ${i}` });
        }),
      );
      const won = outcomes.flatMap(({ ok }, i) => (ok ? [i] : []));
      expect(won).toHaveLength(1);
      expect(outcomes.filter((one) => !one.ok && one.code === 'already_resolved')).toHaveLength(19);
      expect(await result).toMatchObject({ answers: [{ custom: `mine ${won[0]}` }] });
      for (const node of [a, b]) {
        const told = ['awaiting_user_response', `answered by user ${won[0]}`];
        await expect.poll(() => node.eventsOf('race'), SOON).toEqual(told);
      }
    });

    it('orphan the question of a killed node and resume it when another node asks the same [R-DURABLE]', async () => {
      const a = await start({ leaseMs: SHORT_LEASE_MS });
      const lost = a.broker.ask(request('kill'), { conversationId: 'c1' });
      lost.catch(() => undefined);
      await expect.poll(() => b.eventsOf('kill'), SOON).toContain('awaiting_user_response');
      await a.kill();
      await expect.poll(() => b.eventsOf('kill').at(-1), SOON).toBe('orphaned');
      expect(await b.broker.answer('kill', replies)).toEqual({ ok: false, code: 'orphaned' });
      expect((await b.broker.get('kill'))?.request.questions).toEqual(request('kill').questions);

      const again = await start({ skewMs: 5 * HOUR_MS });
      const result = again.broker.ask(request('kill'), { conversationId: 'c1' });
      await expect.poll(() => b.eventsOf('kill').at(-1), SOON).toBe('awaiting_user_response');
      expect(await b.broker.answer('kill', replies, { by: 'Ana' })).toEqual({ ok: true });
      expect(await result).toEqual(SQLITE);
      await expect.poll(() => b.eventsOf('kill').at(-1), SOON).toBe('answered by Ana');
      expect(await b.broker.answer('kill', replies)).toEqual({ ok: false, code: 'already_resolved' });

      expect(await again.broker.ask(request('kill'), { conversationId: 'c1' })).toEqual(SQLITE);
      const other = { ...request('kill'), questions: makeRequest('kill', 'Which language?').questions };
      await expect(b.broker.ask(other, { conversationId: 'c1' })).rejects.toThrow(/^duplicate_request/);
    });

    it('accept the answer to a detached question of a killed process and give it to a new process [R-DETACHED]', async () => {
      const a = await start({ leaseMs: SHORT_LEASE_MS });
      expect(await a.broker.open(request('parked'), { conversationId: 'c1' })).toMatchObject({ ok: true });
      await a.kill();
      const other = await start({ leaseMs: SHORT_LEASE_MS });
      const waiting = other.broker.ask(request('waiting'), { conversationId: 'c1' });
      waiting.catch(() => undefined);
      await expect.poll(() => b.eventsOf('waiting'), SOON).toContain('awaiting_user_response');
      await other.kill();
      // A question with a lease is orphaned at this time.
      await expect.poll(() => b.eventsOf('waiting').at(-1), SOON).toBe('orphaned');
      expect(await b.broker.answer('parked', replies, { by: 'Ana' })).toEqual({ ok: true });
      const next = await start();
      expect((await next.broker.get('parked'))?.settlement).toMatchObject({ by: 'Ana', result: SQLITE });
      expect(await next.broker.ask(request('parked'), { conversationId: 'c1' })).toEqual(SQLITE);
      await b.broker.supersede('c1');
    });

    it('keep a question that another node waits for when a run stops [R-LEASE]', async () => {
      const [a, c] = [await start(), await start()];
      const kept = c.broker.ask(request('shared'), { conversationId: 'c1' });
      await expect.poll(() => b.eventsOf('shared'), SOON).toContain('awaiting_user_response');
      const stopped = a.broker.ask(request('shared'), { conversationId: 'c1', timeoutMs: 100 });
      expect(await stopped).toEqual({ status: 'timedOut' });
      expect(await b.broker.get('shared')).toMatchObject({ state: 'awaiting_user_response' });
      expect(await b.broker.answer('shared', replies, { by: 'Ana' })).toEqual({ ok: true });
      expect(await kept).toEqual(SQLITE);
    });

    it('leave the question of a node that shuts down open for the next ask [R-DURABLE]', async () => {
      const a = await start();
      const left = a.broker.ask(request('close'), { conversationId: 'c1' });
      left.catch(() => undefined);
      await expect.poll(() => b.eventsOf('close'), SOON).toEqual(['awaiting_user_response']);
      await a.broker.close();
      await expect(left).rejects.toThrow(/^closed: .*stays pending/);
      await a.kill();
      const result = (await start()).broker.ask(request('close'), { conversationId: 'c1' });
      // On a slow machine, the request is orphaned until the new node has attached to it.
      await expect.poll(() => b.broker.cancel('close', { reason: 'Not now.' }), SOON).toEqual({ ok: true });
      expect(await result).toEqual({ status: 'cancelled', reason: 'Not now.' });
    });

    it('supersede through one node the question that another asked [R-PAUSE]', async () => {
      const a = await start();
      const result = a.broker.ask(request('chat'), { conversationId: 'c7' });
      await expect.poll(() => b.eventsOf('chat'), SOON).toEqual(['awaiting_user_response']);
      expect(await b.broker.supersede('c7', 'A message came.')).toEqual({ ok: true, requestIds: ['chat'] });
      expect(await result).toEqual({ status: 'superseded', reason: 'A message came.' });
    });

    it('receive an answer that was stored while no connection listened [R-DURABLE]', async () => {
      const a = await start();
      const result = a.broker.ask(request('deaf'), { conversationId: 'c1' });
      await expect.poll(() => b.eventsOf('deaf'), SOON).toEqual(['awaiting_user_response']);
      await expect.poll(() => listeners(server.dir), SOON).toBe(2);
      expect(await deafen(server.dir)).toBe(2);
      expect(await b.broker.answer('deaf', replies, { by: 'Ana' })).toEqual({ ok: true });
      expect(await result).toEqual(SQLITE);
      // The next notification arrives as before.
      const next = a.broker.ask(request('heard'), { conversationId: 'c1' });
      await expect.poll(() => b.eventsOf('heard'), SOON).toContain('awaiting_user_response');
      await b.broker.cancel('heard');
      expect(await next).toEqual({ status: 'cancelled' });
    });

    it('keep every acknowledged answer if the server crashes [R-DURABLE]', async () => {
      const a = await start();
      const [first, second] = ['crash1', 'crash2'].map((id) => a.broker.ask(request(id), { conversationId: 'c1' }));
      for (const id of ['crash1', 'crash2'])
        await expect.poll(() => b.eventsOf(id), SOON).toEqual(['awaiting_user_response']);
      const acknowledged = await b.broker.answer('crash1', replies, { by: 'Ana' });
      await server.crash();
      expect(acknowledged).toEqual({ ok: true });
      await Promise.all([
        expect(b.broker.answer('crash2', replies)).rejects.toThrow(/./),
        expect(b.broker.ask(request('crash3'), { conversationId: 'c1' })).rejects.toThrow(/^store_failed/),
      ]);
      await server.start();
      expect(await first).toEqual(SQLITE);
      // More time than a lease may have passed until the waiter renews its lease.
      await expect
        .poll(() => b.broker.answer('crash2', replies, { by: 'Ben' }).catch(String), SOON)
        .toEqual({ ok: true });
      expect(await second).toEqual(SQLITE);
      await expect.poll(() => b.eventsOf('crash2'), SOON).toContain('answered by Ben');
      expect(b.eventsOf('crash1')).toEqual(['awaiting_user_response', 'answered by Ana']);
    });

    it('accept the answer of a client of one node to the question of another [R-HTTP]', async () => {
      const a = await start();
      const url = `${await b.serve()}?conversation=c8&user=Ana`;
      const client = createAskUserClient({ url });
      onTestFinished(client.close);
      onTestFinished(client.subscribe(() => undefined));
      const result = a.broker.ask(request('web'), { conversationId: 'c8' });
      await expect.poll(() => client.getState().requests.map((one) => one.request.requestId), SOON).toEqual(['web']);
      expect(await client.answer('web', replies)).toEqual({ ok: true });
      expect(await result).toEqual(SQLITE);
      await expect.poll(() => client.getState().settled, SOON).toMatchObject([{ by: 'Ana', isLocal: true }]);
    });

    it('give the agent U+0000 and lone surrogates as the user typed them [R-VERBATIM]', async () => {
      const a = await start();
      const text = 'a\0b\ud83d \udc4d';
      const client = createAskUserClient({ url: `${await b.serve()}?conversation=c9&user=Ana` });
      onTestFinished(client.close);
      onTestFinished(client.subscribe(() => undefined));
      const asked = (id: string) => {
        const { questions } = makeRequest(id, text);
        return a.broker.ask({ requestId: id, questions, metadata: { [text]: text } }, { conversationId: 'c9' });
      };
      const results = ['a\0', 'text2'].map(asked);
      const shown = () =>
        client.getState().requests.map(({ request: one }) => [one.questions[0]?.question, one.metadata]);
      await expect.poll(shown, SOON).toEqual(Array(2).fill([text, { [text]: text }]));
      const { questionId } = replies[0]!;
      expect(await client.answer('a\0', [{ questionId, selected: [], custom: text, notes: text }])).toEqual({
        ok: true,
      });
      expect(await client.cancel('text2', { reason: text })).toEqual({ ok: true });
      expect(await results[0]).toMatchObject({ answers: [{ question: text, custom: text, notes: text }] });
      expect(await results[1]).toEqual({ status: 'cancelled', reason: text });
    });
  });
});
