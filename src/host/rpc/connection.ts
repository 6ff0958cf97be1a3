import { isBlank, isRecord } from '../../core/guards.js';
import { messageOf } from '../errors.js';
import type { RpcChannel } from './channel.js';
import { createLineSplitter, type Line } from './lines.js';
import type { RpcMessage, RpcOptions, RpcPeer, RpcProblem } from './messages.js';
import { withinReason } from './patience.js';
import { createWriter } from './writer.js';

const MAX_BYTES = 10_000_000;
/** How much of a line that was skipped is told. */
const SHOWN = 200;

/** A message as it was read: an object, and nothing more is known of it. */
export type Incoming = Readonly<Record<string, unknown>>;

export interface ConnectionOptions extends RpcOptions {
  /** Gets each message. Nothing more is read before its promise resolves. */
  receive: (message: Incoming) => void | Promise<void>;
  /** The channel has ended, by itself or by `close`. Called once. */
  ended: (reason: string) => void | Promise<void>;
}

/** JSON lines over a channel. */
export interface Connection extends RpcPeer {
  /**
   * Writes a message after those before it. Resolves when it is written, or the channel has ended.
   *
   * @param isFree it does not count as one that waits
   * @throws Error what can't be written as JSON, or in a line that is not too long; then nothing is.
   */
  send(message: RpcMessage, isFree?: boolean): Promise<void>;
  problem(problem: RpcProblem): void;
}

const encoder = new TextEncoder();

/** Whether a message is about this instance. If either has no id, the message is about the one that is there. */
export const isMeant = ({ instanceId }: Incoming, there: string | undefined): boolean =>
  instanceId === undefined || there === undefined || instanceId === there;

/** JSON may have these line separators as they are, but readers that split at them are common. */
const escaped = (json: string): string =>
  json.replaceAll(/[\u0085\u2028\u2029]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);

const WHY: Readonly<Record<'not_utf8' | 'not_json' | 'not_object', string>> = {
  not_utf8: 'is not UTF-8',
  not_json: 'is not JSON',
  not_object: 'is no JSON object',
};

type Read = { readonly message: Incoming } | { readonly problem: RpcProblem };

const skipped = (code: keyof typeof WHY, text?: string): Read => ({
  problem: {
    code,
    message: `A line was skipped, because it ${WHY[code]}. Write one JSON object a line, in UTF-8, and logs elsewhere.`,
    line: text?.slice(0, SHOWN),
  },
});

function parseLine(line: Line, maxBytes: number): Read {
  if ('code' in line) {
    if (line.code === 'not_utf8') return skipped(line.code);
    const message = `A line of ${line.bytes} bytes was skipped. Make it at most ${maxBytes}, or raise maxLineBytes.`;
    return { problem: { code: line.code, message } };
  }
  try {
    const value: unknown = JSON.parse(line.text);
    return isRecord(value) ? { message: value } : skipped('not_object', line.text);
  } catch {
    return skipped('not_json', line.text);
  }
}

/** Starts to read, and goes on until the channel ends. */
export function connect(channel: RpcChannel, options: ConnectionOptions): Connection {
  const { receive, ended, maxLineBytes = MAX_BYTES, maxQueuedBytes = MAX_BYTES } = options;
  const { onProblem = ({ message }: RpcProblem) => console.error(message) } = options;
  const iterator = channel.read[Symbol.asyncIterator]();
  const lines = createLineSplitter(maxLineBytes);
  const writer = createWriter({
    write: (line) => channel.write(line),
    limit: maxQueuedBytes,
    onFull(bytes) {
      const reason = `The peer reads nothing: ${bytes} bytes wait for it.`;
      onProblem({
        code: 'unread',
        message: `The channel was closed. ${reason} If it is only slow, raise maxQueuedBytes.`,
      });
      void end(`The connection was lost: ${reason}`);
    },
    // What the peer has said before it went is still to be read.
    onBroken: (error) => void withinReason(finished).then(() => end(`The connection was lost: ${messageOf(error)}`)),
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
      await withinReason(Promise.resolve(channel.close?.()));
      // Not waited for: it may come after a read that never ends.
      void iterator.return?.().catch(() => {});
    } catch (cause) {
      onProblem({ code: 'failed', message: `The channel could not be closed: ${messageOf(cause)}`, cause });
    }
    resolveClosed();
  }

  async function handle(message: Incoming): Promise<void> {
    try {
      await receive(message);
    } catch (cause) {
      onProblem({ code: 'failed', message: `A message was skipped: ${messageOf(cause)}`, cause });
    }
  }

  async function readAll(all: Generator<Line>): Promise<void> {
    for (const line of all) {
      if (isOver) return;
      if ('text' in line && isBlank(line.text)) continue;
      const read = parseLine(line, maxLineBytes);
      if ('problem' in read) onProblem(read.problem);
      else await handle(read.message);
    }
  }

  /** The next chunk. A peer that says nothing does not keep it from ending. */
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
      await end('The peer has gone.');
    } catch (error) {
      await end(`The connection was lost: ${messageOf(error)}`);
    }
  }

  function send(message: RpcMessage, isFree = false): Promise<void> {
    const line = escaped(JSON.stringify(message));
    const bytes = encoder.encode(line).length;
    if (bytes > maxLineBytes)
      throw new RangeError(
        `its line has ${bytes} bytes, and may have ${maxLineBytes}: make it shorter, or raise maxLineBytes at both ends.`,
      );
    return writer.put(`${line}\n`, bytes, isFree);
  }

  const finished = run();

  return {
    closed,
    problem: onProblem,
    send,
    async close() {
      if (!isOver) await withinReason(writer.idle());
      void end('The connection was closed.');
      await closed;
    },
  };
}
