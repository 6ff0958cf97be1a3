import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** Maximum size of a body in bytes. */
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

/** The files of the page, by path. They contain no secret, so they need no session. */
const FILES: Readonly<Record<string, readonly [file: string, type: string]>> = {
  '/': ['index.html', 'text/html; charset=utf-8'],
  '/page.js': ['page.js', 'text/javascript; charset=utf-8'],
  '/page.css': ['page.css', 'text/css; charset=utf-8'],
};

export function send(response: ServerResponse, status: number, type: string, body: string | Buffer): void {
  response.writeHead(status, { ...HEADERS, 'content-type': type, connection: 'close' });
  response.end(body);
}

export const sendJson = (response: ServerResponse, status: number, body: unknown): void =>
  send(response, status, 'application/json', JSON.stringify(body));

/** Starts a response of JSON lines, which stays open until the caller ends it or the page closes. */
export function sendLines(response: ServerResponse): void {
  response.writeHead(200, { ...HEADERS, 'content-type': 'application/x-ndjson', connection: 'close' });
  response.flushHeaders();
}

export function sendFile(response: ServerResponse, path: string): boolean {
  if (!Object.hasOwn(FILES, path)) return false;
  const [file, type] = FILES[path]!;
  send(response, 200, type, readFileSync(new URL(`./page/${file}`, import.meta.url)));
  return true;
}

/**
 * Reads a body as JSON. Resolves with `undefined` if it is invalid, and with `'too_large'` if it exceeds the maximum.
 */
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
