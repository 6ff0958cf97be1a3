import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { plain } from './http.js';

interface PageFile {
  body: Uint8Array<ArrayBuffer>;
  type: string;
}

/** The built page, by URL path. The server reads it once at startup, so no request reaches the file system. */
export type Page = ReadonlyMap<string, PageFile>;

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.map': 'application/json',
};

const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * Reads the files of a built page.
 *
 * @param base - Path below which the page is served. @default '/'
 */
export async function readPage(directory: string, base = '/'): Promise<Page> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const page = new Map<string, PageFile>();
  for (const file of files) {
    const path = base + relative(directory, file).split(sep).join('/');
    const type = TYPES[extname(file)] ?? 'application/octet-stream';
    page.set(path === `${base}index.html` ? base : path, { body: new Uint8Array(await readFile(file)), type });
  }
  return page;
}

/**
 * Serves a file of the page. Built assets have a hash in their name and are cached. The page itself is revalidated each
 * time.
 */
export function servePage(page: Page, request: Request, path: string): Response {
  if (request.method !== 'GET' && request.method !== 'HEAD') return plain(405, 'Not here.', { allow: 'GET, HEAD' });
  const file = page.get(path);
  if (!file && page.has(`${path}/`)) return new Response(null, { status: 308, headers: { location: `${path}/` } });
  if (!file) return plain(404, 'There is nothing here.');
  return new Response(request.method === 'HEAD' ? null : file.body, {
    headers: {
      'content-type': file.type,
      'content-security-policy': CONTENT_SECURITY_POLICY,
      'cache-control': path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    },
  });
}
