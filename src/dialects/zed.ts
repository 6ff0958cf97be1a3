import type { AskUserRequest, Limits, UnansweredResult } from '../core/index.js';
import { defineAgentDialect } from './define-dialect.js';
import { isDiscussion } from './lib/discuss.js';
import type { FieldNames } from './lib/fields.js';
import { issue, succeed } from './lib/issues.js';
import { answered, notAResult } from './lib/read-answer.js';
import { disallowOther, readRequest } from './lib/read-request.js';
import { forEachQuestion, requireTextOptions } from './lib/rules.js';
import { flag, object, optional, text, texts } from './lib/tool-schema.js';
import { describeUnanswered, getReason, parseUnansweredText, toUnanswered, unanswered } from './lib/unanswered.js';
import { fieldsIn, textOf } from './lib/values.js';
import { unlessRefused, writeRequest } from './lib/write-request.js';
import type { ToolDefinition, ToolDialect } from './types.js';

/** Zed's `ask_user`. The descriptions are written for this package. */
const tool: ToolDefinition = {
  name: 'ask_user',
  description:
    'Ask the user one question and wait for the answer, if only the user can decide or knows it. Provide at least two ' +
    'options, or let the user type the answer, or both.',
  inputSchema: object({
    question: text('One short, specific question.'),
    options: optional(
      texts('At least two answers that the user can select. The selected one is returned as it is written.'),
    ),
    allow_free_text: optional(flag('Whether the user can type an answer. Required without options. Default: false')),
  }),
};

const FIELDS: FieldNames = { question: { question: 'question', options: 'options' }, option: 'text' };

const LIMITS: Limits = { minQuestions: 1, maxQuestions: 1, minOptions: 0 };

/** Zed refuses a question with fewer than two options to which the user cannot type an answer. */
const answerable = forEachQuestion(({ options }, { allow_free_text: free }) => [
  free !== true &&
    options.length < 2 &&
    issue('too_few', 'options', 'Send at least two options, or "allow_free_text": true.'),
]);

/** Zed's sentence for a form that was submitted without an answer. */
const EMPTY = 'The user submitted the form without providing an answer.';
/** Zed's sentences for the actions that end a form, and for an action that it does not know. */
const DECLINED = 'The user declined to answer the question';
const CANCELLED = 'The user cancelled the question without answering';
const DISMISSED = 'The question was dismissed without an answer';

const SENTENCES: Partial<Record<UnansweredResult['status'], string>> = { declined: DECLINED, cancelled: CANCELLED };

/** Output of the `zed` dialect for an unanswered request, and for a skipped question. */
type ZedError = {
  /** What happened, as the model reads it. */
  readonly error: string;
};

/** Output of the `zed` dialect for an answered request. */
type ZedAnswer = {
  /** The selected label, or the custom text. */
  readonly selected: string;
};

/** Returns Zed's own sentence, or one that has the reason and is read as the same status. */
function errorOf(result: UnansweredResult, request: AskUserRequest): string {
  const own = isDiscussion(result) || getReason(result) ? undefined : SENTENCES[result.status];
  return own === undefined ? describeUnanswered(result, request) : `${own}.`;
}

/**
 * The `ask_user` tool of Zed's own agent: one question with single-select options, text, or both.
 *
 * `parse` accepts its arguments. Zed runs the tool itself and sends no message. Agents that Zed starts ask over ACP:
 * see `mcpElicitation`.
 *
 * | status | output |
 * | --- | --- |
 * | answered | `{ selected }`: the label or the custom text. The model reads `The user selected: …` |
 * | answered, but skipped | `{ error: 'The user submitted the form without providing an answer.' }` |
 * | declined | `{ error: 'The user declined to answer the question.' }`; with a reason or `discuss`, a longer sentence |
 * | cancelled | `{ error: 'The user cancelled the question without answering.' }`; with a reason, a longer sentence |
 * | aborted, superseded, connectionLost, timedOut, unavailable, invalid | `{ error }` with a sentence for the status, and its reason or issues |
 *
 * - Only `allow_free_text: true` allows custom text beside options. Without options, the user always types the answer.
 * - `parse` reports fewer than two options without `allow_free_text: true`, which Zed refuses. Several questions are an
 *   issue, and `multiSelect` is dropped with a warning.
 * - Equal labels are ambiguous, and so is custom text that equals a label. In Zed's dialog, typed text replaces a
 *   selected option.
 * - Headers, contexts, descriptions, previews, and notes (except in a discussion) are not supported.
 *
 * Source: zed-industries/zed 015419a, `crates/agent/src/tools/ask_user_tool.rs`.
 */
export const zed: ToolDialect<ZedAnswer | ZedError, ZedError> = defineAgentDialect<ZedAnswer | ZedError, ZedError>({
  name: 'zed',
  agent: 'Zed `ask_user`',
  tool,
  limits: LIMITS,
  capabilities: { keyedBy: 'single', multiSelect: 'unsupported', discuss: true },
  parse: (input, options) =>
    readRequest(
      input,
      {
        fields: FIELDS,
        singleSelect: true,
        mapQuestion: (question, { allow_free_text: free }) => disallowOther(question, free === true),
        rules: [answerable, requireTextOptions],
      },
      options,
    ),
  matches: ({ question, allow_free_text: free }) => typeof question === 'string' && typeof free === 'boolean',
  formatRequest: (request) =>
    unlessRefused(
      writeRequest(request, FIELDS, {
        extra: ({ options, constraints }) => ({
          allow_free_text: options.length === 0 || constraints?.allowCustom !== false,
        }),
        represents: ['allowCustom'],
        limits: LIMITS,
      }),
      zed.parse,
    ),
  format: ({ answers: [answer] }) => (answer && !answer.skipped ? { selected: answer.text } : { error: EMPTY }),
  formatUnanswered: (result, request) => ({ error: errorOf(result, request) }),
  answeredText: (output) => ('selected' in output ? `The user selected: ${output.selected}` : output.error),
  sentences: SENTENCES,
  parseResult(output, request) {
    const { selected, error } = fieldsIn(output);
    const answer = textOf(selected);
    if (answer !== undefined) return answered(request, [{ names: [answer] }]);
    const said = textOf(error);
    if (said === undefined) return notAResult('{ selected } or { error }');
    if (said === EMPTY) return answered(request, []);
    if (said === `${DECLINED}.`) return unanswered('declined');
    if (said === `${CANCELLED}.` || said === `${DISMISSED}.`) return unanswered('cancelled');
    return succeed(parseUnansweredText(said, request) ?? toUnanswered('unavailable', said));
  },
});
