import type { Answered, Ended } from '../core/answer/types.js';
import { defined, isBlank, isRecord } from '../core/guards.js';
import type { Limits } from '../core/question/limits.js';
import { fromJson } from '../core/question/scan.js';
import type { AskUserRequest } from '../core/question/types.js';
import { defineDialect } from './define-dialect.js';
import { ENDED, endingOf, endingText, endingWith } from './shared/endings.js';
import { listOf, type Open, some } from './shared/envelope.js';
import { fieldsIn } from './shared/fields.js';
import { skippedText } from './shared/keyed.js';
import { answeredOf, endedOf, textOf, textsOf, unanswered } from './shared/read-answer.js';
import { withoutOther } from './shared/read-request.js';
import type { Shape } from './shared/shape.js';
import type { AgentDialect } from './types.js';

const SHAPE: Shape = {
  question: { question: 'question', context: 'context', options: 'options', multiSelect: 'allowMultiple' },
  option: { label: 'title', labelAliases: ['text', 'value', 'name', 'option'], description: 'description' },
};

const LIMITS: Limits = { minQuestions: 1, maxQuestions: 1, minOptions: 0 };

const MARKS = ['allowMultiple', 'allowFreeform', 'allowComment'];

/** What the person answered: options, or own words. */
export type PiAskUserResponse =
  | {
      readonly kind: 'selection';
      /** Titles in option order, then the person's own words. */
      readonly selections: readonly string[];
      readonly comment?: string;
    }
  | { readonly kind: 'freeform'; readonly text: string };

/** What was asked, and the answer: the `details` of the tool's result. */
export interface PiAskUserDetails {
  readonly question: string;
  readonly context?: string;
  readonly options: readonly { readonly title: string; readonly description?: string }[];
  /** `null` where there is no answer. */
  readonly response: PiAskUserResponse | null;
  readonly cancelled: boolean;
}

/** What the `piAskUser` dialect's agent gets for an answered request. A skipped question has no `response`. */
export type PiAskUserOutput = PiAskUserDetails & { readonly cancelled: false };

/** What the `piAskUser` dialect's agent gets for every other ending. An `error` goes with `isError: true`. */
export type PiAskUserEnding =
  | (PiAskUserDetails & { readonly response: null; readonly cancelled: true })
  | { readonly error: string };

/** What the tool itself tells as cancelled. */
const CANCELLED: readonly Ended['status'][] = ['cancelled', 'declined', 'timedOut'];

/** What the model said for the dialog that asks, and not of the question. */
const open: Open = (source) => {
  if (!isRecord(source)) return undefined;
  const { allowComment, displayMode, timeout } = source;
  return { input: source, metadata: some({ allowComment, displayMode, timeout }) };
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

function responseTo({ answers: [answer] }: Answered): PiAskUserResponse | null {
  if (answer === undefined || answer.skipped) return null;
  const { selected, custom, notes } = answer;
  if (selected.length === 0) return { kind: 'freeform', text: custom ?? '' };
  const selections = [...selected.map(({ label }) => label), ...(custom === undefined ? [] : [custom])];
  return { kind: 'selection', selections, ...(notes !== undefined && { comment: notes }) };
}

/**
 * edlsh/pi-ask-user's `ask_user`: one question with optional choices, own words unless `allowFreeform: false`, and a comment.
 *
 * `formatResult` gives the `details` of its result, `{ question, context?, options, response, cancelled }`, or its error.
 *
 * | status | the agent gets |
 * | --- | --- |
 * | answered | the `response` `{ kind: 'selection', selections, comment? }`, or `{ kind: 'freeform', text }` where there are own words alone |
 * | answered, and skipped | `response: null, cancelled: false` |
 * | declined, cancelled, timedOut | `response: null, cancelled: true`, as the tool tells its own time limit, too |
 * | aborted, superseded, connectionLost, unavailable, invalid | `{ error }` with the text that the model reads, the reason in it |
 *
 * The model reads `User answered: a, b — comment`, byte for byte. Only `toModelText` tells declined, cancelled and timedOut apart.
 *
 * A label is read from `title`, `label`, `text`, `value`, `name` or `option`. `allowComment`, `displayMode` and `timeout` go into
 * the request's `metadata`: notes and time limits are the host's to offer.
 *
 * Labels with commas come back as they are, own words beside selections as the last of them; of two equal labels the agent
 * can't tell which, nor own words beside selections from an option that reads the same. Notes beside own words alone, or
 * beside a skipped question, are in the model's text and not in `details`. Previews and headers are not on this wire.
 *
 * Source: edlsh/pi-ask-user 0.14.0.
 */
export const piAskUser: AgentDialect<PiAskUserOutput, PiAskUserEnding> = defineDialect({
  name: 'piAskUser',
  agent: 'pi-ask-user `ask_user`',
  carries: {
    keyedBy: 'one',
    several: 'list',
    endings: ENDED.filter((status) => status === 'cancelled' || !CANCELLED.includes(status)),
  },
  shape: SHAPE,
  limits: LIMITS,
  open,
  finish: (question, { allowFreeform }) => withoutOther(question, allowFreeform),
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
  formatUnanswered: (result, request) =>
    CANCELLED.includes(result.status)
      ? { ...asked(request), response: null, cancelled: true }
      : { error: endingText(result) },
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
    if (message !== undefined) return unanswered(endingOf(message) ?? endingWith('unavailable', message));
    if (cancelled === true) return endedOf('cancelled');
    if (cancelled === false && response === null) return answeredOf(request, []);
    if (!isRecord(response)) return undefined;
    const { kind, text, selections, comment } = response;
    const said = kind === 'freeform' ? { custom: textOf(text) } : { chosen: textsOf(selections) };
    return answeredOf(request, [{ ...said, notes: textOf(comment) }]);
  },
});
