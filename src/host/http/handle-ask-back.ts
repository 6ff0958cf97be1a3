import type { Issue } from '../../core/question/issues.js';
import { fields, optional, text } from '../../core/schema.js';
import type { AskUserBroker } from '../broker/types.js';
import { readBody } from './body.js';
import { invalid, json, notFound, refuse } from './responses.js';

/** Maximum length of a question to the agent before the broker counts its characters, in UTF-16 units. */
const TEXT = 4_000;

interface Body {
  readonly questionId: string;
  readonly text: string;
  readonly key: string;
  readonly instanceId?: string | undefined;
}

const BODY = fields<Body>({
  questionId: text(),
  text: text(TEXT),
  key: text(),
  instanceId: optional(text()),
});

const REFUSED = {
  already_resolved: 'The request was settled before. Nothing has changed.',
  orphaned: 'The request is orphaned: no agent waits for it. Nothing has changed.',
  not_offered: 'Nobody can reply to a question about this now. Nothing has changed.',
};

interface Target {
  readonly requestId: string;
  readonly mayAsk: (conversationId: string) => boolean;
}

/** Responds 202: the reply arrives as an event. */
export async function handleAskBack(
  broker: AskUserBroker,
  request: Request,
  { requestId, mayAsk, by, maxBodyBytes }: Target & { readonly by: string | undefined; readonly maxBodyBytes: number },
): Promise<Response> {
  const body = await readBody(request, maxBodyBytes);
  if (body instanceof Response) return body;
  const issues: Issue[] = [];
  const call = BODY.read(body, '', issues);
  if (!call || issues.length > 0) return invalid(...issues);
  const stored = await broker.get(requestId);
  if (!stored || !mayAsk(stored.conversationId)) return notFound();
  const { instanceId } = stored;
  if (call.instanceId !== undefined && call.instanceId !== instanceId) return notFound();
  const outcome = await broker.askBack(requestId, { ...call, by, instanceId });
  if (outcome.ok) return json(outcome, 202);
  if (outcome.code === 'unknown') return notFound();
  if (outcome.code === 'invalid') return invalid(...outcome.issues);
  return refuse(outcome.code, REFUSED[outcome.code]);
}

export async function handleExchanges(
  broker: AskUserBroker,
  { requestId, mayAsk, questionId }: Target & { readonly questionId: string | null },
): Promise<Response> {
  if (questionId === null)
    return invalid({ code: 'missing', path: 'question', message: 'Must be the id of a question, in the query.' });
  const stored = await broker.get(requestId);
  if (!stored || !mayAsk(stored.conversationId)) return notFound();
  const exchanges = await broker.exchanges(requestId, questionId);
  return json({ instanceId: stored.instanceId, revision: stored.askBack?.revision ?? 0, exchanges });
}
