import { createConnection, createServer, type Socket } from 'node:net';
import { once } from 'node:events';

/**
 * A proxy that can cut a connection right after the server's next response: the server has executed the call, and the
 * client never receives the response.
 */
export interface Proxy {
  readonly path: string;
  /** Number of connections that were cut. */
  readonly cuts: number;
  /** Cuts the connection before the response to the next call, or to a later one after `passed` responses. */
  cutNext(passed?: number): void;
  close(): void;
}

export async function createProxy(path: string, target: string): Promise<Proxy> {
  const sockets = new Set<Socket>();
  /** Number of responses to pass on before the next cut. */
  let left = Infinity;
  let cuts = 0;
  const server = createServer((client) => {
    const upstream = createConnection(target);
    const end = () => {
      client.destroy();
      upstream.destroy();
    };
    for (const socket of [client, upstream]) sockets.add(socket.on('error', end).on('close', end));
    client.pipe(upstream);
    upstream.on('data', (data) => {
      if (left-- > 0) return void client.write(data);
      left = Infinity;
      cuts += 1;
      end();
    });
  });
  server.listen(path);
  await once(server, 'listening');
  return {
    path,
    get cuts() {
      return cuts;
    },
    cutNext(passed = 0) {
      left = passed;
    },
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
