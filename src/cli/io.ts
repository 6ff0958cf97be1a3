import { constants, createReadStream, fstatSync, fsyncSync, openSync, statSync } from 'node:fs';
import { Socket } from 'node:net';
import { devNull } from 'node:os';
import type { Readable } from 'node:stream';
import { isatty, ReadStream } from 'node:tty';
import { writeAll } from '../pending/files.js';
import { decode, oneLine, parseJson } from '../pending/json.js';
import { reasonOf } from '../pending/errors.js';
import { CliError, hungUp } from './exit.js';

/** Maximum size of an input in bytes. */
const MAX_INPUT = 10 * 1024 * 1024;

export const isStdin = (file: string | undefined): file is '-' | undefined => file === undefined || file === '-';

export const nameOf = (file: string | undefined): string => (isStdin(file) ? 'standard input' : file);

async function collect(stream: Readable, source: string): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    const part: Buffer = chunk;
    size += part.length;
    if (size > MAX_INPUT) throw new CliError(`${source} is larger than ${MAX_INPUT / 1024 / 1024} MB.`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** Rejects with the reason of the signal when it is aborted, because a read can wait forever. */
const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });

/**
 * Opens a file. A named pipe is opened as a socket, because a thread of Node that waits for data would keep the process
 * alive.
 */
function openFile(file: string): Readable {
  const fd = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  if (isatty(fd)) return new ReadStream(fd);
  return fstatSync(fd).isFIFO() ? new Socket({ fd }) : createReadStream(file, { fd });
}

function openStdin(): Readable {
  // Node reads a folder as empty input.
  if (fstatSync(0).isDirectory()) throw Object.assign(new Error('EISDIR'), { code: 'EISDIR' });
  if (isatty(0)) printMessage('Type or paste the JSON, then press Ctrl+D.');
  return process.stdin;
}

export async function readBytes(file: string | undefined, signal: AbortSignal): Promise<Buffer> {
  const source = nameOf(file);
  const typed = isStdin(file) && isatty(0);
  // A read from a closed terminal can look like the end of the typed text.
  const refuseHangUp = () => {
    if (typed && !isatty(0)) throw hungUp();
  };
  try {
    const stream = isStdin(file) ? openStdin() : openFile(file);
    const bytes = await Promise.race([collect(stream, source), aborted(signal)]);
    refuseHangUp();
    return bytes;
  } catch (error) {
    refuseHangUp();
    throw error instanceof CliError ? error : new CliError(`Cannot read ${source}: ${reasonOf(error)}.`);
  }
}

export const readJson = async (file: string | undefined, signal: AbortSignal): Promise<unknown> =>
  parseJson(decode(await readBytes(file, signal), nameOf(file)), nameOf(file));

const throughStream = (text: string): Promise<void> =>
  new Promise((resolve, reject) => {
    process.stdout.write(text, (error) => (error ? reject(error) : resolve()));
  });

/** Whether standard output is the null device. If it is closed at the start, Node opens the null device instead. */
export function isOutputDiscarded(): boolean {
  try {
    const out = fstatSync(1);
    return out.isCharacterDevice() && !isatty(1) && out.rdev === statSync(devNull).rdev;
  } catch {
    return false;
  }
}

/** Writes to standard output. Resolves after everything is written. Rejects with a `CliError` if that fails. */
export async function writeOut(text: string): Promise<void> {
  try {
    const stats = fstatSync(1);
    const device = stats.isCharacterDevice() && !isatty(1);
    if (!stats.isFile() && !device) return await throughStream(text);
    writeAll(1, text);
    if (stats.isFile()) fsyncSync(1);
  } catch (error) {
    throw new CliError(`Cannot write all of the result to standard output: ${reasonOf(error)}.`);
  }
}

export function printMessage(line: string): void {
  process.stderr.write(`${oneLine(line)}\n`);
}

/** Resolves after everything is written to standard error, or after that has failed. */
export const flushed = (): Promise<void> =>
  new Promise((resolve) => {
    process.stderr.write('', () => resolve());
  });
