import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import type { FrameLocator } from 'playwright';
import { onTestFinished } from 'vitest';
import { createTestServer } from '../../helpers/http-server.js';
import type { AskOptions } from '../pages/mcp-app/main.js';
import { createHome, SERVER } from './ask-user-mcp.js';
import type { Site } from './page.js';

/** The outer frame of a host on the web, as the specification describes it: passes on what is not meant for it. */
const SANDBOX = `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><style>html,body{margin:0;height:100%}iframe{width:100%;height:100%;border:0;display:block}</style>
<script>
const csp = "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; media-src 'self' data:; connect-src 'none'";
const inner = document.createElement('iframe');
inner.title = 'Questions';
inner.setAttribute('sandbox', 'allow-scripts');
addEventListener('message', ({ source, data }) => {
  if (source === inner.contentWindow) return parent.postMessage(data, '*');
  if (source !== parent) return;
  if (data.method !== 'ui/notifications/sandbox-resource-ready') return inner.contentWindow?.postMessage(data, '*');
  inner.srcdoc = data.params.html.replace('<head>', '<head><meta http-equiv="Content-Security-Policy" content="' + csp + '">');
  document.body.append(inner);
});
parent.postMessage({ jsonrpc: '2.0', method: 'ui/notifications/sandbox-proxy-ready', params: {} }, '*');
</script>`;

/** Serves the outer frame at another origin than the host's. */
export async function serveSandbox(): Promise<{ readonly url: string; close(): Promise<void> }> {
  const server = createTestServer((_, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end(SANDBOX),
  );
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

export type ClientName = 'bridge' | 'mcp-ui';

export type Host = Awaited<ReturnType<typeof startHost>>;

/** Starts the server as a program, and a host page that is its client. */
export async function startHost(
  site: Site,
  {
    client,
    sandbox,
    version = '',
    args = [],
    env = {},
  }: { client: ClientName; sandbox: string; version?: string; args?: readonly string[]; env?: Record<string, string> },
) {
  const home = createHome();
  const server = spawn(process.execPath, [SERVER, ...args], {
    cwd: home.folder,
    env: { ...home.env, ...env },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  onTestFinished(async () => {
    server.stdin.end();
    if (server.exitCode === null) await once(server, 'exit');
  });
  const requests: string[] = [];
  const { page } = await site.open('/wait');
  page.on('request', (request) => requests.push(request.url()));
  await page.exposeFunction('toServer', (line: string) => void server.stdin.write(`${line}\n`));
  await page.goto(`${site.url}/?${new URLSearchParams({ client, sandbox, version }).toString()}`);
  await page.waitForFunction('window.fromServer');
  let last: Promise<unknown> = Promise.resolve();
  createInterface(server.stdout).on('line', (line) => {
    last = last.then(() => page.evaluate((text) => window.fromServer(text), line)).catch(() => {});
  });
  await page.waitForFunction('window.host');
  const frameOf = (index: number): FrameLocator => {
    const outer = page.locator('section').nth(index).frameLocator('iframe');
    return client === 'bridge' ? outer : outer.frameLocator('iframe');
  };
  return {
    page,
    home,
    requests,
    /** Calls the tool, shows its page, and returns the frame. */
    async ask(options: AskOptions): Promise<FrameLocator> {
      const index = await page.evaluate(() => window.host.asked.length);
      await page.evaluate((given) => window.host.ask(given), options);
      return frameOf(index);
    },
    frameOf,
    result: (index = 0): Promise<Record<string, unknown>> =>
      page.evaluate((at) => window.host.asked[at]!.result, index) as Promise<Record<string, unknown>>,
    on: <T>(index: number, name: 'abort' | 'call' | 'teardown' | 'show'): Promise<T> =>
      page.evaluate(([at, method]) => window.host.asked[at]![method]() as Promise<never>, [index, name] as const),
    changeContext: (context: Record<string, unknown>, index = 0): Promise<void> =>
      page.evaluate(([change, at]) => window.host.asked[at]!.changeContext(change), [context, index] as const),
    heights: (index = 0): Promise<readonly number[]> => page.evaluate((at) => window.host.asked[at]!.heights, index),
    /** Waits until the page has stored something that contains this text. */
    stored: (text: string) =>
      page.waitForFunction(
        (part) =>
          window.host.sent.some((message) => {
            const line = JSON.stringify(message);
            return line.includes('"action":"draft"') && line.includes(part);
          }),
        text,
      ),
    callTool: (name: string, input: Record<string, unknown>): Promise<Record<string, unknown>> =>
      page.evaluate(([tool, given]) => window.host.callTool(tool, given), [name, input] as const) as Promise<
        Record<string, unknown>
      >,
    listTools: () => page.evaluate(() => window.host.listTools()) as Promise<{ tools: { name: string }[] }>,
  };
}
