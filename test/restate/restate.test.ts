import pg from 'pg';
import { createAskUserBroker } from 'react-ask-user/server';
import { createPostgresStore } from 'react-ask-user/postgres';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { findPostgres } from '../../scripts/lib/databases.mjs';
import { createPostgresFor, isSkipped, lacking, postgresAt, type Server } from '../servers/database-server.js';
import { startProgram } from '../stacks/helpers/processes.js';
import { buildProgram } from '../stacks/helpers/program.js';
import type { RestateNodeOptions } from './samples/chat.js';
import { findPort, startRestate } from './helpers/restate-server.js';

const SOON = { timeout: 30_000 };
const LONG = 240_000;
const found = findPostgres();

describe.skipIf(isSkipped(found))(`the guide’s agent in Restate${lacking(found, 'PostgreSQL')} [R-DETACHED]`, () => {
  let server: Server;
  let pool: pg.Pool;
  let restate: Awaited<ReturnType<typeof startRestate>>;
  let program: Awaited<ReturnType<typeof buildProgram>>;
  let agent: { readonly port: number };

  beforeAll(async () => {
    server = createPostgresFor(async (at) => {
      const client = new pg.Client(at);
      await client.connect();
      await client.end();
    });
    await server.start();
    pool = new pg.Pool(postgresAt(server.dir));
    program = await buildProgram(new URL('./helpers/restate-node.ts', import.meta.url));
    restate = await startRestate();
    await pool.query(
      'create table model_calls (prompt text, call int, messages text); create table replies (id text primary key, body text)',
    );
    agent = { port: await findPort() };
  }, LONG);
  afterAll(async () => {
    await pool?.end();
    await restate?.remove();
    await server?.remove();
    program?.remove();
  });

  const rows = async (text: string): Promise<readonly Record<string, unknown>[]> =>
    (await pool.query(text)).rows as Record<string, unknown>[];

  function start(serves: RestateNodeOptions['serves'], stop?: string) {
    const node = startProgram(program.path, JSON.stringify({ dir: server.dir, serves, stop }));
    onTestFinished(node.kill);
    return node;
  }

  /** Starts a process and kills it at its stop. */
  async function killAt(stop: string, serves: RestateNodeOptions['serves']): Promise<void> {
    const node = start(serves, stop);
    while ((await node.told('at')) !== stop);
    await node.kill();
  }

  /** Starts a workflow and kills its process at its stop. */
  async function startAndKillAt(stop: string, key: string): Promise<void> {
    const node = start(agent, stop);
    await node.told('at');
    await restate.register(agent.port);
    await restate.start(`agent/${key}/run`, { conversationId: `chat of ${key}`, prompt: `Set up ${key}.` });
    while ((await node.told('at')) !== stop);
    await node.kill();
  }

  const steps = async (key: string) =>
    restate.query(`select j.name from sys_journal j join sys_invocation i on i.id = j.id
      where i.target_service_key = '${key}' and j.entry_type = 'Notification: Run'`);

  it(
    'continues after a kill at every step without repeating a model call',
    async () => {
      await startAndKillAt('before model call 1', 'w1');
      await killAt('before the question is stored', agent);
      await killAt('after the question is stored', agent);
      const waiting = start(agent);
      await expect.poll(() => steps('w1'), SOON).toHaveLength(2);
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
      const web = { ingress: restate.ingress };
      await killAt('before the answer is sent', web);
      await expireClaims();
      await killAt('after the answer is sent', web);
      await expireClaims();
      await killAt('before model call 2', agent);
      await killAt('before the reply', agent);
      await killAt('after the reply', agent);
      const [last, sender] = [start(agent), start(web)];
      const ending = () =>
        restate.query("select completion_result from sys_invocation where target_service_key = 'w1'");
      await expect.poll(ending, SOON).toEqual([{ completion_result: 'success' }]);
      await expect.poll(() => rows("select id from ask_user_requests where list like 'due %'"), SOON).toEqual([]);
      await Promise.all([last.kill(), sender.kill()]);

      const calls = await rows("select call, messages from model_calls where prompt = 'Set up w1.' order by call");
      expect(calls.map(({ call }) => call)).toEqual([1, 2]);
      const messages = JSON.parse(String(calls[1]!['messages'])) as { role: string; text: string }[];
      expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool']);
      expect(messages[2]!.text).toContain('PostgreSQL');
      expect(await rows('select id, body from replies')).toEqual([{ id: 'w1', body: messages[2]!.text }]);
    },
    LONG,
  );

  it(
    'repeats a model call if it is killed before Restate has recorded the result',
    async () => {
      await startAndKillAt('after model call 1', 'w2');
      const second = start(agent);
      await expect.poll(() => steps('w2'), SOON).toHaveLength(2);
      await second.kill();
      expect(await rows("select call from model_calls where prompt = 'Set up w2.'")).toEqual([
        { call: 1 },
        { call: 1 },
      ]);
    },
    LONG,
  );
});
