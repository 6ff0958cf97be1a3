// Run by Node with React's `react-server` build: prints the page in the format that the server sends to the client.
import { createElement } from 'react';
import { renderToPipeableStream } from 'react-server-dom-webpack/server';
import { Page } from './page.mjs';

const clientFiles = new Proxy(
  {},
  { get: (_, id) => ({ id: id.split('#')[0], name: id.split('#')[1], chunks: [], async: true }) },
);

renderToPipeableStream(createElement(Page), clientFiles, {
  onError(error) {
    console.error(error);
    process.exitCode = 1;
  },
}).pipe(process.stdout);
