import { createAskUserBroker } from 'react-ask-user/server';
import { createPostgresStore, type PostgresPool } from 'react-ask-user/postgres';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { createPostgresFor, postgresAt, type Server } from '../../servers/database-server.js';
import { answerIt } from './person.js';
import { startProgram } from './processes.js';
import { buildProgram } from './program.js';
import type { SharedRunOptions } from './shared-run.js';

type Pool = PostgresPool & { end(): Promise<void> };

/** Report of a process about a run that it has followed to its end. */
export interface Followed {
  readonly value: unknown;
  /** Set if the process counts them. */
  readonly modelCalls?: number;
}

/** Sets up a PostgreSQL server for one `describe`, and a program that starts or follows a run. */
export function useFollowedRun(entry: URL, createPool: (at: ReturnType<typeof postgresAt>) => Pool) {
  let server: Server;
  let pool: Pool;
  let program: Awaited<ReturnType<typeof buildProgram>>;

  beforeAll(async () => {
    server = createPostgresFor(async (at) => {
      const one = createPool(at);
      await one
        .connect()
        .then((client) => client.release())
        .finally(() => one.end());
    });
    await server.start();
    pool = createPool(postgresAt(server.dir));
    program = await buildProgram(entry);
  }, 60_000);
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

  return {
    start,
    getPool: () => pool,
    /** Starts a process that asks and is killed. Two others follow its run, and the user answers when both wait. */
    async followTwice(options: Pick<SharedRunOptions, 'runId' | 'isAlone' | 'model'>): Promise<readonly Followed[]> {
      const first = start(options);
      const stored = String(await first.told('stored'));
      await first.kill();
      const nodes = [1, 2].map(() => start({ ...options, stored }));
      for (const node of nodes) await node.told('asks');
      const broker = createAskUserBroker({ store: createPostgresStore({ pool }) });
      onTestFinished(() => broker.close());
      await answerIt(broker, { selected: [1] });
      return Promise.all(nodes.map((node) => node.line('value'))) as Promise<unknown> as Promise<readonly Followed[]>;
    },
  };
}
