import type { WireRefusal } from '../wire.js';

/** Nothing of this is kept by a cache, or taken for something else. */
const COMMON = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };

/** @param text in JSON */
export const jsonText = (text: string, status = 200, headers: Readonly<Record<string, string>> = {}): Response =>
  new Response(text, {
    status,
    headers: { ...COMMON, 'content-type': 'application/json; charset=utf-8', ...headers },
  });

export const json = (body: object, status?: number, headers?: Readonly<Record<string, string>>): Response =>
  jsonText(JSON.stringify(body), status, headers);

/** `no-transform`, so that nothing between here and the client compresses, and for that collects, what has to arrive at once. */
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

/** A body that can't be used, by what is wrong with it. */
export const invalid = (...issues: NonNullable<WireRefusal['issues']>): Response =>
  refuse('invalid', 'Nothing has changed: `issues` say what does not fit. Send it again as it should be.', { issues });

/** The same for what is not there and for what this client may not see, so that nobody can tell which ids exist. */
export const notFound = (): Response =>
  refuse(
    'unknown',
    'There is nothing of this address for this client. It may have ended so long ago that it is forgotten.',
  );
