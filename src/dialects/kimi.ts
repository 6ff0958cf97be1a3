import { isRecord } from '../core/guards.js';
import type { Limits } from '../core/question/limits.js';
import type { AskUserRequest, Question } from '../core/question/types.js';
import { defineDialect } from './define-dialect.js';
import { isDiscussion } from './shared/discuss.js';
import { endingText, NO_ANSWER } from './shared/endings.js';
import { type Open, opened } from './shared/envelope.js';
import { fieldsIn } from './shared/fields.js';
import { saidByKey, sameKeys, textsByKey, withSkipped } from './shared/keyed.js';
import { FOUR_BY_FOUR } from './shared/limits.js';
import { questionFields } from './shared/marks.js';
import { answeredBy, endedOf, textOf } from './shared/read-answer.js';
import { each } from './shared/rules.js';
import type { Shape } from './shared/shape.js';
import { CHOICES } from './shared/shapes.js';
import { writeRequest } from './shared/write-request.js';
import type { AgentDialect } from './types.js';

/** What the model writes. */
const TOOL: Shape = { ...CHOICES, question: { ...CHOICES.question, multiSelect: 'multi_select' } };

/** What a client is sent. */
const WIRE: Shape = { ...TOOL, question: { ...TOOL.question, context: 'body' } };

const LIMITS: Limits = { ...FOUR_BY_FOUR, optionsRequired: true };

const DISMISSED = '{"answers": {}, "note": "User dismissed the question without answering."}';
const UNSUPPORTED =
  'The connected client does not support interactive questions. Do NOT call this tool again. ' +
  'Ask the user directly in your text response instead';

/** What the `kimi` dialect's agent gets: a `QuestionResponse`, for every ending. */
export interface KimiOutput {
  /** The `id` of the `QuestionRequest`. */
  readonly request_id: string;
  /** Keyed by question text; several labels, and Other's text after them, joined with `", "`. Empty where nobody answered. */
  readonly answers: Readonly<Record<string, string>>;
}

/** The `QuestionRequest` in a JSON-RPC request or in `{ type, payload }`, or the payload alone. */
const open: Open = (source) => {
  if (!isRecord(source)) return undefined;
  const { params } = source;
  const message = isRecord(params) ? params : source;
  const wrapped = message['type'] === 'QuestionRequest';
  const payload = wrapped ? message['payload'] : source;
  if (!isRecord(payload) || typeof payload['tool_call_id'] !== 'string') return undefined;
  const path = message === params ? 'params.payload' : 'payload';
  return { input: payload, requestId: textOf(payload['id']), ...(wrapped && { path }) };
};

const idOf = ({ raw, requestId }: AskUserRequest): string => opened(raw, open).requestId ?? requestId;

/** JSON as Python writes it, which is what the model reads. */
function asPython(answers: KimiOutput['answers']): string {
  const fields = Object.entries(answers).map(([key, text]) => `${JSON.stringify(key)}: ${JSON.stringify(text)}`);
  return fields.length > 0 ? `{"answers": {${fields.join(', ')}}}` : DISMISSED;
}

/** An empty text is what the wire says where there is none. */
const withoutEmpty = ({ header, context, ...question }: Question): Question => ({
  ...question,
  ...(header && { header }),
  ...(context && { context }),
});

const ownOther = each((_question, source) =>
  ['other_label', 'other_description'].flatMap((path) => {
    const message = 'Not shown: Other is called by the words of the dialog.';
    return source[path] ? [{ code: 'ignored', path, message }] : [];
  }),
);

/**
 * Kimi CLI's `AskUserQuestion`, and the `QuestionRequest` that its Wire protocol sends to a client: the whole JSON-RPC request,
 * `{ type, payload }`, or the payload. `formatResult` gives the `QuestionResponse`, the `result` of the JSON-RPC reply; its
 * `request_id` is the payload's `id`, else the request's own.
 *
 * | status | the agent gets |
 * | --- | --- |
 * | answered | `{ request_id, answers: { [question]: string } }`; the model reads `{"answers": {…}}` |
 * | declined, cancelled | `{ request_id, answers: {} }`: "User dismissed the question without answering." |
 * | aborted, superseded, connectionLost, timedOut, unavailable, invalid | the same: the agent can't tell them apart, and reasons are lost |
 *
 * Where a host runs the tool itself, `toModelText` says which of the latter it was; `unavailable` in the words that Kimi CLI has
 * for a client without questions.
 *
 * Skipped questions are left out, and `toModelText` names them; a request in which every question was skipped reads as
 * dismissed. The later of two equal question texts is keyed `text (2)`, and `parse` warns about it. This wire joins selections
 * with `", "`: labels with commas, equal labels, and Other's text beside selections can't be told apart on it. Notes and
 * previews are not on it. `body`, which only the Wire has, is the question's context; `other_label` and `other_description`
 * are not shown, and `parse` says so.
 *
 * Source: MoonshotAI/kimi-cli 1.49.0 (4a550ef), `tools/ask_user` and Wire 1.9.
 */
export const kimi: AgentDialect<KimiOutput> = defineDialect({
  name: 'kimi',
  agent: 'Kimi CLI `AskUserQuestion`',
  carries: { keyedBy: 'text', several: 'joined', endings: ['declined'] },
  shape: WIRE,
  limits: LIMITS,
  open,
  finish: withoutEmpty,
  advice: [sameKeys(), ownOther],
  signature: (source) => {
    const { type, params, tool_call_id: call } = source;
    if (type === 'QuestionRequest' || fieldsIn(params)['type'] === 'QuestionRequest') return open(source) !== undefined;
    const questions = questionFields(source);
    const sent = typeof call === 'string' && questions.some((question) => 'other_label' in question);
    return sent || questions.some(({ multi_select: several }) => typeof several === 'boolean');
  },
  formatRequest: (request) => writeRequest(request, TOOL, { limits: LIMITS }),
  formatAnswered: (result, request) => ({ request_id: idOf(request), answers: textsByKey(request, result) }),
  formatUnanswered: (_result, request) => ({ request_id: idOf(request), answers: {} }),
  answeredText: ({ answers }, request, result) => withSkipped(asPython(answers), request, result),
  unansweredText(_output, _request, result) {
    if (isDiscussion(result)) return endingText(result);
    if (result.status === 'declined' || result.status === 'cancelled') return `${DISMISSED} ${NO_ANSWER}`;
    return endingText(result, result.status === 'unavailable' ? UNSUPPORTED : undefined);
  },
  expected: '{ request_id, answers: { [question]: string } }',
  readResult(output, request) {
    const { answers } = fieldsIn(output);
    if (!isRecord(answers)) return undefined;
    const texts = saidByKey(request, answers, textOf);
    if (texts.every((text) => text === undefined)) return endedOf('declined');
    return answeredBy(request, (_, i) => ({ joined: texts[i] }));
  },
});
