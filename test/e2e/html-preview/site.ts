import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { build } from 'esbuild';

const STRICT =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; frame-src 'none'; form-action 'none'; base-uri 'none'; require-trusted-types-for 'script'";

const guide = readFileSync(new URL('../../../docs/troubleshooting.md', import.meta.url), 'utf8');
const [, DOCUMENTED = ''] = /^Content-Security-Policy: (.+)$/m.exec(guide) ?? [];

/** Content security policies of hosts, by the path of their page. */
const POLICIES: Readonly<Record<string, string>> = {
  '/none': '',
  '/strict': `${STRICT}; trusted-types react-ask-user`,
  '/documented': DOCUMENTED,
  '/without-our-policy': `${STRICT}; trusted-types of-the-host`,
};

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

export interface Sites {
  url: string;
  /** Returns the number of page loads. */
  loads: () => number;
  /** URL of the attacker's server, and the paths that were requested there. */
  attacker: string;
  requests: string[];
  close: () => void;
}

/** Serves a host of the built package under several policies, and an attacker's server. */
export async function startSites(): Promise<Sites> {
  const { outputFiles } = await build({
    absWorkingDir: import.meta.dirname,
    entryPoints: ['page.tsx'],
    bundle: true,
    splitting: true,
    format: 'esm',
    write: false,
    outdir: 'out',
    jsx: 'automatic',
    logLevel: 'error',
    // Use the built package, not its sources.
    tsconfigRaw: {},
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  const files = new Map(outputFiles.map(({ path, text }) => [path.replace(/.*[\\/]out/, ''), text]));
  let loads = 0;
  const host = createServer(({ url = '' }, response) => {
    const policy = POLICIES[url];
    const file = files.get(url);
    if (policy !== undefined) {
      loads += 1;
      if (policy) response.setHeader('content-security-policy', policy);
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end(
        '<!doctype html><html lang="en"><title>Host</title><link rel="stylesheet" href="/page.css"><link rel="icon" href="data:,"><main></main><script type="module" src="/page.js"></script></html>',
      );
    } else if (file === undefined) response.writeHead(404).end();
    else response.setHeader('content-type', url.endsWith('.css') ? 'text/css' : 'text/javascript').end(file);
  });
  const requests: string[] = [];
  const other = createServer(({ url = '' }, response) => {
    requests.push(url);
    response.setHeader('access-control-allow-origin', '*').end();
  });
  const [url, attacker] = await Promise.all([listen(host), listen(other)]);
  const close = () => {
    for (const server of [host, other]) {
      server.close();
      server.closeAllConnections();
    }
  };
  return { url, attacker, requests, close, loads: () => loads };
}
