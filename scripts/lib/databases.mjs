import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ensureProgram, onPath } from './system-package.mjs';

const HOMES = ['/usr/lib/postgresql', '/opt/homebrew/opt', '/usr/local/opt', '/usr'];

/** Where PostgreSQL's own programs are: Debian keeps them out of `PATH`. The newest, where there are several. */
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

/** The path of a server that speaks Redis. */
export const findRedis = () => onPath('redis-server') ?? onPath('valkey-server');

const skipped = process.env['CI'] ? 'In CI its tests fail without it.' : 'Without it its tests are skipped.';

/**
 * As {@link findPostgres} and {@link findRedis}, but installs what is missing through the system's package manager.
 *
 * @throws where one of them can't be had; the message says which, and why
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
