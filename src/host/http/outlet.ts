import type { WireMessages } from '../wire.js';

const encoder = new TextEncoder();

/** What keeps a silent connection open, and shows both sides that it is. */
export const HEARTBEAT = encoder.encode(':\n\n');

/** One server-sent event, of data in JSON, which has no line breaks of its own. */
export const message = (name: keyof WireMessages, id: string, data: string): Uint8Array =>
  encoder.encode(`id: ${id}\nevent: ${name}\ndata: ${data}\n\n`);

/** Where a stream's bytes are put for a client to read them in its own time. */
export interface Outlet {
  readonly stream: ReadableStream<Uint8Array>;
  /** Puts them; `false` where so much waits already that this client had better come back. */
  send(bytes: Uint8Array): boolean;
  /** No more comes. */
  end(): void;
}

/** @param limit what may wait, in bytes; the last message may go beyond it, so that one of any size gets through */
export function createOutlet(limit: number, onGone: () => void): Outlet {
  let sink: ReadableStreamDefaultController<Uint8Array> | undefined;
  const stream = new ReadableStream<Uint8Array>(
    {
      start: (controller) => void (sink = controller),
      cancel() {
        sink = undefined;
        onGone();
      },
    },
    new ByteLengthQueuingStrategy({ highWaterMark: limit }),
  );
  return {
    stream,
    send(bytes) {
      if (!sink || (sink.desiredSize ?? 0) <= 0) return false;
      sink.enqueue(bytes);
      return true;
    },
    end() {
      sink?.close();
      sink = undefined;
    },
  };
}
