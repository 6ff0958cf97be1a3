/** What a process shares with the others that follow one run: the database, and nothing else. */
import pg from 'pg';
import { createAskUserBroker, createMemoryClaims, type AskUserBroker } from 'react-ask-user/host';
import { createPostgresClaims, createPostgresStore } from 'react-ask-user/postgres';
import { postgresAt } from '../../servers/database-server.js';
import type { Followed } from './followed-run.js';

export interface SharedRunOptions {
  /** The folder of the PostgreSQL server. */
  readonly dir: string;
  readonly runId: string;
  /** What the first process has stored. The first process has none, and starts the run. */
  readonly stored?: string;
  /** Claims only for itself, as if there were no other process. */
  readonly isAlone?: boolean;
  /** Where a model is that both processes call, and the folder of the stack's own storage. */
  readonly model?: { readonly url: string; readonly folder: string };
}

export const options = JSON.parse(process.argv[2] ?? '') as SharedRunOptions;

/** Writes a line that `startProgram` reads. */
export const say = (line: { stored: string } | { asks: string } | Followed) =>
  process.stdout.write(`${JSON.stringify(line)}\n`);

export const pool = new pg.Pool(postgresAt(options.dir));
export const claims = options.isAlone ? createMemoryClaims() : createPostgresClaims({ pool });

const real = createAskUserBroker({ store: createPostgresStore({ pool }) });
/** Says when it asks. */
export const broker: AskUserBroker = {
  ...real,
  ask(request, asking) {
    say({ asks: request.requestId });
    return real.ask(request, asking);
  },
};

// Whoever started this process is gone.
process.stdin.on('end', () => process.exit()).resume();
