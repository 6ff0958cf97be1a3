import type { WireMessages } from '../wire.js';

const encoder = new TextEncoder();

/** An SSE comment that keeps a silent connection open. */
const HEARTBEAT = encoder.encode(':\n\n');
const END = encoder.encode('\n\n');
/** Maximum event data in a chunk, in bytes: an adapter may buffer one chunk for a client that does not read. */
const PIECE = 65_536;

export interface Message {
  readonly name: keyof WireMessages;
  readonly id: string;
  /** JSON in UTF-8, without line breaks. */
  readonly data: Uint8Array;
}

export function concat(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((size, { length }) => size + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Copies the bytes, because clients can share `data`. */
function* piecesOf({ name, id, data }: Message): Generator<Uint8Array, undefined> {
  for (let at = 0; at === 0 || at < data.length; at += PIECE) {
    const head = at === 0 ? [encoder.encode(`id: ${id}\nevent: ${name}\ndata: `)] : [];
    const end = at + PIECE >= data.length ? [END] : [];
    yield concat([...head, data.subarray(at, at + PIECE), ...end]);
  }
  return undefined;
}

/** The stream of one client. It pulls events as fast as the client reads them. */
export interface SseWriter {
  readonly stream: ReadableStream<Uint8Array>;
  /** Sends the next chunk if the client waits for one. */
  flush(): void;
  /**
   * Sends a heartbeat after all events. Returns whether the client has read since the last call, or waits for a chunk.
   */
  beat(): boolean;
  /** Closes the stream after everything is sent. */
  end(): void;
  destroy(error: Error): void;
}

export function createSseWriter(next: () => Message | undefined, onGone: () => void): SseWriter {
  let sink: ReadableStreamDefaultController<Uint8Array> | undefined;
  let pieces: Generator<Uint8Array, undefined> | undefined;
  let isWanted = false;
  let hasRead = false;
  let isBeatDue = false;
  let isEnding = false;

  function take(): Uint8Array | undefined {
    const piece = pieces?.next().value;
    if (piece) return piece;
    const message = next();
    pieces = message && piecesOf(message);
    if (pieces) return take();
    if (!isBeatDue || isEnding) return undefined;
    isBeatDue = false;
    return HEARTBEAT.slice();
  }

  function flush(): void {
    if (!sink || !isWanted) return;
    const piece = take();
    if (piece) {
      isWanted = false;
      hasRead = true;
      sink.enqueue(piece);
    } else if (isEnding) close();
  }

  function close(): void {
    sink?.close();
    sink = undefined;
  }

  const stream = new ReadableStream<Uint8Array>(
    {
      start: (controller) => void (sink = controller),
      pull() {
        isWanted = true;
        flush();
      },
      cancel() {
        sink = undefined;
        pieces = undefined;
        onGone();
      },
    },
    // Do not pull ahead of the client.
    { highWaterMark: 0 },
  );

  return {
    stream,
    flush,
    beat() {
      const isReading = isWanted || hasRead;
      hasRead = false;
      isBeatDue = true;
      flush();
      return isReading;
    },
    end() {
      isEnding = true;
      const piece = take();
      if (piece) sink?.enqueue(piece);
      else close();
    },
    destroy(error) {
      sink?.error(error);
      sink = undefined;
      pieces = undefined;
    },
  };
}
