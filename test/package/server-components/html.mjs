// Run by plain Node: reads the output of flight.mjs, loads the client's files, and prints the page as HTML.
import { createReadStream } from 'node:fs';
import { createElement, use } from 'react';
import { renderToPipeableStream } from 'react-dom/server';
import { createFromNodeStream } from 'react-server-dom-webpack/client';

const loading = new Map();
/** Returns the same promise for the same file, because React marks it when it settles. */
globalThis.__webpack_require__ = (id) => {
  if (!loading.has(id)) loading.set(id, import(id));
  return loading.get(id);
};
globalThis.__webpack_chunk_load__ = () => Promise.resolve();

const exported = (id) => new Proxy({}, { get: (_, name) => ({ id, name, chunks: [], async: true }) });
const moduleMap = new Proxy({}, { get: (_, id) => exported(id) });
const page = createFromNodeStream(createReadStream(process.argv[2]), { moduleMap, moduleLoading: null });

function App() {
  return use(page);
}

const { pipe } = renderToPipeableStream(createElement(App), {
  onAllReady: () => pipe(process.stdout),
  onError(error) {
    console.error(error);
    process.exitCode = 1;
  },
});
