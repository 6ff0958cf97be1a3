import type { AskUserResult, Ended } from '../core/answer/types.js';
import { isRecord } from '../core/guards.js';
import type { Limits } from '../core/question/limits.js';
import type { AskUserRequest, Question } from '../core/question/types.js';
import { isDiscussion } from './shared/discuss.js';
import { endingText, NO_ANSWER } from './shared/endings.js';
import { opened, type Open } from './shared/envelope.js';
import { keyedByText, saidByKey, sameKeys, skippedText } from './shared/keyed.js';
import { hasMark, questionFields } from './shared/marks.js';
import { answeredOf, endedOf, notAResult, resultReader, type Said, textOf } from './shared/read-answer.js';
import { readRequest, type Family } from './shared/read-request.js';
import { each } from './shared/rules.js';
import type { Shape } from './shared/shape.js';
import { writeRequest } from './shared/write-request.js';
import type { AgentDialect } from './types.js';

/** What the model writes. */
const TOOL: Shape = {
  list: 'questions',
  question: { question: 'question', header: 'header', options: 'options', multiSelect: 'multi_select' },
  option: { label: 'label', description: 'description' },
};

/** What a client is sent. */
const WIRE: Shape = { ...TOOL, question: { ...TOOL.question, context: 'body' } };

const LIMITS: Limits = { minQuestions: 1, maxQuestions: 4, minOptions: 2, maxOptions: 4, optionsRequired: true };

const DISMISSED = '{"answers": {}, "note": "User dismissed the question without answering."}';
const UNSUPPORTED =
  'The connected client does not support interactive questions. Do NOT call this tool again. ' +
  'Ask the user directly in your text response instead';

/** What the `kimi` dialect's agent gets: a `QuestionResponse`, for every ending. */
export interface KimiOutput {
  /** The `id` of the `QuestionRequest`. */
  request_id: string;
  /** Keyed by question text; several labels, and Other's text after them, joined with `", "`. Empty where nobody answered. */
  answers: Record<string, string>;
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

function formatResult(result: AskUserResult, request: AskUserRequest): KimiOutput {
  return {
    request_id: opened(request.raw, open).requestId ?? request.requestId,
    answers:
      result.status === 'answered'
        ? keyedByText(request, result, ({ text, skipped }) => (skipped ? undefined : text))
        : {},
  };
}

/** JSON as Python writes it, which is what the model reads. */
function asPython(answers: KimiOutput['answers']): string {
  const fields = Object.entries(answers).map(([key, text]) => `${JSON.stringify(key)}: ${JSON.stringify(text)}`);
  return fields.length > 0 ? `{"answers": {${fields.join(', ')}}}` : DISMISSED;
}

function endedText(result: Ended): string {
  if (isDiscussion(result)) return endingText(result);
  if (result.status === 'declined' || result.status === 'cancelled') return `${DISMISSED} ${NO_ANSWER}`;
  return result.status === 'unavailable' ? endingText(result, UNSUPPORTED) : endingText(result);
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

const FAMILY: Family = { shape: WIRE, limits: LIMITS, open, finish: withoutEmpty, advice: [sameKeys(), ownOther] };

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
export const kimi: AgentDialect<KimiOutput> = {
  name: 'kimi',
  agent: 'Kimi CLI `AskUserQuestion`',
  carries: {
    keyedBy: 'text',
    choice: 'label',
    several: 'joined',
    custom: 'among',
    notes: false,
    previews: false,
    skipped: true,
    discuss: false,
    endings: ['declined'],
  },
  limits: LIMITS,
  parse: (input, options) => readRequest(input, FAMILY, options),
  formatResult,
  toModelText(result, request) {
    if (result.status !== 'answered') return endedText(result);
    const { answers } = formatResult(result, request);
    return [asPython(answers), skippedText(request, result)].filter(Boolean).join('\n');
  },
  recognises: (input) =>
    hasMark(input, (source) => {
      const { type, params, tool_call_id: call } = source;
      if (type === 'QuestionRequest' || (isRecord(params) && params['type'] === 'QuestionRequest')) {
        return open(source) !== undefined;
      }
      const questions = questionFields(source);
      const sent = typeof call === 'string' && questions.some((question) => 'other_label' in question);
      return sent || questions.some(({ multi_select: several }) => typeof several === 'boolean');
    }),
  formatRequest: (request) => writeRequest(request, TOOL, { limits: LIMITS }),
  parseResult: resultReader((wire, request) => {
    const { answers } = isRecord(wire) ? wire : {};
    if (!isRecord(answers)) return notAResult('{ request_id, answers: { [question]: string } }');
    const texts = saidByKey(request, answers, textOf);
    if (texts.every((text) => text === undefined)) return endedOf('declined');
    return answeredOf(
      request,
      texts.map((joined): Said => ({ joined })),
    );
  }),
};
