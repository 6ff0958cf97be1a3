import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { isRecord } from '../../../src/core/guards.js';
import { oneLine } from '../../../src/pending/json.js';
import { createNotice } from './notice.js';
import { HELP, readOptions, UsageError, type ServerOptions } from './options.js';
import { serve } from './server.js';

/** Milliseconds that the pages have to hear of the end. Then the process exits. */
const LAST_MS = 2_000;
/** Exit codes of a process that a signal ends: 128 and the number of the signal. */
const SIGNALS = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;

function printMessage(line: string): void {
  process.stderr.write(`${oneLine(line)}\n`);
}

function readVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  return isRecord(manifest) && typeof manifest['version'] === 'string' ? manifest['version'] : '0.0.0';
}

function start(options: ServerOptions): void {
  let isEnding = false;
  const end = (code: number): void => {
    if (isEnding) return;
    isEnding = true;
    const exit = () => process.exit(code);
    setTimeout(exit, LAST_MS).unref();
    server.close().then(exit, exit);
  };
  const server = serve({
    ...options,
    version: readVersion(),
    env: process.env,
    home: homedir(),
    notice: createNotice(),
    printMessage,
    write: (message) => void process.stdout.write(`${message}\n`),
  });
  process.stdin.on('data', server.receive);
  // The client is gone, also if it closes only one of the streams.
  process.stdin.on('end', () => end(0)).on('close', () => end(0));
  process.stdout.on('error', () => end(0));
  process.stderr.on('error', () => {});
  for (const [signal, code] of Object.entries(SIGNALS)) process.on(signal, () => end(code));
  process.on('uncaughtException', (error) => {
    printMessage(`ask-user: ${error.message}`);
    end(1);
  });
}

try {
  // The command passes its own name.
  const options = await readOptions(process.argv.slice(process.argv[2] === 'mcp' ? 3 : 2));
  if (options) start(options);
  else process.stdout.write(HELP);
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  printMessage(`ask-user mcp: ${error.message} See: ask-user mcp --help`);
  process.exitCode = 2;
}
