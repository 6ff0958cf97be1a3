/** A short text answer. */
export const plain = (status: number, text: string, headers: Readonly<Record<string, string>> = {}): Response =>
  new Response(text, { status, headers: { 'content-type': 'text/plain; charset=utf-8', ...headers } });

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]']);

/**
 * Whether a request comes from the page this server serves. A browser names the page in `Origin`; asking for a loopback
 * name as well keeps out other sites that make their own name point here.
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
 * The body as text, or `undefined` if it is larger than `limit` bytes. The rest of a body that is too large is read and
 * forgotten: a sender that is cut off would never see the answer.
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

/** What a page of this server posts as JSON; otherwise the answer that says why it was refused. */
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
