import type { AskUserRequest, Issue, Limits } from '../core/index.js';
import { defineAgentDialect } from './define-dialect.js';
import type { Unwrap } from './lib/envelope.js';
import { CHOICE_FIELDS, type FieldNames } from './lib/fields.js';
import { issue, lossIssue } from './lib/issues.js';
import { textsByIndex, withSkipped } from './lib/keys.js';
import { onOneLine } from './lib/quoted.js';
import { answered, notAResult } from './lib/read-answer.js';
import { readRequest } from './lib/read-request.js';
import { checkLabels, forEachQuestion, UP_TO_FOUR } from './lib/rules.js';
import { closed, flag, list, optional, text } from './lib/tool-schema.js';
import { unanswered } from './lib/unanswered.js';
import { type Fields, fieldsIn, fromJson, isBlank, isRecord, listOf, textOf, tryRead } from './lib/values.js';
import { emptyOptions, withWarnings, writeRequest } from './lib/write-request.js';
import type { ToolDefinition, ToolDialect } from './types.js';

/** Qwen Code's `ask_user_question`. The descriptions are written for this package. */
const tool: ToolDefinition = {
  name: 'ask_user_question',
  description:
    'Ask the user 1-4 questions during the task and wait for the answers. Use it to learn preferences or to ' +
    'clarify an instruction. The user can always type another answer. Do not use it to ask for approval of a ' +
    'plan.',
  inputSchema: closed({
    questions: list('The questions', [1, 4], {
      question: text('The complete question, ending with a question mark'),
      header: text('Short label for the question, at most 12 characters'),
      options: list('Options that the user can select', [2, 4], {
        label: text('The option in 1-5 words. It is returned as the answer'),
        description: text('What this option means'),
      }),
      multiSelect: optional(flag('Whether the user can select several options', { default: false })),
    }),
    metadata: optional({
      type: 'object',
      description: 'Data for the host. The user does not see it',
      properties: { source: text('Source of the questions') },
    }),
  }),
};

const FIELDS: FieldNames = {
  ...CHOICE_FIELDS,
  metadata: 'source',
  question: { ...CHOICE_FIELDS.question, allowCustom: 'allowCustomInput' },
};

const LIMITS: Limits = { ...UP_TO_FOUR, optionsRequired: true, headerRequired: true, descriptionRequired: true };

const hasQuestions = ({ questions }: Fields): boolean => Array.isArray(questions) && questions.length > 0;

/** Finds the tool call in a permission request, which is JSON-RPC or its `params`. */
function permissionIn(
  source: unknown,
): { readonly path: string; readonly params: Fields; readonly call: Fields } | undefined {
  if (!isRecord(source)) return undefined;
  const { params } = source;
  const inner = isRecord(params) ? params : source;
  const { toolCall } = inner;
  return isRecord(toolCall)
    ? { path: inner === params ? 'params.toolCall' : 'toolCall', params: inner, call: toolCall }
    : undefined;
}

/** Unwraps the tool's input in a permission request: `rawInput` from the model, else Qwen Code's copy in `_meta`. */
const unwrap: Unwrap = (source) => {
  const found = permissionIn(source);
  if (!found) return undefined;
  const { path, call } = found;
  const requestId = textOf(call['toolCallId']);
  const rawInput = fromJson(call['rawInput']);
  const { qwenQuestions } = fieldsIn(call['_meta']);
  return isRecord(rawInput) && (hasQuestions(rawInput) || qwenQuestions == null)
    ? { input: rawInput, path: `${path}.rawInput`, requestId }
    : { input: qwenQuestions, path: `${path}._meta.qwenQuestions`, requestId };
};

/** Reports blank headers, labels, and descriptions, which Qwen Code's tool rejects. */
const requireTexts = forEachQuestion(({ header, options }) => {
  const blank = (path: string, text: string | undefined) =>
    text !== undefined && isBlank(text) && issue('empty', path, 'Must not be blank.');
  return [
    blank('header', header),
    ...checkLabels(options, { filled: true }),
    ...options.map(({ description }, i) => blank(`options[${i}].description`, description)),
  ];
});

/** Output of the `qwenCode` dialect for an answered request: the reply to `session/request_permission`. */
type QwenCodeOutput = {
  /** `optionId` is the ID of the request's option with the kind `allow_once`. Defaults to `proceed_once`. */
  readonly outcome: { readonly outcome: 'selected'; readonly optionId: string };
  /** Answers by question index, from `"0"`. Several labels and the custom text after them are joined with `", "`. */
  readonly answers: Readonly<Record<string, string>>;
};

/** Output of the `qwenCode` dialect for an unanswered request: the reply to `session/request_permission`. */
type QwenCodeUnanswered = {
  /**
   * For `declined`, `selected` with the ID of the request's option with the kind `reject_once`, by default `cancel`.
   * `cancelled` for every other status.
   */
  readonly outcome: { readonly outcome: 'selected'; readonly optionId: string } | { readonly outcome: 'cancelled' };
};

