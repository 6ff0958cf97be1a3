import pg from 'pg';
import { createAskUserBroker } from 'react-ask-user/host';
import { createPostgresStore } from 'react-ask-user/postgres';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { findPostgres } from '../../scripts/lib/databases.mjs';
import { createPostgresFor, isSkipped, lacking, postgresAt, type Server } from '../servers/database-server.js';
import { answerIt } from './helpers/person.js';
import { startProgram } from './helpers/processes.js';
import { buildProgram } from './helpers/program.js';
import type { SharedRunOptions } from './helpers/shared-run.js';

const STACKS = [
  { stack: 'openai-agents', file: 'openai-agents-follower.ts', read: '\\"answer\\":\\"No\\"' },
  { stack: 'langgraph', file: 'langgraph-follower.ts', read: '"selectedOption":"SQLite"' },
];
const LONG = 60_000;
const found = findPostgres();

async function connect(at: ReturnType<typeof postgresAt>): Promise<void> {
  const client = new pg.Client(at);
  await client.connect();
  await client.end();
}

describe.each(STACKS.map((one) => [one.stack, one] as const))('stack: %s', (stack, { file, read }) => {
  describe.skipIf(isSkipped(found))(`in two processes of the system${lacking(found, 'PostgreSQL')}`, () => {
    let server: Server;
    let pool: pg.Pool;
    let program: Awaited<ReturnType<typeof buildProgram>>;

    beforeAll(async () => {
      server = createPostgresFor(connect);
      await server.start();
      pool = new pg.Pool(postgresAt(server.dir));
      program = await buildProgram(new URL(`./helpers/${file}`, import.meta.url));
    }, LONG);
    afterAll(async () => {
      await pool?.end();
      await server?.remove();
      program?.remove();
    });

    function start(options: Omit<SharedRunOptions, 'dir'>) {
      const node = startProgram(program.path, JSON.stringify({ ...options, dir: server.dir }));
      onTestFinished(node.kill);
      return node;
    }

    /** The first process asks and is killed. Two others follow its run, and wait for the same answer. */
    async function followTwice(runId: string, isAlone: boolean) {
      const first = start({ runId });
      const stored = String(await first.told('stored'));
      await first.kill();
      const nodes = [1, 2].map(() => start({ runId, stored, isAlone }));
      for (const node of nodes) await node.told('asks');
      const broker = createAskUserBroker({ store: createPostgresStore({ pool }) });
      onTestFinished(() => broker.close());
      await answerIt(broker, { selected: [1] });
      return Promise.all(nodes.map((node) => node.line('value'))) as Promise<{ value: unknown; modelCalls: number }[]>;
    }

    it(
      '[R-CONTINUE] calls the model once after the process that asked was killed, and both get the result',
      async () => {
        const [one, other] = await followTwice('shared', false);
        expect(JSON.stringify(one!.value)).toContain(JSON.stringify(read).slice(1, -1));
        expect(other!.value).toEqual(one!.value);
        expect(one!.modelCalls + other!.modelCalls).toBe(1);
      },
      LONG,
    );

    // LangGraph's second process may find the thread finished: its stored state changes, and this SDK's does not.
    if (stack === 'openai-agents') {
      it(
        '[trap] calls the model twice where each process has claims of its own',
        async () => {
          const [one, other] = await followTwice('alone', true);
          expect(one!.modelCalls + other!.modelCalls).toBe(2);
        },
        LONG,
      );
    }
  });
});
