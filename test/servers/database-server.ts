import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findPostgres } from '../../scripts/lib/databases.mjs';

/** A database server of this test file's own, on a socket in a folder of its own. */
export interface Server {
  readonly dir: string;
  start(): Promise<void>;
  /** Ends its process without warning. What it has acknowledged is in its files, which the system still has. */
  crash(): Promise<void>;
  /** Stops for as long as `work` takes: connections stay, and nobody answers. */
  freeze(work: () => Promise<void>): Promise<void>;
  /** Ends it, and leaves nothing behind. */
  remove(): Promise<void>;
}

interface Program {
  readonly file: string;
  readonly args: readonly string[];
  readonly user?: User | undefined;
  readonly crash: 'QUIT' | 'KILL';
  /** Rejects as long as it takes no connections. */
  readonly check: () => Promise<unknown>;
}

interface User {
  readonly uid: number;
  readonly gid: number;
}

/** Ends the server with the signal it reads; without one, where these tests are gone, with `$0`, and removes its folder as well. */
const SUPERVISE = `"$@" > log 2>&1 & server=$!
echo $server
read -r signal
kill -"\${signal:-$0}" $server
wait $server
[ -n "$signal" ] || rm -rf "$PWD"`;

/** @throws what `check` last did, after 20 seconds */
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
        // What ends the tests must not end what clears up after them.
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

/** PostgreSQL refuses to be run by root. */
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

/** How to reach it: what `new pg.Pool` takes. */
export const postgresAt = (dir: string) => ({ host: dir, user: 'ask', database: 'postgres' });

/**
 * A new cluster, which is not on the network.
 *
 * @param connect opens a connection and closes it, with the caller's own copy of `pg`; it rejects if it cannot
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

/** The tests of a missing server are skipped on a contributor's machine; in CI they fail. */
export const isSkipped = (found: string | undefined): boolean => !found && !process.env['CI'];

/** The end of a test's title if the test is skipped. */
export const lacking = (found: string | undefined, title: string): string =>
  isSkipped(found) ? ` (skipped: there is no ${title} on this machine, and it could not be installed)` : '';
