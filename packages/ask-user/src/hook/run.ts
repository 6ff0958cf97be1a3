import { oneLine } from '../../../../src/pending/json.js';
import { createNotice } from '../notice.js';
import { createPage } from '../page.js';
import { answerHook } from './claude-code.js';

/** Milliseconds without a page after which Claude Code asks instead. A browser can take long to start. */
const GIVE_UP_MS = 30_000;
/** Milliseconds between two looks whether Claude Code still runs. */
const LOOK_MS = 1_000;

export const HELP = `Usage: ask-user hook claude-code

PreToolUse hook that answers AskUserQuestion of Claude Code in a page in the browser. Add
it with: ask-user add claude-code --hook
`;

async function readInput(): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of process.stdin) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

/** Runs `ask-user hook`, and resolves with the exit code. */
export async function runHook([name, ...rest]: readonly string[]): Promise<number> {
  const printMessage = (line: string) => void process.stderr.write(`${oneLine(line)}\n`);
  if (name === '--help' || name === '-h' || rest.includes('--help')) {
    process.stdout.write(HELP);
    return 0;
  }
  if (name !== 'claude-code' || rest.length > 0) {
    printMessage('ask-user hook: Only claude-code has a hook. See: ask-user hook --help');
    return 2;
  }
  const stop = new AbortController();
  let code = 0;
  for (const [signal, number] of Object.entries({ SIGHUP: 129, SIGINT: 130, SIGTERM: 143 })) {
    process.on(signal, () => {
      code = number;
      stop.abort();
    });
  }
  // If Claude Code is killed, it sends no signal, and its end of the pipes is noticed only by writing.
  const { ppid } = process;
  setInterval(() => {
    if (process.ppid !== ppid) stop.abort();
  }, LOOK_MS).unref();
  const { env } = process;
  const page = createPage({ printMessage, env, giveUpMs: GIVE_UP_MS });
  const notice = createNotice();
  const input = await readInput();
  const end = notice.begin();
  const { output, reason } = await answerHook(input, { env, page, signal: stop.signal });
  end();
  if (output !== undefined) process.stdout.write(output);
  if (reason !== undefined && code === 0) printMessage(`ask-user hook: ${reason}`);
  await page.close();
  return code;
}
