import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createInterface } from 'node:readline';

const MAIN = fileURLToPath(new URL('../../../examples/chat/dist/server/main.js', import.meta.url));

export interface ChatServer {
  url: string;
  stop: () => Promise<void>;
  /** Kills the server at once. */
  kill: () => Promise<void>;
}

export interface ChatServerOptions {
  /**
   * Port of the server. `0` means any free port.
   *
   * @default 0
   */
  port?: number;
  /** Folder of the shared chats. Defaults to a new folder, which `stop` removes. */
  directory?: string;
}

/** Starts the built example with the scripted model. */
export async function startChatServer(scriptDelayMs: number, options: ChatServerOptions = {}): Promise<ChatServer> {
  if (!existsSync(MAIN)) throw new Error('The example is not built. Run: node scripts/example.mjs');
  const { PATH } = process.env;
  const { port = 0 } = options;
  const directory = options.directory ?? (await mkdtemp(join(tmpdir(), 'chat-')));
  const child = spawn(process.execPath, [MAIN], {
    env: { PATH, PORT: String(port), NO_OPEN: '1', SCRIPT_DELAY_MS: String(scriptDelayMs), DATA_DIR: directory },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exit = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const [line = ''] = await Promise.race([firstLine(child.stdout), exit.then(() => [])]);
  const url = /http:\/\/\S+$/.exec(line)?.[0];
  if (!url) throw new Error(`The example's server did not start: ${line}`);
  return {
    url,
    async stop() {
      child.kill();
      await exit;
      if (!options.directory) await rm(directory, { recursive: true, force: true });
    },
    async kill() {
      child.kill('SIGKILL');
      await exit;
    },
  };
}

function firstLine(stream: NodeJS.ReadableStream): Promise<string[]> {
  return new Promise((resolve) => createInterface(stream).once('line', (line) => resolve([line])));
}
