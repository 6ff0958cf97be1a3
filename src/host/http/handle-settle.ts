import type { Reply } from '../../core/answer/types.js';
import type { Issue } from '../../core/question/issues.js';
import { anything, bool, fields, optional, text } from '../../core/schema.js';
import type { AskUserBroker, SettleOptions, SettleResult } from '../broker/types.js';
import { KEY_HEADER } from '../wire.js';
import { readBody } from './body.js';
import { invalid, json, notFound, refuse } from './responses.js';

/** Maximum length of a reason, in UTF-16 units. */
const REASON = 2_000;
/** Maximum length of an idempotency key, in UTF-16 units. */
const KEY = 255;

interface Body {
  readonly reason?: string | undefined;
  readonly discuss?: boolean | undefined;
  readonly about?: string | undefined;
  /** The broker reads them. */
  readonly replies?: NonNullable<unknown> | undefined;
  readonly instanceId?: string | undefined;
}

const BODY = fields<Body>({
  reason: optional(text(REASON)),
  discuss: optional(bool),
  about: optional(text()),
  replies: optional(anything),
  instanceId: optional(text()),
});

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
  const issues: Issue[] = [];
  const { reason, replies, discuss, about, instanceId: named } = BODY.read(body, '', issues) ?? {};
  if (issues.length > 0) return invalid(...issues);

  const stored = await broker.get(requestId);
  if (!stored || !mayEnd(stored.conversationId)) return notFound();
  const { instanceId } = stored;
  if (named !== undefined && named !== instanceId) return notFound();
  // Settle only this instance: another one may belong to another conversation.
  const options: SettleOptions = { by, idempotencyKey: key, instanceId };
  if (to === 'answer') return toResponse(await broker.answer(requestId, replies as readonly Reply[], options));
  const why = { ...options, reason };
  if (to === 'cancel') return toResponse(await broker.cancel(requestId, why));
  const wanted = discuss === true && { discuss, about, replies: replies as readonly Reply[] };
  return toResponse(await broker.decline(requestId, { ...why, ...wanted }));
}
