import { createServer, type RequestListener, type Server } from 'node:http';

/**
 * Creates an HTTP server that never closes an idle connection. By default a server closes it after 5 s. A client that a
 * busy machine delays for that long sends its next request on such a connection, and fails with ECONNRESET.
 */
export const createTestServer = (listener: RequestListener): Server => createServer({ keepAliveTimeout: 0 }, listener);
