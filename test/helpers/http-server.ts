import { createServer, type RequestListener, type Server } from 'node:http';

/**
 * An HTTP server that never closes an idle connection. By default it does so after five seconds: a client that a busy machine has held
 * up for that long sends its next request on such a connection, and fails with ECONNRESET.
 */
export const createTestServer = (listener: RequestListener): Server => createServer({ keepAliveTimeout: 0 }, listener);
