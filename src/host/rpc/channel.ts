/** A duplex connection to one peer, such as a socket, the standard streams of a process, or a pair of Web streams. */
export interface RpcChannel {
  /** The peer's output in chunks of any size. It ends, or throws, when the peer has disconnected. */
  readonly read: AsyncIterable<string | Uint8Array>;
  /**
   * Writes one line, which includes its line feed. Resolves when the next line can be written. Throws or rejects if the
   * peer has disconnected.
   */
  write(line: string): void | Promise<void>;
  /** Releases the resources of the channel. Called once, when the channel has ended. */
  close?(): void | Promise<void>;
}

/** The part of a readable Node stream that `nodeChannel` uses, such as `process.stdin`, `child.stdout` or a socket. */
export interface NodeInput extends AsyncIterable<unknown> {
  destroy?(): unknown;
}

/** The part of a writable Node stream that `nodeChannel` uses, such as `process.stdout`, `child.stdin` or a socket. */
export interface NodeOutput {
  write(text: string, done: (error?: Error | null) => void): boolean;
  on(event: 'error', listener: (error: Error) => void): unknown;
  on(event: 'close', listener: () => void): unknown;
  end?(done: () => void): unknown;
  destroy?(): unknown;
  readonly fd?: unknown;
}

const isChunk = (chunk: unknown): chunk is string | Uint8Array =>
  typeof chunk === 'string' || chunk instanceof Uint8Array;

async function* chunksOf(input: AsyncIterable<unknown>): AsyncGenerator<string | Uint8Array> {
  for await (const chunk of input) {
    if (!isChunk(chunk))
      throw new TypeError('The stream yields neither strings nor bytes. Use a stream without `objectMode`.');
    yield chunk;
  }
}

/**
 * Creates a channel over Node streams: one duplex, or an input and an output. Closing the channel ends the output,
 * except for the standard output and standard error of this process. If the peer does not read the rest within 1 s, the
 * output is destroyed. Then the input is destroyed.
 *
 * @example
 * nodeChannel(socket);
 * nodeChannel(child.stdout, child.stdin);
 * nodeChannel(process.stdin, process.stdout);
 */
export function nodeChannel(duplex: NodeInput & NodeOutput): RpcChannel;
export function nodeChannel(input: NodeInput, output: NodeOutput): RpcChannel;
export function nodeChannel(input: NodeInput & Partial<NodeOutput>, separate?: NodeOutput): RpcChannel {
  const output = separate ?? (input as NodeOutput);
  const waiting = new Set<(error: Error) => void>();
  let gone: Error | undefined;
  const lose = (error: Error) => {
    gone ??= error;
    for (const fail of waiting) fail(gone);
  };
  // Without a listener, a broken pipe would end this process.
  output.on('error', lose);
  // Some streams do not call back for writes in flight when they close.
  output.on('close', () => lose(new Error('The stream was closed.')));
  const flushed = (start: (done: (error?: Error | null) => void) => unknown) =>
    new Promise<void>((resolve, reject) => {
      if (gone) return reject(gone);
      waiting.add(reject);
      return start((error) => {
        waiting.delete(reject);
        if (error) reject(error);
        else resolve();
      });
    });
  return {
    read: chunksOf(input),
    write: (line) => flushed((done) => output.write(line, done)),
    async close() {
      const isStandard = output.fd === 1 || output.fd === 2;
      if (!isStandard && output.end) {
        let isEnded = false;
        const ending = flushed((done) => output.end?.(done)).then(() => (isEnded = true));
        await waitBriefly(ending.catch(() => {}));
        // An output that the peer does not read would keep this process alive.
        if (!isEnded) output.destroy?.();
      }
      input.destroy?.();
    },
  };
}

/** A pair of Web streams, such as those of WebTransport, Deno's connections, or two `TransformStream`s. */
export interface WebStreams {
  readonly readable: ReadableStream<string | Uint8Array>;
  readonly writable: WritableStream<Uint8Array>;
}

/**
 * Creates a channel over Web streams. Closing the channel cancels `readable` and closes `writable`. If the peer does not
 * read the rest within 1 s, `writable` is aborted.
 */
export function webChannel({ readable, writable }: WebStreams): RpcChannel {
  const reader = readable.getReader();
  const writer = writable.getWriter();
  const encoder = new TextEncoder();
  // Some engines do not implement async iteration of a `ReadableStream`.
  async function* read(): AsyncGenerator<string | Uint8Array> {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  }
  return {
    read: read(),
    write: (line) => writer.write(encoder.encode(line)),
    async close() {
      await waitBriefly(Promise.allSettled([reader.cancel(), writer.close()]));
      // This has no effect on a closed stream.
      writer.abort(new Error('The channel was closed before the peer had read everything.')).catch(() => {});
    },
  };
}

/** Maximum time that each step of a close waits for the peer, in milliseconds. */
const MAX_WAIT_MS = 1_000;

/** Settles with `promise`, or resolves after `MAX_WAIT_MS`. */
export async function waitBriefly(promise: Promise<unknown>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, MAX_WAIT_MS)));
  try {
    await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
