const encoder = new TextEncoder();

export type Line =
  | { readonly text: string }
  | { readonly code: 'too_long'; readonly bytes: number }
  | { readonly code: 'not_utf8' };

interface LineSplitter {
  push(chunk: string | Uint8Array): Generator<Line>;
  /** Yields what follows the last line feed, if anything. */
  end(): Generator<Line>;
}

const LINE_FEED = 10;
/** Initial size of the buffer for an incomplete line, in bytes. */
const ROOM = 4_096;
const HIGH_SURROGATE = /[\uD800-\uDBFF]$/;

/**
 * Lines end only at a line feed, because JSON can contain other separators. The splitter works on bytes, so a character
 * may be divided between chunks. Of a line that is too long, it retains only the length.
 */
export function createLineSplitter(maxBytes: number): LineSplitter {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let kept = new Uint8Array(ROOM);
  let length = 0;
  let half = '';

  function add(bytes: Uint8Array): void {
    const start = length;
    length += bytes.length;
    if (length > maxBytes) {
      kept = new Uint8Array(ROOM);
      return;
    }
    if (length > kept.length) {
      const larger = new Uint8Array(Math.max(length, Math.min(kept.length * 2, maxBytes)));
      larger.set(kept.subarray(0, start));
      kept = larger;
    }
    kept.set(bytes, start);
  }

  function take(): Line {
    const bytes = length;
    length = 0;
    if (bytes > maxBytes) return { code: 'too_long', bytes };
    try {
      return { text: decoder.decode(kept.subarray(0, bytes)) };
    } catch {
      return { code: 'not_utf8' };
    } finally {
      if (kept.length > ROOM) kept = new Uint8Array(ROOM);
    }
  }

  /** A string may end within a surrogate pair. */
  function bytesOf(chunk: string | Uint8Array): Uint8Array {
    if (typeof chunk !== 'string') return chunk;
    const text = half + chunk;
    half = HIGH_SURROGATE.exec(text)?.[0] ?? '';
    return encoder.encode(half ? text.slice(0, -1) : text);
  }

  return {
    *push(chunk) {
      let bytes = bytesOf(chunk);
      for (let end = bytes.indexOf(LINE_FEED); end >= 0; end = bytes.indexOf(LINE_FEED)) {
        add(bytes.subarray(0, end));
        yield take();
        bytes = bytes.subarray(end + 1);
      }
      add(bytes);
    },
    *end() {
      add(encoder.encode(half));
      half = '';
      if (length > 0) yield take();
    },
  };
}

interface QueuedLine {
  readonly line: string;
  readonly bytes: number;
  readonly done: () => void;
}

interface Writer {
  /** Queues a line. Resolves when it is written or dropped. `isFree`: the line does not count towards `limit`. */
  put(line: string, bytes: number, isFree: boolean): Promise<void>;
  idle(): Promise<void>;
  /** Drops the queued lines and all later ones. */
  drop(): void;
}

interface WriterOptions {
  write: (line: string) => void | Promise<void>;
  /** Maximum number of queued bytes. The last line may exceed it, so that a single line of any length is written. */
  limit: number;
  /**
   * Called with the queued bytes if a line that counts is put after they have reached the limit. Nothing more is
   * written.
   */
  onFull: (bytes: number) => void;
  onBroken: (error: unknown) => void;
}

export function createWriter({ write, limit, onFull, onBroken }: WriterOptions): Writer {
  let queue: QueuedLine[] = [];
  let current: QueuedLine | undefined;
  let queued = 0;
  let isOver = false;
  let running: Promise<void> | undefined;

  function drop(): void {
    isOver = true;
    const dropped = queue;
    queue = [];
    queued = 0;
    // The write in flight may never settle.
    current?.done();
    for (const { done } of dropped) done();
  }

  async function run(): Promise<void> {
    for (current = queue.shift(); current; current = queue.shift()) {
      queued -= current.bytes;
      try {
        await write(current.line);
      } catch (error) {
        const isNews = !isOver;
        drop();
        if (isNews) onBroken(error);
      }
      current.done();
    }
    running = undefined;
  }

  return {
    async put(line, bytes, isFree) {
      if (isOver) return undefined;
      if (queued >= limit && !isFree) {
        const waiting = queued;
        drop();
        return onFull(waiting);
      }
      const counted = isFree ? 0 : bytes;
      queued += counted;
      const written = new Promise<void>((done) => queue.push({ line, bytes: counted, done }));
      running ??= run();
      return written;
    },
    idle: async () => running,
    drop,
  };
}
