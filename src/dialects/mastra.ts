import { isRecord } from '../core/guards.js';
import type { Limits } from '../core/question/limits.js';
import type { Question } from '../core/question/types.js';
import { defineDialect } from './define-dialect.js';
import { endingText } from './shared/endings.js';
import { type Open, some } from './shared/envelope.js';
import type { Fields } from './shared/fields.js';
import { answeredWith, saidInstead, skippedWords, wordsOf } from './shared/one-answer.js';
import { textOf, textsOf } from './shared/read-answer.js';
import { each } from './shared/rules.js';
import type { Shape } from './shared/shape.js';
import { CHOICES } from './shared/shapes.js';
import type { AgentDialect } from './types.js';

const SHAPE: Shape = { question: { question: 'question', options: 'options' }, option: CHOICES.option };

/** Any number of options: 2-4 are advised and not checked. */
const LIMITS: Limits = { minQuestions: 1, maxQuestions: 1, minOptions: 0 };

const MODES: readonly unknown[] = ['single_select', 'multi_select'];

/** What Mastra is resumed with for an answered request: `agent.resumeStream(wire, { runId, toolCallId })`. */
export type MastraAnswer = string | readonly string[];

/** A `tool-call-suspended` chunk: the whole, or its payload. */
function suspensionIn(source: unknown): Fields | undefined {
  if (!isRecord(source)) return undefined;
  const { payload, runId } = source;
  const call = isRecord(payload) ? { runId, ...payload } : source;
  return isRecord(call['suspendPayload']) ? call : undefined;
}

const open: Open = (source) => {
  const call = suspensionIn(source);
  if (!call) return undefined;
  const { suspendPayload, toolCallId, runId } = call;
  return {
    input: suspendPayload,
    path: call === source ? 'suspendPayload' : 'payload.suspendPayload',
    requestId: textOf(toolCallId),
    metadata: some({ toolCallId, runId }),
  };
};

const asAsked = (question: Question, { selectionMode }: Fields): Question =>
  selectionMode == null
    ? question
    : { ...question, multiSelect: selectionMode === 'multi_select' && question.options.length > 0 };

const beyond = each(({ options }, { selectionMode }) => {
  if (selectionMode == null) return [];
  const issue = (code: string, message: string) => [{ code, path: 'selectionMode', message }];
  if (!MODES.includes(selectionMode)) return issue('type', `Read as "single_select". Send one of ${MODES.join(', ')}.`);
  return options.length > 0 ? [] : issue('ignored', 'Has no options to select from. Send options, or leave it out.');
});

/**
 * Mastra's `ask_user`: its arguments, which are what it suspends with, and the stream's chunk `tool-call-suspended` around
 * that, with or without its `payload`. The chunk's `toolCallId` is the `requestId` unless the host gives one; `metadata` has
 * it and the `runId`, which `resumeStream` takes. One question: several are refused.
 *
 * `formatResult` gives what the agent is resumed with, `agent.resumeStream(wire, { runId, toolCallId })`.
 *
 * | status | the agent gets |
 * | --- | --- |
 * | answered | the label or the user's own words; of a multi-select question a list of them |
 * | answered, and skipped | a sentence that says so |
 * | declined, cancelled, aborted, superseded, connectionLost, timedOut, unavailable, invalid | the sentence of that ending, with its reason |
 *
 * The model reads `User answered: a, b`. Mastra's own tool puts these words before whatever it is resumed with, the sentence of
 * an ending, too; `toModelText` does not. A host that wants no such answer in the run aborts the run instead.
 *
 * Labels with commas and Other beside selections come back as they are in a multi-select question's list; in the model's text
 * they are joined with `", "`. Equal labels, a text that is a label, and one that is the sentence of an ending, word for word,
 * can't be told apart. Headers, contexts, previews and notes are not on this wire.
 *
 * Source: `@mastra/core` 1.71.0, `tools/builtin/ask-user` and `stream/types`.
 */
export const mastra: AgentDialect<MastraAnswer, string> = defineDialect({
  name: 'mastra',
  agent: 'Mastra `ask_user`',
  carries: { keyedBy: 'one', several: 'list', discuss: true },
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
    limits: LIMITS,
    extra: ({ options, multiSelect }) =>
      options.length > 0 ? { selectionMode: multiSelect ? 'multi_select' : 'single_select' } : {},
    says: ['multiSelect'],
  },
  formatAnswered(result) {
    const [first] = result.answers;
    if (result.answers.length === 1 && first && typeof first.answer !== 'string') return [...first.answer];
    return wordsOf(result) ?? skippedWords(result);
  },
  formatUnanswered: (result) => endingText(result),
  answeredText(_output, _request, result) {
    const words = wordsOf(result);
    return words === undefined ? skippedWords(result) : `User answered: ${words}`;
  },
  expected: 'a text, or a list of texts',
  readResult(output, request) {
    if (typeof output !== 'string' && !Array.isArray(output)) return undefined;
    const instead = typeof output === 'string' ? saidInstead(request, output) : undefined;
    return instead ?? answeredWith(request, textsOf(output));
  },
});
