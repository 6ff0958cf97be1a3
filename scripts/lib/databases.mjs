import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ensureProgram, onPath } from './system-package.mjs';

const HOMES = ['/usr/lib/postgresql', '/opt/homebrew/opt', '/usr/local/opt', '/usr'];

/**
 * Returns the folder of PostgreSQL's programs, which Debian keeps out of `PATH`. If there are several, returns the
 * newest.
 */
export function findPostgres() {
  const inPath = onPath('initdb');
  if (inPath && existsSync(join(dirname(inPath), 'postgres'))) return dirname(inPath);
  const homes = HOMES.filter((home) => existsSync(home)).flatMap((home) =>
    readdirSync(home)
      .filter((name) => /^(postgresql@|pgsql-|postgresql$)?[\d.]*$/.test(name))
      .toSorted((a, b) => Number.parseInt(b.replace(/\D+/, ''), 10) - Number.parseInt(a.replace(/\D+/, ''), 10))
      .map((name) => join(home, name, 'bin')),
  );
  return homes.find((dir) => existsSync(join(dir, 'initdb')) && existsSync(join(dir, 'postgres')));
}

/** Returns the path of a Redis-compatible server. */
export const findRedis = () => onPath('redis-server') ?? onPath('valkey-server');

const skipped = process.env['CI'] ? 'In CI its tests fail without it.' : 'Without it its tests are skipped.';

/**
 * Like {@link findPostgres} and {@link findRedis}, but installs what is missing with the system's package manager.
 *
 * @throws {Error} If one of them cannot be installed. The message names it and the reason.
 */
export function ensureDatabases() {
  const problems = [];
  for (const [name, options] of [
    [
      'postgresql',
      {
        title: 'PostgreSQL',
        find: findPostgres,
        advice: skipped,
        names: { dnf: 'postgresql-server', brew: 'postgresql@17' },
      },
    ],
    ['redis', { title: 'Redis', find: findRedis, advice: skipped }],
  ]) {
    try {
      ensureProgram(name, { ...options, needed: 'store' });
    } catch (error) {
      problems.push(error.message);
    }
  }
  if (problems.length) throw new Error(problems.join('\n'));
}
