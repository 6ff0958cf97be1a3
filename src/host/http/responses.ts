import type { WireRefusal } from '../wire.js';

const COMMON = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };

export const jsonText = (text: string, status = 200, headers: Readonly<Record<string, string>> = {}): Response =>
  new Response(text, {
    status,
    headers: { ...COMMON, 'content-type': 'application/json; charset=utf-8', ...headers },
  });

export const json = (body: object, status?: number, headers?: Readonly<Record<string, string>>): Response =>
  jsonText(JSON.stringify(body), status, headers);

/**
 * `no-transform` asks proxies not to compress the stream, which would delay events. `x-accel-buffering` keeps nginx
 * from buffering it.
 */
export const eventStream = (body: ReadableStream<Uint8Array>): Response =>
  new Response(body, {
    headers: {
      ...COMMON,
      'cache-control': 'no-store, no-transform',
      'content-type': 'text/event-stream; charset=utf-8',
      'x-accel-buffering': 'no',
    },
  });

const STATUS: Readonly<Record<WireRefusal['code'], number>> = {
  invalid: 400,
  unauthorized: 401,
  forbidden: 403,
  unknown: 404,
  method: 405,
  already_resolved: 409,
  orphaned: 409,
  not_offered: 409,
  too_large: 413,
  not_json: 415,
  misdirected: 421,
  unavailable: 503,
};

export const refuse = (
  code: WireRefusal['code'],
  message: string,
  { issues, headers }: { issues?: WireRefusal['issues']; headers?: Readonly<Record<string, string>> } = {},
): Response => {
  const refusal: WireRefusal = { ok: false, code, message, ...(issues && { issues }) };
  return json(refusal, STATUS[code], headers);
};

export const invalid = (...issues: NonNullable<WireRefusal['issues']>): Response =>
  refuse(
    'invalid',
    'The request is invalid, so nothing has changed. Correct it as `issues` describe, and send it again.',
    { issues },
  );

/**
 * The same response for an unknown path, an absent request or instance, and a request that the client may not see, so
 * that it does not reveal ids.
 */
export const notFound = (): Response =>
  refuse('unknown', 'There is no such request for this client. It may have been evicted.');
