import { isRecord } from '../../../core/guards.js';
import type { AskUserRequest } from '../../../core/question/types.js';
import { type Unwrap, unwrapEnvelope, tryRead } from '../../wire/envelope.js';
import type { Fields } from '../../wire/fields.js';
import { textOf } from '../../wire/read-answer.js';
import { PREVIEWED, type Shape } from '../../wire/shape.js';
import { hasValues, writeRequest } from '../../wire/write-request.js';

export const SHAPE: Shape = { ...PREVIEWED, metadata: 'source' };

/**
 * Unwraps a tool call: a control request `can_use_tool`, the input of a hook, a `tool_use` block, or
 * `deferred_tool_use`.
 */
export const call: Unwrap = (source) => {
  if (!isRecord(source)) return undefined;
  const { request } = source;
  const inner = isRecord(request) ? request : source;
  if ((inner['tool_name'] ?? inner['name']) !== 'AskUserQuestion') return undefined;
  const field = inner['input'] == null ? 'tool_input' : 'input';
  return {
    input: inner[field],
    path: inner === request ? `request.${field}` : field,
    requestId: textOf(source['request_id'] ?? inner['tool_use_id'] ?? inner['id']),
  };
};

/** Fields that only the user or the dialog may set. */
const SUPPLIED = ['answers', 'annotations', 'response', 'followUp', 'afkTimeoutMs'];

/**
 * Returns the input as sent, without the fields in `SUPPLIED`. If the input has no array `questions`, or has values that
 * are not for the agent, the request is formatted instead.
 */
export function echoOf(request: AskUserRequest): Fields {
  const sent = tryRead(() => {
    const source = unwrapEnvelope(request.raw, call).input;
    if (!isRecord(source) || !Array.isArray(source['questions']) || request.questions.some(hasValues)) return undefined;
    return Object.fromEntries(Object.entries(source).filter(([name]) => !SUPPLIED.includes(name)));
  }, undefined);
  if (sent) return sent;
  const written = writeRequest(request, SHAPE);
  return written.ok ? written.value : {};
}
