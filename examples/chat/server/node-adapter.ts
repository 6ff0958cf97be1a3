import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as NodeStream } from 'node:stream/web';

type Handler = (request: Request) => Promise<Response>;

/**
 * Runs a Web-standard handler under `node:http`. When the browser goes away, the request's signal aborts and the body of the
 * answer is cancelled, so that a stream of events ends with its reader.
 */
export function toNodeListener(handler: Handler) {
  return async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const gone = new AbortController();
    outgoing.once('close', () => gone.abort());
    try {
      const { status, headers, body } = await handler(toRequest(incoming, gone.signal));
      outgoing.writeHead(status, Object.fromEntries(headers));
      // One type with two names: the browser's, and Node's.
      if (body) await pipeline(Readable.fromWeb(body as NodeStream), outgoing);
      else outgoing.end();
    } catch {
      // The browser hung up, or the answer broke off half-way: there is nobody left to tell.
      outgoing.destroy();
    }
  };
}

function toRequest(incoming: IncomingMessage, signal: AbortSignal): Request {
  const { method = 'GET', headers } = incoming;
  const list = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, String(value)]],
  );
  const url = new URL(incoming.url ?? '/', `http://${headers.host ?? 'localhost'}`);
  if (method === 'GET' || method === 'HEAD') return new Request(url, { method, headers: list, signal });
  // `duplex` is required with a streamed body, and missing in the DOM's types.
  const init = { method, headers: list, signal, body: bodyOf(incoming), duplex: 'half' };
  return new Request(url, init);
}

function bodyOf(incoming: IncomingMessage): ReadableStream<Uint8Array> {
  const chunks: AsyncIterator<Buffer> = incoming[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
  });
}
