import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';
import { folder, main } from './helpers.js';

const execute = promisify(execFile);
const PATIENCE = 15_000;

/** The exit of a program in the terminal. */
export interface Ended {
  readonly code: number;
  /** Standard output, which was redirected to a file. */
  readonly stdout: string;
}

export interface TerminalOptions {
  readonly columns?: number;
  readonly rows?: number;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** The target of standard output. */
  readonly out?: string;
  /** The target of standard error. Defaults to the terminal. */
  readonly err?: string;
  /** Whether the questions are read from standard input instead of a file. */
  readonly piped?: boolean;
  /** Whether the questions are typed into the terminal as standard input. */
  readonly typed?: boolean;
  /**
   * Whether a shell with job control starts the program, changes the terminal's modes when it is stopped, and
   * continues it.
   */
  readonly stops?: boolean;
  /** Content of `.ask-user/kept-answers.json`. */
  readonly kept?: string;
  /** Keys pressed before the program starts. The last one must be visible in the terminal. */
  readonly early?: readonly string[];
}

const RESUME = `stty sane
printf '\\033[J\\033[?7h\\033[?2004lstopped\\n'
fg > /dev/null
code=$?
`;

async function until<T>(what: () => Promise<T | undefined>, complaint: () => string): Promise<T> {
  for (const end = Date.now() + PATIENCE; ;) {
    const found = await what();
    if (found !== undefined) return found;
    if (Date.now() > end) throw new Error(complaint());
    // Each read of the screen starts a process.
    await wait(50);
  }
}

/** Runs `ask-user ask` in a separate terminal, with access to its screen and its keys. */
export async function inTerminal(questions: unknown, options: TerminalOptions = {}) {
  const {
    columns = 80,
    rows = 24,
    args = [],
    env = {},
    out = 'out',
    err,
    piped = false,
    typed = false,
    early = [],
    kept,
    stops = false,
  } = options;
  const dir = folder({ 'questions.json': questions });
  if (kept !== undefined) {
    mkdirSync(join(dir, '.ask-user'));
    writeFileSync(join(dir, '.ask-user/kept-answers.json'), kept);
  }
  const socket = join(dir, 'tmux');
  const tmux = async (...words: readonly string[]) =>
    (await execute('tmux', ['-u', '-f', '/dev/null', '-S', socket, ...words])).stdout;
  onTestFinished(async () => {
    await tmux('kill-server').catch(() => {});
  });
  const quoted = [process.execPath, main, 'ask', ...(piped || typed ? [] : [join(dir, 'questions.json')]), ...args].map(
    (word) => `'${word}'`,
  );
  const variables = Object.entries({ COLORTERM: '', LC_ALL: 'C.UTF-8', ...env }).map(
    ([name, value]) => `${name}='${value}'`,
  );
  // `cat` keeps the terminal open after the end and echoes what is typed.
  const script = `trap : HUP
while [ ! -e go ]; do sleep 0.02; done
${stops ? 'set -m' : ''}
sh -c 'echo $$ > pid; exec "$@"' - env -u NO_COLOR -u FORCE_COLOR ${variables.join(' ')} ${quoted.join(' ')} < ${piped ? 'questions.json' : '/dev/tty'} > ${out}${err === undefined ? '' : ` 2> ${err}`}
code=$?
${stops ? RESUME : ''}echo $code > code
echo ended
exec cat
`;
  writeFileSync(join(dir, 'run.sh'), script);
  if (early.length === 0) writeFileSync(join(dir, 'go'), '');
  await tmux('new-session', '-d', '-c', dir, '-x', String(columns), '-y', String(rows), 'sh run.sh');

  const screen = async () => (await tmux('capture-pane', '-p')).trimEnd();
  const file = (name: string) => (existsSync(join(dir, name)) ? readFileSync(join(dir, name), 'utf8') : '');
  let last = '';
  if (early.length > 0) {
    await tmux('send-keys', ...early);
    await until(
      async () => (await screen()).includes(early.at(-1) ?? '') || undefined,
      () => 'the keys were never shown',
    );
    writeFileSync(join(dir, 'go'), '');
  }
  /** The screen when something was last done that the program answers with another frame. */
  let before: string | undefined;
  const act = async (deed: () => unknown) => {
    before = await screen();
    await deed();
  };
  /**
   * Waits until keys count, which the line of hints shows. The frame from before the last keys shows it, too, and would
   * be mistaken for an answer to them, so the frame has to have changed. After the end, no hint is needed.
   */
  const ready = () =>
    until(
      async () => {
        last = await screen();
        return (last !== before && /Esc (?:to )?cancel|Esc go back|Enter to go back|^ended$/m.test(last)) || undefined;
      },
      () => `${last === before ? 'The last keys changed nothing' : 'keys never counted'}:\n${last}`,
    );
  const terminal = {
    /** The working folder of the program. */
    dir,
    screen,
    /** Returns the number of lines that have scrolled out of the screen. */
    scrolled: async () => Number(await tmux('display-message', '-p', '#{history_size}')),
    /** Waits until a text is on the screen, and returns the screen. */
    shows: (text: string) =>
      until(
        async () => {
          last = await screen();
          return last.includes(text) ? last : undefined;
        },
        () => `"${text}" was never shown:\n${last}`,
      ),
    /** Waits until a text is no longer on the screen. */
    hides: (text: string) =>
      until(
        async () => ((last = await screen()).includes(text) ? undefined : last),
        () => `"${text}" stayed:\n${last}`,
      ),
    ready,
    /** Presses keys by tmux's names, once they count. They have to change the screen. */
    async keys(...names: readonly string[]) {
      await ready();
      await act(() => tmux('send-keys', ...names));
    },
    /** Presses keys at once, also while they do not count. */
    blind: (...names: readonly string[]) => tmux('send-keys', ...names),
    async type(text: string) {
      await ready();
      await act(() => tmux('send-keys', '-l', text));
    },
    async paste(text: string) {
      await ready();
      await tmux('set-buffer', '--', text);
      await act(() => tmux('paste-buffer', '-p'));
    },
    resize: (width: number, height: number) => tmux('resize-window', '-x', String(width), '-y', String(height)),
    /** Closes the terminal of the program. */
    close: () => tmux('kill-server'),
    /** Sends a signal to the program. */
    signal(name: string) {
      process.kill(Number(file('pid')), `SIG${name}`);
    },
    /** Stops the program, presses keys, and continues it. */
    async stopped(...names: readonly string[]) {
      terminal.signal('STOP');
      await tmux('send-keys', ...names);
      await act(() => terminal.signal('CONT'));
    },
    cursor: async () => (await tmux('display-message', '-p', '#{cursor_flag} #{cursor_x} #{cursor_y}')).trim(),
    /** Returns the screen with its colors. */
    painted: () => tmux('capture-pane', '-p', '-e'),
    /** Returns whether long lines wrap and whether the cursor is visible. */
    modes: async () => (await tmux('display-message', '-p', '#{wrap_flag} #{cursor_flag}')).trim(),
    ended: (): Promise<Ended> =>
      until(
        async () => (file('code') === '' ? undefined : { code: Number(file('code')), stdout: file('out') }),
        () => `it did not end:\n${last}`,
      ),
    /** Returns what the program has written to standard output so far. */
    written: () => file(out),
    stdout: () =>
      until(
        async () => file('out') || undefined,
        () => 'nothing was written',
      ),
  };
  return terminal;
}
