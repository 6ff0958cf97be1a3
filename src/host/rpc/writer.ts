/** Lines for a peer that reads them in its own time. */
export interface Writer {
  /**
   * Puts a line behind those before it. Resolves when it is written, or was dropped.
   *
   * @param isFree it does not count as one that waits
   */
  put(line: string, bytes: number, isFree: boolean): Promise<void>;
  /** Resolves when nothing waits. */
  idle(): Promise<void>;
  /** Forgets what waits, and takes no more. */
  drop(): void;
}

export interface WriterOptions {
  write: (line: string) => void | Promise<void>;
  /** What may wait, in bytes; the last line may go beyond it, so that one of any length gets through. */
  limit: number;
  /** So much waits that the peer can't be reading. Nothing more is written. */
  onFull: (bytes: number) => void;
  /** The channel took no line. Nothing more is written. */
  onBroken: (error: unknown) => void;
}

interface Waiting {
  readonly line: string;
  readonly bytes: number;
  readonly done: () => void;
}

/** Writes one line after the other, each when the channel has taken the one before. */
export function createWriter({ write, limit, onFull, onBroken }: WriterOptions): Writer {
  let queue: Waiting[] = [];
  let current: Waiting | undefined;
  let queued = 0;
  let isOver = false;
  let running: Promise<void> | undefined;

  function drop(): void {
    isOver = true;
    const dropped = queue;
    queue = [];
    queued = 0;
    // The line that the channel has may never be taken.
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
