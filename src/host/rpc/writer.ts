export interface Writer {
  /** Queues a line. Resolves when it is written or dropped. `isFree`: the line does not count towards `limit`. */
  put(line: string, bytes: number, isFree: boolean): Promise<void>;
  idle(): Promise<void>;
  /** Drops the queued lines and all later ones. */
  drop(): void;
}

export interface WriterOptions {
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

interface Waiting {
  readonly line: string;
  readonly bytes: number;
  readonly done: () => void;
}

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
