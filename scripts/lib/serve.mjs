import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';

const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.woff2': 'font/woff2',
};

/**
 * Serves a folder on a free port of this machine.
 *
 * @param {string} dir
 * @param {string} [index] response for `/`, instead of the folder's index.html
 * @returns {Promise<{ url: string, close(): Promise<void> }>}
 */
export async function serve(dir, index) {
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://localhost').pathname);
    const file = join(dir, path === '/' ? 'index.html' : path);
    if (path === '/' && index !== undefined) response.setHeader('content-type', TYPES['.html']).end(index);
    else if (existsSync(file)) response.setHeader('content-type', TYPES[extname(file)] ?? '').end(readFileSync(file));
    else response.writeHead(404).end();
  });
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${server.address().port}/`,
    close: () =>
      new Promise((closed) => {
        server.close(closed);
        server.closeAllConnections();
      }),
  };
}
