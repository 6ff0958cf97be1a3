import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** A person's answers are small; this is far above what the dialog's longest can be. */
const MAX_BODY = 10_000_000;

const HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

/** The files of the page, by path. Its address has no secret, so anybody may load it; alone it can show nothing. */
const FILES: Readonly<Record<string, readonly [file: string, type: string]>> = {
  '/': ['index.html', 'text/html; charset=utf-8'],
  '/page.js': ['page.js', 'text/javascript; charset=utf-8'],
  '/page.css': ['page.css', 'text/css; charset=utf-8'],
};

/** Sends a whole response, and lets the connection go. */
export function send(response: ServerResponse, status: number, type: string, body: string | Buffer): void {
  response.writeHead(status, { ...HEADERS, 'content-type': type, connection: 'close' });
  response.end(body);
}

export const sendJson = (response: ServerResponse, status: number, body: unknown): void =>
  send(response, status, 'application/json', JSON.stringify(body));

/** Starts a response that stays open: lines of JSON, as long as the page is there. */
export function sendLines(response: ServerResponse): void {
  response.writeHead(200, { ...HEADERS, 'content-type': 'application/x-ndjson', connection: 'close' });
  response.flushHeaders();
}

/** Sends a file of the page; `false` where the path is none of them. */
export function sendFile(response: ServerResponse, path: string): boolean {
  if (!Object.hasOwn(FILES, path)) return false;
  const [file, type] = FILES[path]!;
  send(response, 200, type, readFileSync(new URL(`./page/${file}`, import.meta.url)));
  return true;
}

/** A request's body as JSON; `undefined` for what is none, `'too_large'` for what is beyond reason. */
export async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY) return 'too_large';
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    return undefined;
  }
}
