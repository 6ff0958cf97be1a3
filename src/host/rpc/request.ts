import { readAllow } from '../../core/flow/allow.js';
import type { ParseResult } from '../../core/question/issues.js';
import { parseRequest } from '../../core/question/parse-request.js';
import { readConstraints } from '../../core/question/schema.js';
import type { AskUserRequest, PreviewFormat } from '../../core/question/types.js';
import { DEFAULT_FIELDS, sourcesOf } from '../../dialects/lib/fields.js';
import { writeRequest } from '../../dialects/lib/write-request.js';
import type { NewRequest, RequestInstance } from '../store/types.js';
import type { Incoming } from './connection.js';
import type { RpcRequest } from './messages.js';

/** A response has no field for a discussion, so none is offered. */
export const CAPABILITIES = { discuss: false } as const;

export function toRpcRequest({ request, conversationId, ...asked }: NewRequest | RequestInstance): RpcRequest {
  const { requestId, metadata, asker, previewFormat } = request;
  const written = writeRequest(request, DEFAULT_FIELDS, {
    extra: ({ constraints }) => (constraints ? { constraints } : {}),
  });
  const { questions } = (written.ok ? written.value : {}) as Pick<RpcRequest, 'questions'>;
  return {
    type: 'ask_user_request',
    requestId,
    ...('instanceId' in asked && { instanceId: asked.instanceId }),
    questions,
    ...(metadata !== undefined && { metadata }),
    ...(conversationId !== '' && { conversationId }),
    ...(asker !== undefined && { asker }),
    ...(previewFormat !== undefined && { previewFormat }),
    ...(asked.allow && { allow: readAllow(asked.allow, CAPABILITIES) }),
  };
}

const FORMATS: readonly unknown[] = ['text', 'markdown', 'html'] satisfies readonly PreviewFormat[];
const isFormat = (value: unknown): value is PreviewFormat => FORMATS.includes(value);

/** Returns the ids that the peer sent, if they are unique and complete. */
function idsOf(sent: readonly Incoming[]): readonly string[] | undefined {
  const ids = sent.map(({ id }) => id).filter((id) => typeof id === 'string');
  return ids.length === sent.length && new Set(ids).size === ids.length ? ids : undefined;
}

/** Keeps the ids, also empty ones, and the constraints, because a host sends the request. */
export function fromRpcRequest(requestId: string, message: Incoming): ParseResult<AskUserRequest> {
  const { questions, metadata, asker, previewFormat } = message;
  const parsed = parseRequest(
    { questions, metadata },
    {
      requestId,
      asker: typeof asker === 'string' ? asker : undefined,
      previewFormat: isFormat(previewFormat) ? previewFormat : undefined,
    },
  );
  if (!parsed.ok) return parsed;
  const { raw: _raw, ...request } = parsed.value;
  const { fieldsOf } = sourcesOf({ questions }, DEFAULT_FIELDS);
  const sent = request.questions.map((_, i) => fieldsOf(i));
  const ids = idsOf(sent);
  const asked = request.questions.map((question, i) => ({ ...question, id: ids?.[i] ?? question.id }));
  const constrained = readConstraints({ ...request, questions: asked }, sent);
  return constrained.ok ? { ...constrained, warnings: parsed.warnings } : constrained;
}
