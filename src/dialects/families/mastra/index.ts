import { isRecord } from '../../../core/guards.js';
import type { Limits } from '../../../core/question/limits.js';
import type { Question } from '../../../core/question/types.js';
import { defineDialect } from '../../define-dialect.js';
import { formatUnanswered } from '../../wire/unanswered.js';
import { type Unwrap, nonEmptyFields } from '../../wire/envelope.js';
import type { Fields } from '../../wire/fields.js';
import {
  answeredWith,
  getAnswerText,
  getSkippedText,
  parseAlternateText,
  textOf,
  textsOf,
} from '../../wire/read-answer.js';
import { forEachQuestion } from '../../wire/rules.js';
import { CHOICES, type Shape } from '../../wire/shape.js';
import type { ToolDialect } from '../../types.js';
import { mastraTool } from './tool.js';

const SHAPE: Shape = { question: { question: 'question', options: 'options' }, option: CHOICES.option };

/** Mastra recommends 2-4 options but does not check their number. */
const LIMITS: Limits = { minQuestions: 1, maxQuestions: 1, minOptions: 0 };

const MODES: readonly unknown[] = ['single_select', 'multi_select'];

/** Output of the `mastra` dialect for an answered request: the first argument of `agent.resumeStream`. */
type MastraAnswer = string | readonly string[];

/** Returns the payload of a `tool-call-suspended` chunk with its `runId`, or the source if it is such a payload. */
function suspensionIn(source: unknown): Fields | undefined {
  if (!isRecord(source)) return undefined;
  const { payload, runId } = source;
  const call = isRecord(payload) ? { runId, ...payload } : source;
  return isRecord(call['suspendPayload']) ? call : undefined;
}

const open: Unwrap = (source) => {
  const call = suspensionIn(source);
  if (!call) return undefined;
  const { suspendPayload, toolCallId, runId } = call;
  return {
    input: suspendPayload,
    path: call === source ? 'suspendPayload' : 'payload.suspendPayload',
    requestId: textOf(toolCallId),
    metadata: nonEmptyFields({ toolCallId, runId }),
  };
};

const asAsked = (question: Question, { selectionMode }: Fields): Question =>
  selectionMode == null
    ? question
    : { ...question, multiSelect: selectionMode === 'multi_select' && question.options.length > 0 };

const beyond = forEachQuestion(({ options }, { selectionMode }) => {
  if (selectionMode == null) return [];
  const issue = (code: string, message: string) => [{ code, path: 'selectionMode', message }];
  if (!MODES.includes(selectionMode)) return issue('type', `Read as "single_select". Send one of ${MODES.join(', ')}.`);
  return options.length > 0 ? [] : issue('ignored', 'Ignored without options. Send options, or omit it.');
});

/**
 * Mastra's `ask_user`.
 *
 * `parse` accepts its arguments, which are also its suspend payload, and the stream's chunk `tool-call-suspended` or
 * the chunk's `payload`. The default `requestId` is the `toolCallId`. `metadata` contains it and the chunk's `runId`,
 * which `resumeStream` needs. Several questions are an issue.
 *
 * `formatResult` returns the first argument of `agent.resumeStream(output, { runId, toolCallId })`.
 *
 * | status | output |
 * | --- | --- |
 * | answered | the label or the custom text; a list of them for a multi-select question |
 * | answered, but skipped | a sentence that states that the user skipped the question |
 * | declined, cancelled, aborted, superseded, connectionLost, timedOut, unavailable, invalid | the sentence for the status with its reason or issues; with `discuss`, the answers so far |
 *
 * The model text of an answer is `User answered: a, b`. Mastra's tool also adds this prefix to the sentence of a
 * skipped question or an unanswered request, and `toModelText` does not. To avoid such an answer in the run, abort the
 * run instead.
 *
 * The list of a multi-select question preserves labels with commas and custom text. In the model text they are joined
 * with `", "`. Equal labels are ambiguous, and so is custom text that equals a label or one of the sentences above.
 * Headers, contexts, previews, and notes (except in a discussion) are not supported.
 *
 * Source: `@mastra/core` 1.71.0, `tools/builtin/ask-user` and `stream/types`.
 */
export const mastra: ToolDialect<MastraAnswer, string> = defineDialect({
  name: 'mastra',
  agent: 'Mastra `ask_user`',
  tool: mastraTool,
  capabilities: { keyedBy: 'single', multiSelect: 'list', discuss: true },
  shape: SHAPE,
  limits: LIMITS,
  open,
  finish: asAsked,
  beyond: [beyond],
  signature: (source) => {
    const call = suspensionIn(source);
    return call === undefined
      ? typeof source['question'] === 'string' && MODES.includes(source['selectionMode'])
      : call['toolName'] === 'ask_user';
  },
  write: {
    extra: ({ options, multiSelect }) =>
      options.length > 0 ? { selectionMode: multiSelect ? 'multi_select' : 'single_select' } : {},
    says: ['multiSelect'],
  },
  formatAnswered(result) {
    const [first] = result.answers;
    if (result.answers.length === 1 && first && typeof first.answer !== 'string') return [...first.answer];
    return getAnswerText(result) ?? getSkippedText(result);
  },
  formatUnansweredOutput: (result) => formatUnanswered(result),
  answeredText(_output, _request, result) {
    const words = getAnswerText(result);
    return words === undefined ? getSkippedText(result) : `User answered: ${words}`;
  },
  expected: 'a string or a list of strings',
  readResult(output, request) {
    if (typeof output !== 'string' && !Array.isArray(output)) return undefined;
    const instead = typeof output === 'string' ? parseAlternateText(request, output) : undefined;
    return instead ?? answeredWith(request, textsOf(output));
  },
});
