import type { AnsweredResult, AskUserRequest, Limits, UnansweredResult } from '../core/index.js';
import { UNANSWERED_STATUSES } from '../core/answer/statuses.js';
import { defineAgentDialect } from './define-dialect.js';
import type { Unwrap } from './lib/envelope.js';
import type { FieldNames } from './lib/fields.js';
import { succeed } from './lib/issues.js';
import { skippedText } from './lib/keys.js';
import { answered, notAResult } from './lib/read-answer.js';
import { readRequest } from './lib/read-request.js';
import { flag, list, object, optional, text } from './lib/tool-schema.js';
import { describeUnanswered, parseUnansweredText, toUnanswered, unanswered } from './lib/unanswered.js';
import {
  defined,
  fieldsIn,
  fromJson,
  isBlank,
  isRecord,
  listOf,
  nonEmptyFields,
  textOf,
  textsOf,
} from './lib/values.js';
import { writeRequest } from './lib/write-request.js';
import type { ToolDefinition, ToolDialect } from './types.js';

/**
 * pi-ask-user's `ask_user`, without its arguments for key bindings and `singleSelectLayout`. The descriptions are
 * written for this package.
 */
const tool: ToolDefinition = {
  name: 'ask_user',
  label: 'Ask User',
  description:
    'Ask the user one question, with options if you know possible answers. First find out what you can without ' +
    'the user, and summarize it in the context. Use one call per question.',
  inputSchema: object({
    question: text('One question about one thing'),
    context: optional(text('What the user needs to know before answering')),
    options: optional(
      list('Options that the user can select. Omit them if the user should type the answer', {
        title: text('The option. It is returned as the answer'),
        description: optional(text('What this option means')),
      }),
    ),
    allowMultiple: optional(flag('Whether the user can select several options. Default: false')),
    allowFreeform: optional(flag('Whether the user can type an answer. Default: true')),
    allowComment: optional(flag('Whether the user can add a comment to the selection')),
    displayMode: optional(text('Where a terminal shows the question', { enum: ['overlay', 'inline'] })),
    timeout: optional({
      type: 'number',
      description: 'Time in milliseconds after which the question may be withdrawn',
    }),
  }),
};

const FIELDS: FieldNames = {
  question: {
    question: 'question',
    context: 'context',
    options: 'options',
    multiSelect: 'allowMultiple',
    allowCustom: 'allowFreeform',
  },
  option: { label: 'title', labelAliases: ['text', 'value', 'name', 'option'], description: 'description' },
};

const LIMITS: Limits = { minQuestions: 1, maxQuestions: 1, minOptions: 0 };

const OWN_FLAGS = ['allowMultiple', 'allowFreeform', 'allowComment'];

/** Returns the input as is, with `allowComment`, `displayMode`, and `timeout` as metadata. */
const unwrap: Unwrap = (source) => {
  if (!isRecord(source)) return undefined;
  const { allowComment, displayMode, timeout } = source;
  return { input: source, metadata: nonEmptyFields({ allowComment, displayMode, timeout }) };
};

/** Answer of the user: options, or custom text. */
type PiAskUserResponse =
  | {
      /** Marks the response as selected options. */
      readonly kind: 'selection';
      /** Titles in option order, then the custom text. */
      readonly selections: readonly string[];
      /** Notes of the user. */
      readonly comment?: string;
    }
  | { readonly kind: 'freeform'; readonly text: string };

/** Question and answer: the `details` of the tool's result. */
type PiAskUserDetails = {
  /** Question text. */
  readonly question: string;
  /** Context of the question. Absent if it is blank. */
  readonly context?: string;
  /** Options of the question. */
  readonly options: readonly { readonly title: string; readonly description?: string }[];
  /** Answer. `null` if the question was skipped or the request is unanswered. */
  readonly response: PiAskUserResponse | null;
  /** `true` for `cancelled`, `declined`, and `timedOut`. */
  readonly cancelled: boolean;
};

/** Output of the `piAskUser` dialect for an answered request. `response` is `null` if the question was skipped. */
type PiAskUserOutput = PiAskUserDetails & { readonly cancelled: false };

/** Output of the `piAskUser` dialect for an unanswered request. Return an `error` with `isError: true`. */
type PiAskUserUnanswered =
  | (PiAskUserDetails & { readonly response: null; readonly cancelled: true })
  | { readonly error: string };

/** Statuses that the tool reports as cancelled. */
const CANCELLED: readonly UnansweredResult['status'][] = ['cancelled', 'declined', 'timedOut'];

