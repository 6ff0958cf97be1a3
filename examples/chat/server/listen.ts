import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

const HOST = '127.0.0.1';

/** Number of further ports to try if the first one is in use. */
const ATTEMPTS = 20;

/** Listens on the loopback address, on `port` or the next free one. 0 selects any free port. Resolves to the URL. */
export async function listen(server: Server, port: number): Promise<string> {
  for (let attempt = 0; ; attempt++) {
    try {
      await listenOn(server, port + attempt);
      const { port: taken } = server.address() as AddressInfo;
      return `http://${HOST}:${taken}`;
    } catch (error) {
      const inUse = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
      if (!inUse || attempt === ATTEMPTS) throw error;
    }
  }
}

function listenOn(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, HOST, () => {
      server.off('error', reject);
      resolve();
    });
  });
}
