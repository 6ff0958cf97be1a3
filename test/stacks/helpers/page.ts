/**
 * Runs a page of a stack in a real browser: builds `test/stacks…/pages/<name>/main.tsx`, serves it with the test's
 * agent, and uses it by keyboard.
 *
 *     let site: Site;
 *     beforeAll(async () => (site = await servePage(new URL('./pages/<name>/main.tsx', import.meta.url), agent)));
 *     afterEach(() => site.closePages()); // and fails if a page wrote to its console
 *     afterAll(() => site?.close());
 *
 *     it('…', async () => {
 *       const { page, say, tabTo, press } = await site.open();
 *       await say('Set up a service');
 *       await tabTo(page.getByRole('radio', { name: 'Postgres' }));
 *       await press('Space');
 *     });
 *
 * - `main.tsx` renders into `#root`, imports `react-ask-user/styles.css`, and has a `<main>`. It imports like a user's app.
 *   `say` types in a text box named "Message" and presses Enter.
 * - `agent` receives every request below `/api/` as a `Request` and returns a `Response`, which is streamed. Its `signal`
 *   is aborted if the page closes. It runs in the test, so a test can replace it. An error that it throws fails the test.
 * - `open(path)` creates a browser context, which represents another user. `page.reload()` keeps its storage.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { chromium, type BrowserContext, type Locator } from 'playwright';
import { build, type Rolldown } from 'vite';
import { expect } from 'vitest';
import { createTestServer } from '../../helpers/http-server.js';
import { fromSources } from '../../../scripts/lib/from-sources.mjs';
import { launchOptions } from '../../chromium.js';

export { expectAccessible, expectFocus } from '../../e2e/helpers/chat-page.js';

/** Handler of a page's requests below `/api/`. */
export type Agent = (request: Request) => Response | Promise<Response>;
export type Site = Awaited<ReturnType<typeof servePage>>;
export type OpenPage = Awaited<ReturnType<Site['open']>>;

/** More Tab presses than a page has tab stops. */
const MAX_TABS = 60;
const HTML = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Chat</title><link rel="icon" href="data:,">
<meta name="viewport" content="width=device-width"><link rel="stylesheet" href="/page.css"><div id="root"></div>
<script type="module" src="/page.js"></script></html>`;

/** Builds the page and serves it on a separate port. */
export async function servePage(main: URL, agent: Agent = () => new Response(null, { status: 404 })) {
  const launching = chromium.launch(launchOptions);
  const files = await buildPage(fileURLToPath(main)).catch(async (error: unknown) => {
    await (await launching).close();
    throw error;
  });
  const browser = await launching;
  const failures: string[] = [];
  const contexts = new Set<BrowserContext>();

  const server = createTestServer((incoming, outgoing) => {
    const { pathname } = new URL(incoming.url ?? '/', 'http://page');
    const file = files.get(pathname);
    if (pathname.startsWith('/api/')) {
      ask(agent, incoming, outgoing).catch((error: unknown) => {
        // The page has closed. A connection may end this way.
        if (outgoing.destroyed) return;
        failures.push(`${pathname}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
        if (!outgoing.headersSent) outgoing.writeHead(500);
        outgoing.end();
      });
    } else if (file) outgoing.writeHead(200, { 'content-type': file.type }).end(file.content);
    else outgoing.writeHead(200, { 'content-type': 'text/html' }).end(HTML);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function closePages(): Promise<void> {
    await Promise.all([...contexts].map((context) => context.close()));
    contexts.clear();
    expect(failures.splice(0), 'what pages and their agent complained of').toEqual([]);
  }

  return {
    url,
    /** Console lines of all pages, uncaught errors, and errors of the agent. A test that expects one removes it. */
    failures,
    /** Opens the page as a keyboard user. */
    async open(path = '/') {
      const context = await browser.newContext({ viewport: { width: 900, height: 800 }, reducedMotion: 'reduce' });
      contexts.add(context);
      context.setDefaultTimeout(50_000);
      const page = await context.newPage();
      page.on('console', (message) => failures.push(`${message.type()}: ${message.text()}`));
      page.on('pageerror', (error) => failures.push(error.stack ?? error.message));
      await page.goto(url + path);
      const composer = page.getByRole('textbox', { name: 'Message' });

      async function tabTo(target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
        await target.waitFor();
        for (let n = 0; n < MAX_TABS; n++) {
          if (await target.evaluate((element) => element === document.activeElement)) return;
          await page.keyboard.press(key);
        }
        throw new Error(`${key} does not reach ${String(target)}`);
      }

      return {
        page,
        composer,
        tabTo,
        /** Types a message in the composer and sends it. */
        async say(text: string): Promise<void> {
          await tabTo(composer);
          await page.keyboard.type(text);
          await page.keyboard.press('Enter');
        },
        press: (key: string): Promise<void> => page.keyboard.press(key),
        type: (text: string): Promise<void> => page.keyboard.type(text),
        /** Presses the button with this name by keyboard. */
        async activate(name: string | RegExp): Promise<void> {
          await tabTo(page.getByRole('button', { name, exact: true }));
          await page.keyboard.press('Enter');
        },
        /** Waits until the text is on the page. */
        heard: (text: string | RegExp): Promise<void> => page.getByText(text).last().waitFor(),
        close: (): Promise<void> => context.close(),
      };
    },
    /** Ends a test: closes its pages, and throws if they reported something. */
    closePages,
    async close(): Promise<void> {
      await browser.close();
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

interface File {
  readonly type: string;
  readonly content: string | Uint8Array;
}

/** Builds one script and one stylesheet in production mode, in memory. */
async function buildPage(main: string): Promise<Map<string, File>> {
  const built = (await build({
    configFile: false,
    root: repo('.'),
    publicDir: false,
    logLevel: 'error',
    plugins: [fromSources],
    // The test runner sets NODE_ENV to `test`, with which Vite would include React's development build.
    define: { 'process.env.NODE_ENV': '"production"' },
    oxc: { jsx: { runtime: 'automatic', development: false } },
    resolve: { dedupe: ['react', 'react-dom'] },
    build: {
      write: false,
      minify: false,
      reportCompressedSize: false,
      modulePreload: false,
      chunkSizeWarningLimit: 1e6,
      rolldownOptions: {
        input: main,
        output: { entryFileNames: 'page.js', assetFileNames: 'page[extname]', codeSplitting: false },
      },
    },
  })) as Rolldown.RolldownOutput;
  return new Map(
    built.output.map((file) => [
      `/${file.fileName}`,
      file.type === 'chunk'
        ? { type: 'text/javascript', content: file.code }
        : { type: file.fileName.endsWith('.css') ? 'text/css' : 'application/octet-stream', content: file.source },
    ]),
  );
}

const repo = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

/** Answers one request of the page with the test's agent. */
async function ask(agent: Agent, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const gone = new AbortController();
  outgoing.on('close', () => gone.abort());
  const { method = 'GET', headers, url } = incoming;
  const body = method === 'GET' || method === 'HEAD' ? null : await buffer(incoming);
  const request = new Request(`http://${headers.host}${url}`, {
    method,
    headers: Object.entries(headers).map(([name, value]) => [name, String(value)]),
    body,
    signal: gone.signal,
  });
  const response = await agent(request);
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  if (response.body) await pipeline(response.body, outgoing);
  else outgoing.end();
}
