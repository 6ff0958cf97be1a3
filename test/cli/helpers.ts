import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { chmodSync, cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { onTestFinished, vi } from 'vitest';
import { runAndReport } from '../../src/cli/run.js';

/** Path of the built command. */
export const main = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

/** The exit of a run, and its output. */
export interface Ran {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions extends Pick<SpawnOptions, 'cwd' | 'env' | 'uid'> {
  /** Standard input, empty by default. */
  readonly input?: string | Uint8Array;
}

/** Creates a folder that is removed after the test. */
export function folder(files: Readonly<Record<string, unknown>> = {}): string {
  const path = mkdtempSync(join(tmpdir(), 'ask-user-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(join(path, name), typeof content === 'string' ? content : JSON.stringify(content));
  }
  return path;
}

/** Starts a program in a separate session, so that it has no terminal. */
export function start(file: string, args: readonly string[], { env, ...options }: RunOptions = {}): ChildProcess {
  const { TOOLBOX_ACTION: _action, ...inherited } = process.env;
  return spawn(file, args, { ...options, detached: true, env: { ...inherited, ...env } });
}

/** Waits for the end of a program, and returns its output. */
export function ended(child: ChildProcess): Promise<Ran> {
  let stdout = '';
  let stderr = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ code, signal, stdout, stderr }));
  });
}

async function through(child: ChildProcess, input: RunOptions['input']): Promise<Ran> {
  // The program may end before it has read everything.
  child.stdin?.on('error', () => {});
  child.stdin?.end(input);
  return ended(child);
}

/** Runs `ask-user` to its end. */
export const askUser = (args: readonly string[], options: RunOptions = {}): Promise<Ran> =>
  through(start(process.execPath, [main, ...args], options), options.input);

/**
 * Like `askUser`, but never as root, who may write in every folder. Root's own folders may be closed to other users, so
 * that the command is copied out of the checkout.
 */
export function askUserAsOrdinaryUser(args: readonly string[], options: RunOptions): Promise<Ran> {
  if (process.getuid?.() !== 0) return askUser(args, options);
  const open = folder({ 'package.json': { type: 'module' } });
  cpSync(dirname(main), open, { recursive: true });
  chmodSync(open, 0o755);
  return through(start(process.execPath, [join(open, 'main.js'), ...args], { ...options, uid: 65_534 }), options.input);
}

/** Records the output of a standard stream. */
function keep(stream: NodeJS.WriteStream) {
  const spy = vi.spyOn(stream, 'write').mockImplementation((_text, encoding, done: unknown = encoding) => {
    if (typeof done === 'function') done();
    return true;
  });
  return { text: () => spy.mock.calls.map(([text]) => text).join(''), stop: () => spy.mockRestore() };
}

interface InsideOptions {
  readonly cwd?: string;
  readonly input?: string | Uint8Array;
  /** Value of `TOOLBOX_ACTION`. */
  readonly action?: string;
}

/**
 * Like `askUser`, but within the process of the tests, which takes a tenth of the time. For tests of what a command
 * reads and writes: there is no terminal, so no user can be asked, and only one command can run at a time.
 */
export async function inside(args: readonly string[], options: InsideOptions = {}): Promise<Ran> {
  const { cwd = '.', input = '', action } = options;
  const home = process.cwd();
  const stdin = Object.getOwnPropertyDescriptor(process, 'stdin')!;
  const [stdout, stderr] = [keep(process.stdout), keep(process.stderr)];
  try {
    Object.defineProperty(process, 'stdin', { configurable: true, value: Readable.from([Buffer.from(input)]) });
    process.chdir(cwd);
    const { signal } = new AbortController();
    const code = await runAndReport(args, action, { signal });
    return { code, signal: null, stdout: stdout.text(), stderr: stderr.text() };
  } finally {
    process.chdir(home);
    Object.defineProperty(process, 'stdin', stdin);
    stdout.stop();
    stderr.stop();
  }
}

const PROGRAMS = {
  'ask-user': '#!/bin/sh\nexec "$NODE" "$MAIN" "$@"\n',
  npx: '#!/bin/sh\n[ "$1" = react-ask-user ] || exit 127\nshift\nexec "$NODE" "$MAIN" "$@"\n',
};

/** Runs a line of POSIX shell in which `ask-user` and `npx react-ask-user` are the command. */
export function shell(line: string, options: RunOptions = {}): Promise<Ran> {
  const bin = folder(PROGRAMS);
  for (const name of Object.keys(PROGRAMS)) chmodSync(join(bin, name), 0o755);
  const env = { PATH: `${bin}:${process.env['PATH']}`, NODE: process.execPath, MAIN: main, ...options.env };
  return through(start('sh', ['-c', line], { ...options, env }), options.input);
}

/** Returns the one JSON value on standard output, which must be one line. */
export function json({ stdout }: Ran): unknown {
  if (!/^[^\n]+\n$/.test(stdout)) throw new Error(`not one line: ${JSON.stringify(stdout)}`);
  return JSON.parse(stdout);
}

/** A request of the tool specification. */
export const DATABASE_AND_NAME = {
  questions: [
    {
      question: 'Which database should we use?',
      header: 'Database Selection',
      options: [
        { label: 'PostgreSQL (Recommended)', description: 'Battle-tested relational DB' },
        { label: 'SQLite', description: 'Lightweight, file-based' },
        { label: 'MongoDB', description: 'Document store' },
      ],
    },
    { question: 'What should we name this service?', header: 'Service Setup' },
  ],
  metadata: { source: 'project-setup' },
};
