import { isRecord } from '../../core/guards.js';
import { concat } from './sse-writer.js';
import { invalid, refuse } from './responses.js';

const BODY_MS = 30_000;

const tooLarge = (limit: number): Response =>
  refuse('too_large', `The body exceeds ${limit} bytes, so nothing has changed. Shorten the answer.`);

const unreadable = (message: string): Response => invalid({ code: 'invalid_json', path: '', message });

/** Returns `broken` if the body cannot be read, or has not arrived after `BODY_MS` milliseconds. */
async function bytesOf(request: Request, limit: number): Promise<Uint8Array | 'too_large' | 'broken'> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  let isLate = false;
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  const giveUp = () => reader?.cancel().catch(() => undefined);
  const timer = setTimeout(() => {
    isLate = true;
    void giveUp();
  }, BODY_MS);
  try {
    // `body` is `null` without a body, and missing in some versions of Firefox, in which a page may mock its server.
    reader = (request.body ?? (await request.blob()).stream()).getReader();
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

export async function readBody(request: Request, limit: number): Promise<Readonly<Record<string, unknown>> | Response> {
  const [type = ''] = (request.headers.get('content-type') ?? '').split(';');
  if (type.trim().toLowerCase() !== 'application/json')
    return refuse(
      'not_json',
      'The body is not JSON, so nothing has changed. Send JSON with "Content-Type: application/json".',
    );
  if (Number(request.headers.get('content-length')) > limit) return tooLarge(limit);
  if (request.bodyUsed || request.body?.locked)
    throw new TypeError(
      'createAskUserHandler: the body was read before the handler received it. Mount the handler before any body parser, or use `toNodeListener` of react-ask-user/node, which passes a parsed body on.',
    );
  const bytes = await bytesOf(request, limit);
  if (bytes === 'too_large') return tooLarge(limit);
  if (bytes === 'broken')
    return unreadable(
      'The body did not arrive. Send it again. If it never arrives, something before the handler reads it.',
    );
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    if (isRecord(value)) return value;
  } catch {}
  return unreadable('Must be a JSON object in UTF-8.');
}
