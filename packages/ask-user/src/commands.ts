import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { createInterface } from 'node:readline/promises';
import { fileURLToPath } from 'node:url';
import { isRecord } from '../../../src/core/guards.js';
import { runHook } from './hook/run.js';
import { runSetup, type Machine } from './setup/run.js';

/** Milliseconds that npm has to show a package. */
const VIEW_MS = 15_000;

function readInstalled(): Machine['installed'] {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  const { version, repository } = isRecord(manifest) ? manifest : {};
  const url = isRecord(repository) ? repository['url'] : repository;
  return {
    main: fileURLToPath(new URL('../main.js', import.meta.url)),
    version: String(version),
    repository: typeof url === 'string' ? url : undefined,
  };
}

function view(spec: string): Promise<unknown> {
  return new Promise((resolve) => {
    const args = ['view', spec, 'name', 'version', 'repository', 'dist.integrity', '--json'];
    // On Windows, npm is a script that only its shell can start. The words contain nothing that it would expand.
    const options = { timeout: VIEW_MS, shell: process.platform === 'win32' };
    execFile('npm', args, options, (error, stdout) => {
      try {
        resolve(error ? undefined : JSON.parse(stdout));
      } catch {
        resolve(undefined);
      }
    });
  });
}

async function confirm(question: string): Promise<boolean | undefined> {
  if (!process.stdin.isTTY) return undefined;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    // Without an answer, such as after Ctrl+D, the promise of `question` stays pending.
    const closed = new Promise<string>((resolve) => terminal.once('close', () => resolve('')));
    const answer = await Promise.race([terminal.question(question), closed]);
    return /^y(?:es)?$/i.test(answer.trim());
  } finally {
    terminal.close();
  }
}

const [command, ...args] = process.argv.slice(2);
if (command === 'hook') process.exitCode = await runHook(args);
else if (command === 'add' || command === 'remove' || command === 'doctor') {
  process.exitCode = await runSetup(command, args, {
    env: process.env,
    home: homedir(),
    cwd: process.cwd(),
    platform: process.platform,
    exists: existsSync,
    installed: readInstalled(),
    print: (line) => void process.stdout.write(`${line}\n`),
    printError: (line) => void process.stderr.write(`${line}\n`),
    confirm,
    view,
  });
}
