import type { Answered, AskUserResult, Ended } from '../core/answer/types.js';
import { isRecord } from '../core/guards.js';
import type { Issue } from '../core/question/issues.js';
import type { Limits } from '../core/question/limits.js';
import { fromJson } from '../core/question/scan.js';
import type { Question } from '../core/question/types.js';
import { ENDED, endingText } from './shared/endings.js';
import { handOver, reading, some, unwrap } from './shared/envelope.js';
import { hasMark } from './shared/marks.js';
import { answeredWith, saidInstead, skippedWords, wordsOf } from './shared/one-answer.js';
import { notAResult, textOf, textsOf } from './shared/read-answer.js';
import { findIn } from './shared/rules.js';
import { readShape, writeShape, type Fields, type Shape } from './shared/shape.js';
import { withLostConstraints } from './shared/write.js';
import type { AgentDialect } from './types.js';

const SHAPE: Shape = {
  question: { question: 'question', options: 'options' },
  option: { label: 'label', description: 'description' },
};

/** Any number of options: 2-4 are advised and not checked. */
const LIMITS: Limits = { minQuestions: 1, maxQuestions: 1, minOptions: 0 };

const MODES: readonly unknown[] = ['single_select', 'multi_select'];

/** What Mastra is resumed with for an answered request: `agent.resumeStream(wire, { runId, toolCallId })`. */
export type MastraAnswer = string | string[];

function formatResult(result: Answered): MastraAnswer;
function formatResult(result: Ended): string;
function formatResult(result: AskUserResult): MastraAnswer;
function formatResult(result: AskUserResult): MastraAnswer {
  if (result.status !== 'answered') return endingText(result);
  const [first] = result.answers;
  if (result.answers.length === 1 && first && typeof first.answer !== 'string') return [...first.answer];
  return wordsOf(result) ?? skippedWords(result);
}

/** What a `tool-call-suspended` chunk says beside the question: the whole chunk, its payload, or the payload of the tool. */
function suspensionIn(input: unknown): Fields | undefined {
  const chunk = fromJson(input);
  if (!isRecord(chunk)) return undefined;
  const { payload, runId } = chunk;
  const call = isRecord(payload) ? { runId, ...payload } : chunk;
  return isRecord(call['suspendPayload']) ? call : undefined;
}

const opened = (input: unknown): unknown => unwrap(input, (source) => suspensionIn(source)?.['suspendPayload']);

const asAsked = (question: Question, { selectionMode }: Fields): Question =>
  selectionMode == null
    ? question
    : { ...question, multiSelect: selectionMode === 'multi_select' && question.options.length > 0 };

function beyond({ options }: Question, { selectionMode }: Fields): Issue[] {
  if (selectionMode == null) return [];
  const issue = (code: string, message: string) => [{ code, path: 'selectionMode', message }];
  if (!MODES.includes(selectionMode)) return issue('type', `Read as "single_select". Send one of ${MODES.join(', ')}.`);
  return options.length > 0 ? [] : issue('ignored', 'Has no options to select from. Send options, or leave it out.');
}

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
export const mastra: AgentDialect<MastraAnswer, string> = {
  name: 'mastra',
  agent: 'Mastra `ask_user`',
  carries: {
    keyedBy: 'one',
    choice: 'label',
    several: 'list',
    custom: 'among',
    notes: false,
    previews: false,
    skipped: true,
    endings: ENDED,
  },
  limits: LIMITS,
  parse(input, options = {}) {
    const { toolCallId, runId } = reading(() => suspensionIn(input), undefined) ?? {};
    const { requestId = textOf(toolCallId), limits = LIMITS } = options;
    const parsed = readShape(opened(input), SHAPE, { ...options, requestId, limits }, asAsked);
    const found = parsed.ok ? findIn(parsed.value, beyond) : [];
    return handOver(parsed, input, found, options.strict, some({ toolCallId, runId }));
  },
  formatResult,
  toModelText(result) {
    if (result.status !== 'answered') return endingText(result);
    const words = wordsOf(result);
    return words === undefined ? skippedWords(result) : `User answered: ${words}`;
  },
  recognises: (input) =>
    hasMark(input, (source) => {
      const call = suspensionIn(source);
      return call === undefined
        ? typeof source['question'] === 'string' && MODES.includes(source['selectionMode'])
        : call['toolName'] === 'ask_user';
    }),
  formatRequest(request) {
    const written = writeShape(
      request,
      SHAPE,
      ({ options, multiSelect }) =>
        options.length > 0 ? { selectionMode: multiSelect ? 'multi_select' : 'single_select' } : {},
      ['multiSelect'],
    );
    return withLostConstraints(written, request, () => []);
  },
  parseResult(wire, request) {
    if (typeof wire !== 'string' && !Array.isArray(wire)) return notAResult('a text, or a list of texts');
    const instead = typeof wire === 'string' ? saidInstead(request, wire) : undefined;
    return instead ?? answeredWith(request, textsOf(wire));
  },
};