const optionOf = ({ raw }: AskUserRequest, kind: 'allow_once' | 'reject_once'): string =>
  tryRead(() => {
    const { options } = permissionIn(fromJson(raw))?.params ?? {};
    const found = listOf(options).find((option) => fieldsIn(option)['kind'] === kind);
    return textOf(fieldsIn(found)['optionId']);
  }, undefined) ?? (kind === 'allow_once' ? 'proceed_once' : 'cancel');

/** Formats the answers as Qwen Code does, except for line breaks. */
function answersText({ answers }: QwenCodeOutput, { questions }: AskUserRequest): string {
  const lines = Object.entries(answers).map(([key, answer]) => {
    const header = questions[Number(key)]?.header || `Question ${Number(key) + 1}`;
    return `**${onOneLine(header)}**: ${onOneLine(answer)}`;
  });
  return `User has provided the following answers:\n\n${lines.join('\n') || 'No valid answers were provided.'}`;
}

/**
 * Qwen Code's `ask_user_question`.
 *
 * `parse` accepts its arguments and the permission request of ACP, `session/request_permission`, as JSON-RPC or its
 * `params`. The questions are in `toolCall.rawInput` or `toolCall._meta.qwenQuestions`. `formatResult` returns the
 * reply, with the `optionId` from the request, else Qwen Code's `proceed_once` or `cancel`.
 *
 * | status | output |
 * | --- | --- |
 * | answered | `{ outcome: { outcome: 'selected', optionId }, answers: { [index]: string } }`; the model reads a line `**header**: answer` for each |
 * | declined | `{ outcome: { outcome: 'selected', optionId } }`, the option `reject_once` |
 * | cancelled, aborted, superseded, connectionLost, timedOut, unavailable, invalid | `{ outcome: { outcome: 'cancelled' } }` |
 *
 * For every unanswered request, Qwen Code cancels the tool call and ends the turn (in 0.15 the turn continues). It does
 * not distinguish declined from cancelled.
 *
 * - Skipped questions are omitted and Qwen Code does not mention them. `toModelText` names them.
 * - `toModelText` writes headers and answers with a line break as JSON. Qwen Code does not, so a line `**header**: …` in
 *   an answer reads like another answer there.
 * - Selected options are joined with `", "`, so labels with commas, equal labels, and custom text beside them are
 *   ambiguous. Custom text that equals a label is parsed as that option.
 * - Answers are keyed by index. Notes, previews, and reasons are not in the output.
 * - `allowCustomInput: false` disallows custom text for questions with options. A model cannot set it, because the
 *   tool's schema has no such field.
 * - The tool requires a description for every option. If it is missing or blank, `formatRequest` repeats the label and
 *   returns a warning.
 *
 * Source: `@qwen-code/qwen-code` 0.24.4 and 0.15.10, `packages/core/src/tools/askUserQuestion.ts` and its ACP session.
 */
export const qwenCode: ToolDialect<QwenCodeOutput, QwenCodeUnanswered> = defineAgentDialect({
  name: 'qwenCode',
  agent: 'Qwen Code `ask_user_question`',
  tool,
  limits: LIMITS,
  capabilities: { keyedBy: 'index', multiSelect: 'joined', statuses: ['declined', 'cancelled'] },
  parse: (input, options) => readRequest(input, { fields: FIELDS, unwrap, rules: [requireTexts] }, options),
  matches: (source) => fieldsIn(permissionIn(source)?.call['_meta'])['qwenInteractionKind'] === 'user_question',
  formatRequest(request) {
    const repeated: Issue[] = [];
    const questions = request.questions.map((question, i) => ({
      ...question,
      options: question.options.map((option, j) => {
        if (!isBlank(option.description ?? '')) return option;
        const path = `questions[${i}].options[${j}].description`;
        repeated.push(lossIssue(path, 'This format requires a description, so the label is repeated.'));
        return { ...option, description: option.label };
      }),
    }));
    const written = writeRequest({ ...request, questions }, FIELDS, { limits: LIMITS, extra: emptyOptions });
    return withWarnings(written, repeated);
  },
  format: (result, request) => ({
    outcome: { outcome: 'selected', optionId: optionOf(request, 'allow_once') },
    answers: textsByIndex(result),
  }),
  formatUnanswered: ({ status }, request) =>
    status === 'declined'
      ? { outcome: { outcome: 'selected', optionId: optionOf(request, 'reject_once') } }
      : { outcome: { outcome: 'cancelled' } },
  answeredText: (output, request, result) => withSkipped(answersText(output, request), request, result),
  sentences: { declined: 'User declined to answer the questions' },
  parseResult(output, request) {
    const { outcome, answers } = fieldsIn(output);
    if (!isRecord(outcome)) return notAResult('{ outcome, answers? }');
    if (outcome['outcome'] === 'cancelled') return unanswered('cancelled');
    if (outcome['outcome'] !== 'selected') return notAResult('{ outcome: { outcome: "selected" or "cancelled" } }');
    return isRecord(answers) ? answered(request, (_, i) => ({ joined: textOf(answers[i]) })) : unanswered('declined');
  },
});
