import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createInterface } from 'node:readline';

const MAIN = fileURLToPath(new URL('../../../examples/chat/dist/server/main.js', import.meta.url));

export interface ChatServer {
  url: string;
  stop: () => Promise<void>;
}

/** Starts the built example with the scripted model, on any free port. */
export async function startChatServer(scriptDelayMs: number): Promise<ChatServer> {
  if (!existsSync(MAIN)) throw new Error('The example is not built. Run: npm run build && npm run example:build');
  const { PATH } = process.env;
  const child = spawn(process.execPath, [MAIN], {
    env: { PATH, PORT: '0', NO_OPEN: '1', SCRIPT_DELAY_MS: String(scriptDelayMs) },
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
    },
  };
}

function firstLine(stream: NodeJS.ReadableStream): Promise<string[]> {
  return new Promise((resolve) => createInterface(stream).once('line', (line) => resolve([line])));
}
