import { withinReason } from './patience.js';

/**
 * Both directions to one peer: a socket, a process' standard streams, a pair of Web streams, or anything of your own that
 * has these two.
 */
export interface RpcChannel {
  /** What the peer writes, cut anywhere. It ends, or throws, where the peer has gone. */
  readonly read: AsyncIterable<string | Uint8Array>;
  /** Writes one whole line. Resolves where there is room for the next; throws or rejects where the peer has gone. */
  write(line: string): void | Promise<void>;
  /** Lets go of what the channel is made of. Called once, when it is done with or broken. */
  close?(): void | Promise<void>;
}

/** What is needed of a Node stream to read from, such as `process.stdin`, `child.stdout` or a socket. */
export interface NodeInput extends AsyncIterable<unknown> {
  destroy?(): unknown;
}

/** What is needed of a Node stream to write to, such as `process.stdout`, `child.stdin` or a socket. */
export interface NodeOutput {
  write(text: string, done: (error?: Error | null) => void): boolean;
  on(event: 'error', listener: (error: Error) => void): unknown;
  on(event: 'close', listener: () => void): unknown;
  end?(done: () => void): unknown;
  readonly fd?: unknown;
}

const isChunk = (chunk: unknown): chunk is string | Uint8Array =>
  typeof chunk === 'string' || chunk instanceof Uint8Array;

async function* chunksOf(input: AsyncIterable<unknown>): AsyncGenerator<string | Uint8Array> {
  for await (const chunk of input) {
    if (!isChunk(chunk))
      throw new TypeError('The stream gives no text and no bytes. Read from one without objectMode.');
    yield chunk;
  }
}

/**
 * A channel over Node streams: one duplex, or what is read from and what is written to. When the channel is closed so are
 * they, but for this process' own standard output.
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
  // Without a listener a broken pipe would end this process.
  output.on('error', lose);
  // Not every stream calls back for what it was writing when it closed.
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
      if (!isStandard && output.end) await withinReason(flushed((done) => output.end?.(done)).catch(() => {}));
      input.destroy?.();
    },
  };
}

/** Two Web streams, as `TransformStream`s, WebTransport and Deno's connections have them. */
export interface WebStreams {
  readonly readable: ReadableStream<string | Uint8Array>;
  readonly writable: WritableStream<Uint8Array>;
}

/** A channel over Web streams. When the channel is closed so are they. */
export function webChannel({ readable, writable }: WebStreams): RpcChannel {
  const reader = readable.getReader();
  const writer = writable.getWriter();
  const encoder = new TextEncoder();
  // Not every engine can iterate over a stream.
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
      await withinReason(Promise.allSettled([reader.cancel(), writer.close()]));
    },
  };
}
