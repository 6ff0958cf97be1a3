import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findPostgres } from '../../scripts/lib/databases.mjs';

/** A database server for one test file, on a socket in a separate folder. */
export interface Server {
  readonly dir: string;
  start(): Promise<void>;
  /** Kills the process. Acknowledged data is in its files, which the operating system still holds. */
  crash(): Promise<void>;
  /** Pauses the server while `work` runs: connections stay, and no call is answered. */
  freeze(work: () => Promise<void>): Promise<void>;
  /** Ends the server and removes its files. */
  remove(): Promise<void>;
}

interface Program {
  readonly file: string;
  readonly args: readonly string[];
  readonly user?: User | undefined;
  readonly crash: 'QUIT' | 'KILL';
  /** Rejects until the server accepts connections. */
  readonly check: () => Promise<unknown>;
}

interface User {
  readonly uid: number;
  readonly gid: number;
}

/**
 * Ends the server with the signal that it reads. If the tests have ended, it reads none: then it uses `$0` and also
 * removes the folder.
 */
const SUPERVISE = `"$@" > log 2>&1 & server=$!
echo $server
read -r signal
kill -"\${signal:-$0}" $server
wait $server
[ -n "$signal" ] || rm -rf "$PWD"`;

/** @throws The last error of `check`, after 20 seconds. */
async function until(check: () => Promise<unknown>): Promise<void> {
  for (let left = 1_000; ; left--) {
    try {
      await check();
      return;
    } catch (error) {
      if (left === 0) throw error;
      await sleep(20);
    }
  }
}

export function createServer(dir: string, { file, args, user, crash, check }: Program): Server {
  let supervisor: ChildProcess | undefined;
  let pid = 0;

  async function end(signal: string): Promise<void> {
    const ended = supervisor;
    if (!ended) return;
    supervisor = undefined;
    const exited = once(ended, 'exit');
    ended.stdin?.end(`${signal}\n`);
    await exited;
  }

  return {
    dir,
    async start() {
      const started = spawn('/bin/sh', ['-c', SUPERVISE, crash, file, ...args], {
        cwd: dir,
        stdio: ['pipe', 'pipe', 'ignore'],
        // A signal that ends the tests must not end this process, which cleans up after them.
        detached: true,
        ...user,
      });
      supervisor = started;
      const [line] = (await once(started.stdout, 'data')) as [Buffer];
      pid = Number(String(line));
      await until(check);
    },
    crash: () => end(crash),
    async freeze(work) {
      process.kill(pid, 'SIGSTOP');
      try {
        await work();
      } finally {
        process.kill(pid, 'SIGCONT');
      }
    },
    async remove() {
      await end(crash);
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** Returns a user other than root, because PostgreSQL refuses to run as root. */
function otherThanRoot(): User | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const users = readFileSync('/etc/passwd', 'utf8').split('\n');
  const line = ['postgres', 'nobody'].map((name) => users.find((one) => one.startsWith(`${name}:`))).find(Boolean);
  const [, , uid, gid] = line?.split(':') ?? [];
  if (!uid) throw new Error('PostgreSQL refuses to be run by root, and there is neither a user postgres nor nobody.');
  return { uid: Number(uid), gid: Number(gid) };
}

export function makeDir(user?: User): string {
  const dir = mkdtempSync(join(tmpdir(), 'ask-user-'));
  if (user) chownSync(dir, user.uid, user.gid);
  return dir;
}

/** Options for `new pg.Pool`. */
export const postgresAt = (dir: string) => ({ host: dir, user: 'ask', database: 'postgres' });

/**
 * Creates a cluster without network access.
 *
 * @param connect - Opens and closes a connection with the caller's copy of `pg`. Rejects if it cannot.
 */
export function createPostgresFor(connect: (at: ReturnType<typeof postgresAt>) => Promise<unknown>): Server {
  const bin = findPostgres();
  if (!bin) throw new Error(missing('PostgreSQL'));
  const user = otherThanRoot();
  const dir = makeDir(user);
  const data = join(dir, 'data');
  const flags = ['-U', 'ask', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'];
  const made = spawnSync(join(bin, 'initdb'), ['-D', data, ...flags], { cwd: dir, encoding: 'utf8', ...user });
  if (made.status !== 0) throw new Error(`initdb: ${made.stderr}`);
  const settings = ['listen_addresses=', 'fsync=off', 'max_connections=200'].flatMap((one) => ['-c', one]);
  return createServer(dir, {
    file: join(bin, 'postgres'),
    args: ['-D', data, '-k', dir, ...settings],
    user,
    crash: 'QUIT',
    check: () => connect(postgresAt(dir)),
  });
}

export const missing = (title: string) =>
  `There is no ${title} on this machine, so its store is not tested. In CI that is a failure: install ${title}.`;

/** Whether to skip the tests of a missing server. In CI they fail instead. */
export const isSkipped = (found: string | undefined): boolean => !found && !process.env['CI'];

/** Returns the end of a title if the test is skipped. */
export const lacking = (found: string | undefined, title: string): string =>
  isSkipped(found) ? ` (skipped: there is no ${title} on this machine, and it could not be installed)` : '';
