import { isBlank, isRecord } from '../../core/guards.js';
import { messageOf, safely } from '../guard.js';
import { waitBriefly, type RpcChannel } from './channel.js';
import { createLineSplitter, createWriter, type Line } from './lines.js';
import type { RpcMessage, RpcOptions, RpcPeer, RpcErrorEvent } from './messages.js';

const MAX_BYTES = 10_000_000;
/** Maximum length of a skipped line in an `RpcErrorEvent`, in UTF-16 units. */
const SHOWN = 200;

/** A message that is only known to be an object. */
export type Incoming = Readonly<Record<string, unknown>>;

export interface ConnectionOptions extends RpcOptions {
  /** Called with each message. The next call waits until the promise settles. */
  receive: (message: Incoming) => void | Promise<void>;
  /** Called once, when the channel has ended by itself or by `close`. */
  ended: (reason: string) => void | Promise<void>;
}

export interface Connection extends RpcPeer {
  /**
   * Writes a message after the previous ones. Resolves when it is written, or the channel has ended.
   *
   * @param isFree - Whether the message does not count towards `maxQueuedBytes`.
   * @throws {Error} If the message is not serializable as JSON or its line is too long. Then nothing is written.
   */
  send(message: RpcMessage, isFree?: boolean): Promise<void>;
  problem(problem: RpcErrorEvent): void;
}

const encoder = new TextEncoder();

/** Returns whether a message is about this instance. It is if the message or the instance has no instance id. */
export const isMeant = ({ instanceId }: Incoming, there: string | undefined): boolean =>
  instanceId === undefined || there === undefined || instanceId === there;

/** Escapes line separators that JSON allows unescaped, because many readers split lines at them. */
const escaped = (json: string): string =>
  json.replaceAll(/[\u0085\u2028\u2029]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);

const WHY: Readonly<Record<'not_utf8' | 'not_json' | 'not_object', string>> = {
  not_utf8: 'is not UTF-8',
  not_json: 'is not JSON',
  not_object: 'is not a JSON object',
};

type Read = { readonly message: Incoming } | { readonly problem: RpcErrorEvent };

const skipped = (code: keyof typeof WHY, text?: string): Read => ({
  problem: {
    code,
    message: `A line was skipped, because it ${WHY[code]}. Write one JSON object per line, in UTF-8, and write logs elsewhere.`,
    line: text?.slice(0, SHOWN),
  },
});

function parseLine(line: Line, maxBytes: number): Read {
  if ('code' in line) {
    if (line.code === 'not_utf8') return skipped(line.code);
    const message = `A line of ${line.bytes} bytes was skipped. Write at most ${maxBytes} bytes, or raise \`maxLineBytes\`.`;
    return { problem: { code: line.code, message } };
  }
  try {
    const value: unknown = JSON.parse(line.text);
    return isRecord(value) ? { message: value } : skipped('not_object', line.text);
  } catch {
    return skipped('not_json', line.text);
  }
}

export function connect(channel: RpcChannel, options: ConnectionOptions): Connection {
  const { receive, ended, maxLineBytes = MAX_BYTES, maxQueuedBytes = MAX_BYTES } = options;
  const onError = safely(options.onError ?? (({ message }: RpcErrorEvent) => console.error(message)));
  const iterator = channel.read[Symbol.asyncIterator]();
  const lines = createLineSplitter(maxLineBytes);
  const writer = createWriter({
    write: (line) => channel.write(line),
    limit: maxQueuedBytes,
    onFull(bytes) {
      const reason = `The peer does not read: ${bytes} bytes are queued.`;
      onError({
        code: 'unread',
        message: `The channel was closed. ${reason} If the peer is only slow, raise \`maxQueuedBytes\`.`,
      });
      void end(`The connection was lost: ${reason}`);
    },
    // First read what the peer wrote before it disconnected.
    onBroken: (error) => void waitBriefly(finished).then(() => end(`The connection was lost: ${messageOf(error)}`)),
  });
  let isOver = false;
  let stop: (() => void) | undefined;
  let resolveClosed: () => void;
  const closed = new Promise<void>((resolve) => (resolveClosed = resolve));

  async function end(reason: string): Promise<void> {
    if (isOver) return;
    isOver = true;
    stop?.();
    writer.drop();
    try {
      await ended(reason);
      await waitBriefly(Promise.resolve(channel.close?.()));
      // Do not await: it may be queued behind a read that never ends.
      void iterator.return?.().catch(() => {});
    } catch (cause) {
      onError({ code: 'failed', message: `The channel could not be closed: ${messageOf(cause)}`, cause });
    }
    resolveClosed();
  }

  async function handle(message: Incoming): Promise<void> {
    try {
      await receive(message);
    } catch (cause) {
      onError({ code: 'failed', message: `A message was skipped: ${messageOf(cause)}`, cause });
    }
  }

  async function readAll(all: Generator<Line>): Promise<void> {
    for (const line of all) {
      if (isOver) return;
      if ('text' in line && isBlank(line.text)) continue;
      const read = parseLine(line, maxLineBytes);
      if ('problem' in read) onError(read.problem);
      else await handle(read.message);
    }
  }

  const next = (): Promise<IteratorResult<string | Uint8Array, unknown>> =>
    new Promise((resolve, reject) => {
      stop = () => resolve({ done: true, value: undefined });
      iterator.next().then(resolve, reject);
    });

  async function run(): Promise<void> {
    try {
      for (let chunk = await next(); !chunk.done && !isOver; chunk = await next())
        await readAll(lines.push(chunk.value));
      await readAll(lines.end());
      await end('The peer has disconnected.');
    } catch (error) {
      await end(`The connection was lost: ${messageOf(error)}`);
    }
  }

  function send(message: RpcMessage, isFree = false): Promise<void> {
    const line = escaped(JSON.stringify(message));
    const bytes = encoder.encode(line).length;
    if (bytes > maxLineBytes)
      throw new RangeError(
        `its line has ${bytes} bytes, more than the ${maxLineBytes} of \`maxLineBytes\`. Shorten it, or raise \`maxLineBytes\` at both ends.`,
      );
    return writer.put(`${line}\n`, bytes, isFree);
  }

  const finished = run();

  return {
    closed,
    problem: onError,
    send,
    async close() {
      if (!isOver) await waitBriefly(writer.idle());
      void end('The connection was closed.');
      await closed;
    },
  };
}
