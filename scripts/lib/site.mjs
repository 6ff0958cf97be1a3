import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';

const TYPES = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.md': 'text/markdown; charset=utf-8',
  '.mjs': 'text/javascript',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
};

/** Returns the file for a path of the site, or `undefined`. */
export function fileOf(dir, base, path) {
  const inside = normalize(decodeURIComponent(path));
  if (!inside.startsWith(base)) return undefined;
  const file = join(dir, inside.slice(base.length));
  const found = existsSync(file) && statSync(file).isDirectory() ? join(file, 'index.html') : file;
  return existsSync(found) ? found : undefined;
}

/**
 * Serves a built site under its base path, as a static host does.
 *
 * @param {string} dir
 * @param {string} base with a slash at both ends
 * @param {number} [port] a free one by default
 * @returns {Promise<{ url: string, close(): Promise<void> }>}
 */
export async function serveSite(dir, base, port = 0) {
  const server = createServer((request, response) => {
    const file = fileOf(dir, base, new URL(request.url ?? '/', 'http://localhost').pathname);
    const shown = file ?? join(dir, '404.html');
    response.writeHead(file ? 200 : 404, { 'content-type': TYPES[extname(shown)] ?? 'application/octet-stream' });
    response.end(readFileSync(shown));
  });
  await new Promise((listening, failed) => server.once('error', failed).listen(port, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${server.address().port}${base}`,
    close: () =>
      new Promise((closed) => {
        server.close(closed);
        server.closeAllConnections();
      }),
  };
}
