import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';

type Handler = (request: Request) => Promise<Response>;

/** Runs a Web-standard handler under `node:http`. The request's signal aborts when the browser goes away. */
export function toNodeListener(handler: Handler) {
  return async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const gone = new AbortController();
    outgoing.once('close', () => gone.abort());
    try {
      const response = await handler(toRequest(incoming, gone.signal));
      outgoing.writeHead(response.status, Object.fromEntries(response.headers));
      for await (const chunk of response.body ?? []) {
        if (!outgoing.write(chunk)) await once(outgoing, 'drain', { signal: gone.signal });
      }
      outgoing.end();
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
