/** Returns a short text response. */
export const plain = (status: number, text: string, headers: Readonly<Record<string, string>> = {}): Response =>
  new Response(text, { status, headers: { 'content-type': 'text/plain; charset=utf-8', ...headers } });

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]']);

/**
 * Whether a request comes from a page of this server, which browsers send in `Origin`. The check for a loopback name
 * excludes sites whose domain resolves to this machine.
 */
export function isSameOrigin(request: Request): boolean {
  const { host, hostname } = new URL(request.url);
  const origin = request.headers.get('origin');
  return LOOPBACK.has(hostname) && (origin === null || hostOf(origin) === host);
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}

/**
 * Returns the body as text, or `undefined` if it is larger than `limit` bytes. The rest of a larger body is read and
 * dropped, because an interrupted sender would never receive the response.
 */
export async function readBounded(request: Request, limit: number): Promise<string | undefined> {
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    text = size > limit ? '' : text + decoder.decode(chunk, { stream: true });
  }
  return size > limit ? undefined : text + decoder.decode();
}

type JsonBody = { ok: true; value: unknown } | { ok: false; response: Response };

/** Reads the JSON body of a POST request from this server's page, or returns the response that refuses it. */
export async function readJsonBody(request: Request, limit: number): Promise<JsonBody> {
  const refuse = (response: Response): JsonBody => ({ ok: false, response });
  if (request.method !== 'POST') return refuse(plain(405, 'Send a POST request.', { allow: 'POST' }));
  if (!isSameOrigin(request)) return refuse(plain(403, 'This chat can only be used from its own page.'));
  if (!/^application\/json\b/.test(request.headers.get('content-type') ?? '')) return refuse(plain(415, 'Send JSON.'));
  const body = await readBounded(request, limit);
  if (body === undefined) return refuse(plain(413, `A request may have up to ${limit} bytes.`));
  try {
    return { ok: true, value: JSON.parse(body) };
  } catch {
    return { ok: true, value: undefined };
  }
}
