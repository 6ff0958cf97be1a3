import type { Reply } from '../../core/answer/types.js';
import type { AskUserBroker, SettleOptions, SettleResult } from '../broker/types.js';
import { KEY_HEADER } from '../wire.js';
import { readBody } from './body.js';
import { invalid, json, notFound, refuse } from './responses.js';

/** Maximum length of a reason, in UTF-16 units. */
const REASON = 2_000;
/** Maximum length of an idempotency key, in UTF-16 units. */
const KEY = 255;

export interface SettleCall {
  readonly to: 'answer' | 'cancel' | 'decline';
  readonly requestId: string;
  readonly mayEnd: (conversationId: string) => boolean;
  readonly by: string | undefined;
  readonly maxBodyBytes: number;
}

const REFUSED = {
  already_resolved: 'The request was settled before. Nothing has changed.',
  orphaned: 'The request is orphaned: no agent waits for the answer. Nothing has changed.',
};

function toResponse(outcome: SettleResult): Response {
  if (outcome.ok) return json({ ok: true });
  if (outcome.code === 'unknown') return notFound();
  if (outcome.code === 'invalid') return invalid(...outcome.issues);
  return refuse(outcome.code, REFUSED[outcome.code]);
}

export async function handleSettle(
  broker: AskUserBroker,
  request: Request,
  { to, requestId, mayEnd, by, maxBodyBytes }: SettleCall,
): Promise<Response> {
  const body = await readBody(request, maxBodyBytes);
  if (body instanceof Response) return body;
  const key = request.headers.get(KEY_HEADER) ?? undefined;
  if (key !== undefined && (key === '' || key.length > KEY))
    return invalid({ code: 'key', path: 'Idempotency-Key', message: `Must have 1 to ${KEY} characters.` });
  const { reason, replies, discuss, instanceId: named } = body;
  if (to !== 'answer' && reason !== undefined && (typeof reason !== 'string' || reason.length > REASON))
    return invalid({ code: 'reason', path: 'reason', message: `Must be a string of at most ${REASON} characters.` });
  // A discussion must not become a decline without its answers.
  if (to === 'decline' && discuss != null && typeof discuss !== 'boolean')
    return invalid({ code: 'type', path: 'discuss', message: 'Must be true or false.' });

  const stored = await broker.get(requestId);
  if (!stored || !mayEnd(stored.conversationId)) return notFound();
  const { instanceId } = stored;
  if (named !== undefined && named !== instanceId) return notFound();
  // Settle only this instance: another one may belong to another conversation.
  const options: SettleOptions = { by, idempotencyKey: key, instanceId };
  if (to === 'answer') return toResponse(await broker.answer(requestId, replies as readonly Reply[], options));
  const why = { ...options, ...(typeof reason === 'string' && { reason }) };
  if (to === 'cancel') return toResponse(await broker.cancel(requestId, why));
  const wanted = discuss === true && { discuss, replies: replies as readonly Reply[] };
  return toResponse(await broker.decline(requestId, { ...why, ...wanted }));
}
