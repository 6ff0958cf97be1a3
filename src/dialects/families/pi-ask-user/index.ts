import type { AnsweredResult, UnansweredResult } from '../../../core/answer/types.js';
import { defined, isBlank, isRecord } from '../../../core/guards.js';
import type { Limits } from '../../../core/question/limits.js';
import { fromJson } from '../../../core/question/scan.js';
import type { AskUserRequest } from '../../../core/question/types.js';
import { defineDialect } from '../../define-dialect.js';
import { UNANSWERED_STATUSES } from '../../../core/answer/statuses.js';
import { parseUnanswered, formatUnanswered, toUnanswered } from '../../wire/unanswered.js';
import { listOf, type Unwrap, nonEmptyFields } from '../../wire/envelope.js';
import { fieldsIn } from '../../wire/fields.js';
import { skippedText } from '../../wire/keyed.js';
import { answeredOf, unansweredOf, textOf, textsOf, unanswered } from '../../wire/read-answer.js';
import { disallowOther } from '../../wire/read-request.js';
import type { Shape } from '../../wire/shape.js';
import type { ToolDialect } from '../../types.js';
import { piAskUserTool } from './tool.js';

const SHAPE: Shape = {
  question: { question: 'question', context: 'context', options: 'options', multiSelect: 'allowMultiple' },
  option: { label: 'title', labelAliases: ['text', 'value', 'name', 'option'], description: 'description' },
};

const LIMITS: Limits = { minQuestions: 1, maxQuestions: 1, minOptions: 0 };

const MARKS = ['allowMultiple', 'allowFreeform', 'allowComment'];

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

/** Returns the input as is, with `allowComment`, `displayMode`, and `timeout` as metadata. */
const open: Unwrap = (source) => {
  if (!isRecord(source)) return undefined;
  const { allowComment, displayMode, timeout } = source;
  return { input: source, metadata: nonEmptyFields({ allowComment, displayMode, timeout }) };
};

function asked({ questions: [first] }: AskUserRequest): Omit<PiAskUserDetails, 'response' | 'cancelled'> {
  const { question = '', context, options = [] } = first ?? {};
  return {
    question,
    ...(context !== undefined && !isBlank(context) && { context }),
    options: options.map(({ label: title, description }) =>
      defined<PiAskUserDetails['options'][number]>({ title, description }),
    ),
  };
}

function responseTo({ answers: [answer] }: AnsweredResult): PiAskUserResponse | null {
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
 * - Notes beside custom text without selected options, or of a skipped question, are only in the model text.
 * - Previews and headers are not supported.
 *
 * Source: edlsh/pi-ask-user 0.14.0.
 */
export const piAskUser: ToolDialect<PiAskUserOutput, PiAskUserUnanswered> = defineDialect({
  name: 'piAskUser',
  agent: 'pi-ask-user `ask_user`',
  tool: piAskUserTool,
  capabilities: {
    keyedBy: 'single',
    multiSelect: 'list',
    statuses: UNANSWERED_STATUSES.filter((status) => status === 'cancelled' || !CANCELLED.includes(status)),
  },
  shape: SHAPE,
  limits: LIMITS,
  open,
  finish: (question, { allowFreeform }) => disallowOther(question, allowFreeform),
  signature: (source) => {
    if (typeof source['question'] !== 'string') return false;
    const titled = (option: unknown) => typeof fieldsIn(option)['title'] === 'string';
    return MARKS.some((name) => typeof source[name] === 'boolean') || listOf(fromJson(source['options'])).some(titled);
  },
  write: {
    extra: ({ constraints }) => (constraints?.allowCustom === false ? { allowFreeform: false } : {}),
    constraints: ['allowCustom'],
  },
  formatAnswered: (result, request) => ({ ...asked(request), response: responseTo(result), cancelled: false }),
  formatUnansweredOutput: (result, request) =>
    CANCELLED.includes(result.status)
      ? { ...asked(request), response: null, cancelled: true }
      : { error: formatUnanswered(result) },
  answeredText(_output, request, result) {
    const [answer] = result.answers;
    if (answer === undefined || answer.skipped) return skippedText(request, result);
    return `User answered: ${[answer.text, ...(answer.notes === undefined ? [] : [answer.notes])].join(' — ')}`;
  },
  happened: { cancelled: 'User cancelled the question' },
  expected: '{ response, cancelled } or { error }',
  readResult(output, request) {
    const { response, cancelled, error } = fieldsIn(output);
    const message = textOf(error);
    if (message !== undefined) return unanswered(parseUnanswered(message) ?? toUnanswered('unavailable', message));
    if (cancelled === true) return unansweredOf('cancelled');
    if (cancelled === false && response === null) return answeredOf(request, []);
    if (!isRecord(response)) return undefined;
    const { kind, text, selections, comment } = response;
    const parsed = kind === 'freeform' ? { custom: textOf(text) } : { names: textsOf(selections) };
    return answeredOf(request, [{ ...parsed, notes: textOf(comment) }]);
  },
});
