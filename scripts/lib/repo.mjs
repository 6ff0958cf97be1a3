import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

export const root = resolve(import.meta.dirname, '../..');
export const packageJson = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** Returns the path of a tool that the project has installed. */
export const bin = (name) => join(root, 'node_modules/.bin', name);

/**
 * Returns the JavaScript entries from the only list of them: `exports` in package.json. A pattern is one entry per
 * source file.
 *
 * @returns {{ name: string, dist: string, source: string }[]} `source` and `dist` are relative to the root
 */
export function entries() {
  return Object.entries(packageJson.exports)
    .filter(([, target]) => target?.default?.endsWith('.js'))
    .flatMap(([subpath, target]) => filesOf(subpath, target.default.slice(2)))
    .map(([subpath, dist]) => {
      const stem = dist.replace(/^dist\//, 'src/').replace(/\.js$/, '');
      const source = existsSync(join(root, `${stem}.tsx`)) ? `${stem}.tsx` : `${stem}.ts`;
      return { name: packageJson.name + subpath.slice(1), dist, source };
    });
}

/** Returns the files that a pattern matches. */
function filesOf(subpath, dist) {
  if (!subpath.includes('*')) return [[subpath, dist]];
  const [folder, ending] = dist.split('*');
  const names = readdirSync(join(root, folder.replace(/^dist/, 'src'))).map((file) => file.replace(/\.tsx?$/, ''));
  return names.map((name) => [subpath.replace('*', name), folder + name + ending]);
}

/** Time for the cleanup of a stopped command, in milliseconds. */
const CLEANUP_MS = 5_000;

/**
 * Runs a command to its end, and collects its output.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, timeoutMs?: number }} [options]
 * @returns {Promise<{ code: number, output: string, timedOut: boolean }>} never rejects. A command that cannot start or
 * takes too long has code 1
 */
export function run(command, args, { cwd = root, env = process.env, timeoutMs = 15 * 60_000 } = {}) {
  return new Promise((done) => {
    // A separate process group, so that stopping a hanging step also stops its browsers.
    const child = spawn(command, args, { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    let timedOut = false;
    const signal = (name) => {
      try {
        if (child.pid) process.kill(-child.pid, name);
      } catch {
        // The whole group has ended.
      }
    };
    const end = (code) => {
      clearTimeout(timer);
      if (timedOut) signal('SIGKILL');
      done({ code, output, timedOut });
    };
    let timer = setTimeout(() => {
      timedOut = true;
      output += `\nNot finished after ${timeoutMs / 1000} s: stopped.\n`;
      signal('SIGTERM');
      // A process that ignores the signal, or that left the group with the pipe open, would keep the caller waiting.
      timer = setTimeout(() => end(1), CLEANUP_MS);
    }, timeoutMs);
    child.stdout.setEncoding('utf8').on('data', (text) => (output += text));
    child.stderr.setEncoding('utf8').on('data', (text) => (output += text));
    child.on('error', (error) => {
      output += `${command}: ${error.message}\n`;
      end(1);
    });
    child.on('close', (code) => end(timedOut ? 1 : (code ?? 1)));
  });
}

/**
 * Processes a list, with this number of entries at a time. The next free lane takes the next entry.
 *
 * @template Entry
 * @param {number} lanes
 * @param {readonly Entry[]} entries
 * @param {(entry: Entry) => Promise<void>} work
 */
export async function inLanes(lanes, entries, work) {
  const queue = [...entries];
  const lane = async () => {
    while (queue.length > 0) await work(queue.shift());
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

/** Like {@link run}, but throws with the whole output on failure. */
export async function must(command, args, options) {
  const { code, output } = await run(command, args, options);
  if (code !== 0) throw new Error(`${command} ${args.join(' ')}\n${output.trimEnd()}`);
  return output;
}

/** Calls `work` with a new temporary folder, which is always removed. */
export async function withTempDir(work) {
  const dir = mkdtempSync(join(tmpdir(), 'react-ask-user-'));
  try {
    return await work(dir);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

/** Runs the main function of a script. An error prints its message and sets exit code 1. */
export async function main(work) {
  try {
    await work();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
