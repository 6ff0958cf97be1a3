import { createServer } from 'node:http';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { build } from 'esbuild';

const TYPES = { css: 'text/css', js: 'text/javascript' };
const PAGE =
  '<!doctype html><html lang="en"><link rel="stylesheet" href="/page.css"><body><script type="module" src="/page.js"></script>';

/** Serves the page and sends it orders. The page requests the next order after it has followed the last one. */
export async function servePage() {
  const { outputFiles } = await build({
    entryPoints: [resolve(import.meta.dirname, 'page.tsx')],
    ...{ bundle: true, splitting: true, write: false, format: 'esm', target: 'es2022', jsx: 'automatic' },
    outdir: import.meta.dirname,
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  const files = new Map(outputFiles.map(({ path, contents }) => [path.slice(import.meta.dirname.length), contents]));
  let asking;
  let heard;
  const opened = new Promise((done) => (heard = done));
  const server = createServer(async (request, response) => {
    if (request.url === '/order') {
      const where = await text(request);
      asking = response;
      return heard(where);
    }
    const file = files.get(request.url);
    const type = TYPES[request.url.split('.').at(-1)] ?? 'text/html';
    response.writeHead(file || request.url === '/' ? 200 : 404, { 'content-type': `${type}; charset=utf-8` });
    response.end(file ?? PAGE);
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${server.address().port}/`,
    opened,
    /** Sends an order to the page. Resolves with the element that has the focus afterwards. */
    tell(order) {
      const followed = new Promise((done) => (heard = done));
      asking.end(JSON.stringify(order));
      return followed;
    },
    close: () => server.close().closeAllConnections(),
  };
}
