import { isRecord } from '../core/guards.js';
import { fromJson } from '../core/question/scan.js';
import type { AskUserRequest } from '../core/question/types.js';
import { reading } from './shared/envelope.js';
import { textOf } from './shared/read-answer.js';
import { writeShape, type Fields, type Shape } from './shared/shape.js';

export const SHAPE: Shape = {
  list: 'questions',
  question: { question: 'question', header: 'header', options: 'options', multiSelect: 'multiSelect' },
  option: { label: 'label', description: 'description', preview: 'preview' },
};

/** A call of the tool, taken out of what a host gets of it. */
interface Call {
  readonly input: unknown;
  /** What the request is called: its `request_id`, else the id of the tool call. */
  readonly id: string | undefined;
}

/** The call in a control request `can_use_tool`, a hook's input or a `tool_use` block; `undefined` for any other input. */
export const callOf = (raw: unknown): Call | undefined =>
  reading(() => {
    const source = fromJson(raw);
    if (!isRecord(source)) return undefined;
    const call = isRecord(source['request']) ? source['request'] : source;
    if ((call['tool_name'] ?? call['name']) !== 'AskUserQuestion') return undefined;
    const id = source['request_id'] ?? call['tool_use_id'] ?? call['id'];
    return { input: call['input'] ?? call['tool_input'], id: textOf(id) };
  }, undefined);

/** What only a user, or the dialog itself, may say. */
const SUPPLIED = ['answers', 'annotations', 'response', 'followUp', 'afkTimeoutMs'];

/** The tool's input as it was sent, without what the model must not say; written anew where it was sent otherwise. */
export function echoOf(request: AskUserRequest): Fields {
  const call = callOf(request.raw);
  const sent = reading(() => {
    const source = fromJson(call ? call.input : request.raw);
    if (!isRecord(source) || !Array.isArray(source['questions'])) return undefined;
    return Object.fromEntries(Object.entries(source).filter(([name]) => !SUPPLIED.includes(name)));
  }, undefined);
  if (sent) return sent;
  const written = writeShape(request, SHAPE);
  return written.ok ? written.value : {};
}
