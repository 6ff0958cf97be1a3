// A minimal host of the built package: an agent's tool, a broker, its handler, and a page. It prints its URL. `POST
// /agent` calls the tool and responds when the agent resumes.
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { build } from 'esbuild';
import { askUserQuestion } from 'react-ask-user/dialects';
import { createAskUserBroker, createAskUserHandler, createAskUserTool } from 'react-ask-user/server';
import { toNodeListener } from 'react-ask-user/node';

const broker = createAskUserBroker();
const tool = createAskUserTool({ spec: askUserQuestion.tool, transport: broker });
const handler = createAskUserHandler(broker, {
  basePath: '/ask-user',
  authorize: ({ headers }) => ({
    conversations: [headers.get('x-conversation') ?? ''],
    user: headers.get('x-user') ?? '',
  }),
});

const { outputFiles } = await build({
  absWorkingDir: import.meta.dirname,
  entryPoints: ['page.tsx'],
  bundle: true,
  write: false,
  outdir: 'out',
  jsx: 'automatic',
  logLevel: 'error',
  // Use the built package, not its sources.
  tsconfigRaw: {},
  define: { 'process.env.NODE_ENV': '"production"' },
});
const file = (ending) => outputFiles.find(({ path }) => path.endsWith(ending)).text;
const FILES = {
  '/': [
    'text/html',
    '<!doctype html><html lang="en"><title>Agent</title><link rel="stylesheet" href="/page.css"><main id="root"></main><script src="/page.js"></script></html>',
  ],
  '/page.js': ['text/javascript', file('.js')],
  '/page.css': ['text/css', file('.css')],
  '/favicon.ico': ['image/x-icon', ''],
};

/** Calls the agent's tool once. Aborts the call if the caller disconnects. */
async function call(request, response) {
  const { input, ...context } = JSON.parse(await text(request));
  const run = new AbortController();
  response.once('close', () => run.abort());
  const body = await tool.execute(input, { ...context, signal: run.signal }).then(
    ({ content, data }) => ({ data, text: content[0].text }),
    ({ code, message }) => ({ error: { code, message } }),
  );
  response.end(JSON.stringify(body));
}

const listener = toNodeListener(handler);
const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
  const [path] = request.url.split('?');
  if (path === '/agent') return void call(request, response);
  if (path === '/tool') {
    const { name, description, inputSchema } = tool;
    return void response.end(JSON.stringify({ name, description, inputSchema }));
  }
  const [type, body] = FILES[path] ?? [];
  if (type === undefined) return listener(request, response);
  return void response.setHeader('content-type', `${type}; charset=utf-8`).end(body);
});
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`));
