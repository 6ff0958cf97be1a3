import { text } from 'node:stream/consumers';
import { createTestServer } from '../../helpers/http-server.js';
import { listen } from '../../../examples/chat/server/listen.js';

export interface SeenRequest {
  path: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: unknown;
}

export interface SseServer {
  url: string;
  seen: readonly SeenRequest[];
  close: () => Promise<void>;
}

/** Starts a loopback server that answers each request with the events that `reply` returns for it. */
export async function startSseServer(reply: (request: SeenRequest) => readonly object[]): Promise<SseServer> {
  const seen: SeenRequest[] = [];
  const server = createTestServer(async (incoming, outgoing) => {
    const request = { path: incoming.url ?? '', headers: incoming.headers, body: JSON.parse(await text(incoming)) };
    seen.push(request);
    outgoing.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const event of reply(request)) {
      const type = 'type' in event && typeof event.type === 'string' ? event.type : 'message';
      outgoing.write(`event: ${type}\ndata: ${JSON.stringify(event)}\n\n`);
    }
    outgoing.end();
  });
  const url = await listen(server, 0);
  return {
    url,
    seen,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