function formatQuestion({ questions: [first] }: AskUserRequest): Omit<PiAskUserDetails, 'response' | 'cancelled'> {
  const { question = '', context, options = [] } = first ?? {};
  return {
    question,
    ...(context !== undefined && !isBlank(context) && { context }),
    options: options.map(({ label: title, description }) =>
      defined<PiAskUserDetails['options'][number]>({ title, description }),
    ),
  };
}

function formatAnswer({ answers: [answer] }: AnsweredResult): PiAskUserResponse | null {
  if (answer === undefined || answer.skipped) return null;
  const { selected, custom, notes } = answer;
  if (selected.length === 0) return { kind: 'freeform', text: custom ?? '' };
  const selections = [...selected.map(({ label }) => label), ...(custom === undefined ? [] : [custom])];
  return { kind: 'selection', selections, ...(notes !== undefined && { comment: notes }) };
}

/**
 * The `ask_user` tool of edlsh/pi-ask-user: one question with optional choices, a comment, and custom text unless
 * `allowFreeform` is `false` and there are options.
 *
 * `formatResult` returns the `details` of the tool's result, `{ question, context?, options, response, cancelled }`, or
 * its error.
 *
 * | status | output |
 * | --- | --- |
 * | answered | the `response` `{ kind: 'selection', selections, comment? }`, or `{ kind: 'freeform', text }` for custom text without selected options |
 * | answered, but skipped | `response: null, cancelled: false` |
 * | declined, cancelled, timedOut | `response: null, cancelled: true`, which the tool also returns after its time limit |
 * | aborted, superseded, connectionLost, unavailable, invalid | `{ error }` with the model text, which contains the reason |
 *
 * The model text of an answered request has the tool's form, `User answered: a, b — comment`. The tool trims the parts,
 * and the dialect does not. For a skipped question the model text is a sentence that names the question. Only
 * `toModelText` distinguishes declined, cancelled, and timedOut.
 *
 * Labels are read from `title`, `label`, `text`, `value`, `name`, or `option`. `allowComment`, `displayMode`, and
 * `timeout` are passed in `metadata`, because the host decides about them.
 *
 * - Labels with commas are preserved. Equal labels are ambiguous. Beside selected options, custom text is the last of
 *   the selections, and custom text that equals a label is parsed as that option.
 * - A note needs a selected option. Other notes are only in the model text.
 * - Previews and headers are not supported.
 *
 * Source: edlsh/pi-ask-user 2de7e14 (0.14.0).
 */
export const piAskUser: ToolDialect<PiAskUserOutput, PiAskUserUnanswered> = defineAgentDialect({
  name: 'piAskUser',
  agent: 'pi-ask-user `ask_user`',
  tool,
  limits: LIMITS,
  capabilities: {
    keyedBy: 'single',
    multiSelect: 'list',
    notes: 'withOption',
    statuses: UNANSWERED_STATUSES.filter((status) => status === 'cancelled' || !CANCELLED.includes(status)),
  },
  parse: (input, options) => readRequest(input, { fields: FIELDS, unwrap }, options),
  matches(source) {
    // The request of the SDK of Copilot CLI has "choices" and "allowFreeform".
    if (typeof source['question'] !== 'string' || source['choices'] != null) return false;
    const titled = (option: unknown) => typeof fieldsIn(option)['title'] === 'string';
    return (
      OWN_FLAGS.some((name) => typeof source[name] === 'boolean') || listOf(fromJson(source['options'])).some(titled)
    );
  },
  formatRequest: (request) => writeRequest(request, FIELDS, { limits: LIMITS }),
  format: (result, request) => ({ ...formatQuestion(request), response: formatAnswer(result), cancelled: false }),
  formatUnanswered: (result, request) =>
    CANCELLED.includes(result.status)
      ? { ...formatQuestion(request), response: null, cancelled: true }
      : { error: describeUnanswered(result, request) },
  answeredText(_output, request, result) {
    const [answer] = result.answers;
    if (answer === undefined || answer.skipped) return skippedText(request, result);
    return `User answered: ${[answer.text, ...(answer.notes === undefined ? [] : [answer.notes])].join(' — ')}`;
  },
  sentences: { cancelled: 'User cancelled the question' },
  parseResult(output, request) {
    const { response, cancelled, error } = fieldsIn(output);
    const message = textOf(error);
    if (message !== undefined)
      return succeed(parseUnansweredText(message, request) ?? toUnanswered('unavailable', message));
    if (cancelled === true) return unanswered('cancelled');
    if (cancelled === false && response === null) return answered(request, []);
    if (!isRecord(response)) return notAResult('{ response, cancelled } or { error }');
    const { kind, text, selections, comment } = response;
    const parsed = kind === 'freeform' ? { custom: textOf(text) } : { names: textsOf(selections) };
    return answered(request, [{ ...parsed, notes: textOf(comment) }]);
  },
});
