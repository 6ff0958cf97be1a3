import type { Reply } from '../../core/answer/types.js';
import type { AskUserBroker, EndOptions, Outcome } from '../broker/types.js';
import { KEY_HEADER } from '../wire.js';
import { readBody } from './body.js';
import { invalid, json, notFound, refuse } from './responses.js';

/** Texts of a client's that the host keeps with the ending, in UTF-16 units. */
const REASON = 2_000;
const KEY = 255;

export interface Ending {
  readonly to: 'answer' | 'cancel' | 'decline';
  readonly requestId: string;
  /** Whether this client may see a conversation. */
  readonly mayEnd: (conversationId: string) => boolean;
  /** The client's user. */
  readonly by: string | undefined;
  readonly maxBodyBytes: number;
}

const REFUSED = {
  already_resolved: 'It had ended before: somebody else answered first, or the question was withdrawn.',
  orphaned: 'Nobody waits for the answer: whoever asked has gone.',
};

function toResponse(outcome: Outcome): Response {
  if (outcome.ok) return json({ ok: true });
  if (outcome.code === 'unknown') return notFound();
  if (outcome.code === 'invalid') return invalid(...outcome.issues);
  return refuse(outcome.code, REFUSED[outcome.code]);
}

/** `POST requests/:id/…`. Whatever is refused has changed nothing. */
export async function endRequest(
  broker: AskUserBroker,
  request: Request,
  { to, requestId, mayEnd, by, maxBodyBytes }: Ending,
): Promise<Response> {
  const body = await readBody(request, maxBodyBytes);
  if (body instanceof Response) return body;
  const key = request.headers.get(KEY_HEADER) ?? undefined;
  if (key !== undefined && (key === '' || key.length > KEY))
    return invalid({ code: 'key', path: 'Idempotency-Key', message: `Must have 1 to ${KEY} characters.` });
  const { reason, replies, instanceId: named } = body;
  if (to !== 'answer' && reason !== undefined && (typeof reason !== 'string' || reason.length > REASON))
    return invalid({ code: 'reason', path: 'reason', message: `Must be a text of at most ${REASON} characters.` });

  const stored = await broker.get(requestId);
  if (!stored || !mayEnd(stored.conversationId)) return notFound();
  const { instanceId } = stored;
  if (named !== undefined && named !== instanceId) return notFound();
  // This client may end this instance. Another one may belong to another conversation.
  const options: EndOptions = { by, key, instanceId };
  // What a client sent, as it is: the broker reads and checks it.
  if (to === 'answer') return toResponse(await broker.answer(requestId, replies as readonly Reply[], options));
  const why = { ...options, ...(typeof reason === 'string' && { reason }) };
  if (to === 'cancel') return toResponse(await broker.cancel(requestId, why));
  const discuss = body['discuss'] === true && { discuss: true, replies: replies as readonly Reply[] };
  return toResponse(await broker.decline(requestId, { ...why, ...discuss }));
}
