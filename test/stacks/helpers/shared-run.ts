/** Data that the processes of one run share: only the database. */
import pg from 'pg';
import { createAskUserBroker, type AskUserBroker } from 'react-ask-user/server';
import { createMemoryStore } from 'react-ask-user/store';
import { createPostgresStore } from 'react-ask-user/postgres';
import { postgresAt } from '../../servers/database-server.js';
import type { Followed } from './followed-run.js';

export interface SharedRunOptions {
  /** Folder of the PostgreSQL server. */
  readonly dir: string;
  readonly runId: string;
  /** Stored data of the first process. The first process has none and starts the run. */
  readonly stored?: string;
  /** Whether the process takes its turns alone, as if it were the only one. */
  readonly isAlone?: boolean;
  /** URL of a model that both processes call, and the folder of the stack's storage. */
  readonly model?: { readonly url: string; readonly folder: string };
}

export const options = JSON.parse(process.argv[2] ?? '') as SharedRunOptions;

/** Writes a line that `startProgram` reads. */
export const say = (line: { stored: string } | { asks: string } | Followed) =>
  process.stdout.write(`${JSON.stringify(line)}\n`);

export const pool = new pg.Pool(postgresAt(options.dir));
const store = createPostgresStore({ pool });
/** The store of the turns to continue the run. */
export const turns = options.isAlone ? createMemoryStore() : store;

const real = createAskUserBroker({ store });
/** Reports when it asks. */
export const broker: AskUserBroker = {
  ...real,
  ask(request, asking) {
    say({ asks: request.requestId });
    return real.ask(request, asking);
  },
};

// Exit if the parent process has exited.
process.stdin.on('end', () => process.exit()).resume();
