import { fork } from 'node:child_process';
import { once } from 'node:events';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { findPostgres } from '../../scripts/lib/databases.mjs';
import { createAskUserBroker } from '../../src/host/index.js';
import { createPostgresStore } from '../../src/host/store/postgres/index.js';
import { createPostgres, isSkipped, lacking, postgresAt, type Server } from './databases.js';
import type { DbosNodeOptions, DbosNodeSaid } from './samples/chat.js';
import { bundleNode } from './nodes.js';

const SOON = { timeout: 30_000 };
/** Each process loads DBOS again, which polls for work once per second. */
const LONG = 240_000;
const found = findPostgres();

describe.skipIf(isSkipped(found))(`the guide’s agent in DBOS${lacking(found, 'PostgreSQL')} [R-DETACHED]`, () => {
  let server: Server;
  let script: string;
  let pool: pg.Pool;

  beforeAll(async () => {
    server = createPostgres();
    await server.start();
    script = await bundleNode(server.dir, 'dbos-node');
  });
  afterAll(async () => {
    await pool?.end();
    await server?.remove();
  });

  const rows = async (text: string, values: readonly unknown[] = []): Promise<readonly Record<string, unknown>[]> =>
    (await pool.query(text, [...values])).rows as Record<string, unknown>[];

  beforeAll(async () => {
    pool = new pg.Pool(postgresAt(server.dir));
    await pool.query(
      'create table model_calls (workflow text, call int, messages text); create table replies (id text primary key, body text)',
    );
  });

  function start(options: Omit<DbosNodeOptions, 'dir'>) {
    const child = fork(script, [JSON.stringify({ ...options, dir: server.dir })], {
      execArgv: ['--no-deprecation'],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const places: string[] = [];
    child.on('message', ({ at }: DbosNodeSaid) => places.push(at));
    const exited = once(child, 'exit');
    async function kill(): Promise<void> {
      child.kill('SIGKILL');
      await exited;
    }
    onTestFinished(kill);
    return { kill, places: (): readonly string[] => places };
  }

  /** Starts a process and kills it at its stop. */
  async function killAt(stop: string, options: Omit<DbosNodeOptions, 'dir' | 'stop'>): Promise<void> {
    const node = start({ ...options, stop });
    await expect.poll(node.places, SOON).toContain(stop);
    await node.kill();
  }

  const stepsOf = async (workflowID: string): Promise<readonly string[]> =>
    (
      await rows('select function_name from dbos.operation_outputs where workflow_uuid = $1 order by function_id', [
        workflowID,
      ])
    ).map((row) => String(row['function_name']));

  it(
    'continues after a kill at every step without repeating a model call',
    async () => {
      const agent = { executorID: 'agent of w1' };
      await killAt('before model call 1', { ...agent, workflowID: 'w1' });
      await killAt('before the question is stored', agent);
      await killAt('after the question is stored', agent);
      const waiting = start(agent);
      await expect.poll(() => stepsOf('w1'), SOON).toContain('DBOS.sleep');
      await waiting.kill();

      const broker = createAskUserBroker({ store: createPostgresStore({ pool }) });
      const [pending, ...others] = await broker.pending('chat of w1');
      expect(others).toEqual([]);
      const { requestId, questions } = pending!.request;
      expect(requestId).toBe('w1/1/call_1');
      expect(await broker.answer(requestId, [{ questionId: questions[0]!.id, selected: [1] }])).toEqual({ ok: true });
      await broker.close();

      // The claims of a process expire after 30 seconds. Expire these now.
      const expireClaims = () =>
        rows(
          `update ask_user_requests set at = 0, record = jsonb_set(record::jsonb, '{value,delivery,dueAt}', '0')::text where list like 'due %'`,
        );
      // These processes do not run the workflow, which no process runs in the meantime.
      await killAt('before the answer is sent', { executorID: 'web' });
      await expireClaims();
      await killAt('after the answer is sent', { executorID: 'web' });
      await expireClaims();
      await killAt('before model call 2', agent);
      await killAt('before the reply', agent);
      await killAt('after the reply', agent);
      await expireClaims();
      const last = start(agent);
      const status = () => rows('select status from dbos.workflow_status where workflow_uuid = $1', ['w1']);
      await expect.poll(status, SOON).toEqual([{ status: 'SUCCESS' }]);
      const unacknowledged = () => rows("select id from ask_user_requests where list like 'due %'");
      await expect.poll(unacknowledged, SOON).toEqual([]);
      await last.kill();

      const calls = await rows("select call, messages from model_calls where workflow = 'w1' order by call");
      expect(calls.map(({ call }) => call)).toEqual([1, 2]);
      const messages = JSON.parse(String(calls[1]!['messages'])) as { role: string; text: string }[];
      expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool']);
      expect(messages[2]!.text).toContain('PostgreSQL');
      expect(await rows('select id, body from replies')).toEqual([{ id: 'w1', body: messages[2]!.text }]);
      // The answer was delivered three times and is one message.
      expect(await rows('select destination_uuid, topic from dbos.notifications')).toEqual([
        { destination_uuid: 'w1', topic: requestId },
      ]);
      expect((await stepsOf('w1')).toSorted()).toEqual([
        'DBOS.recv',
        'DBOS.sleep',
        'callModel',
        'callModel',
        'reply',
        'storeQuestion',
      ]);
    },
    LONG,
  );

  it(
    'repeats a model call if it is killed before DBOS has recorded the result',
    async () => {
      const agent = { executorID: 'agent of w2' };
      await killAt('after model call 1', { ...agent, workflowID: 'w2' });
      const second = start(agent);
      await expect.poll(() => stepsOf('w2'), SOON).toContain('DBOS.sleep');
      await second.kill();
      expect(await rows("select call from model_calls where workflow = 'w2'")).toEqual([{ call: 1 }, { call: 1 }]);
    },
    LONG,
  );
});
