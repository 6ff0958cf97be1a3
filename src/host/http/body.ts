import { isRecord } from '../../core/guards.js';
import { concat } from './outlet.js';
import { invalid, refuse } from './responses.js';

/** A body comes whole within this time, or not at all. */
const BODY_MS = 30_000;

const tooLarge = (limit: number): Response =>
  refuse('too_large', `Nothing has changed: a body may have ${limit} bytes. Shorten what was written.`);

const unreadable = (message: string): Response => invalid({ code: 'invalid_json', path: '', message });

/** The bytes of a body, or `too_large`, or `broken` where it did not come to its end. */
async function bytesOf(request: Request, limit: number): Promise<Uint8Array | 'too_large' | 'broken'> {
  // Firefox has no `Request.body`, which matters if a page mocks its server.
  const body = request.body ?? (await request.blob()).stream();
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  let isLate = false;
  const giveUp = () => reader.cancel().catch(() => undefined);
  const timer = setTimeout(() => {
    isLate = true;
    void giveUp();
  }, BODY_MS);
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      size += value.byteLength;
      if (size > limit) {
        void giveUp();
        return 'too_large';
      }
      chunks.push(value);
    }
  } catch {
    return 'broken';
  } finally {
    clearTimeout(timer);
  }
  return isLate ? 'broken' : concat(chunks);
}

/**
 * A body's JSON object, or why it is none. Holds no more than the limit, whatever is sent.
 *
 * @param limit in bytes
 */
export async function readBody(request: Request, limit: number): Promise<Readonly<Record<string, unknown>> | Response> {
  const [type = ''] = (request.headers.get('content-type') ?? '').split(';');
  if (type.trim().toLowerCase() !== 'application/json')
    return refuse('not_json', 'Nothing has changed: send JSON, and say so with "Content-Type: application/json".');
  if (Number(request.headers.get('content-length')) > limit) return tooLarge(limit);
  if (request.bodyUsed || request.body?.locked)
    throw new TypeError(
      'createAskUserHandler: the body was read before the handler got it. Mount the handler ahead of anything that parses bodies, or use `toNodeListener` of react-ask-user/node, which passes a parsed body on.',
    );
  const bytes = await bytesOf(request, limit);
  if (bytes === 'too_large') return tooLarge(limit);
  if (bytes === 'broken')
    return unreadable(
      'The body did not arrive. Send it again; where it never does, something ahead of the handler reads it.',
    );
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    if (isRecord(value)) return value;
  } catch {
    // Told below.
  }
  return unreadable('Must be a JSON object in UTF-8.');
}
