import type { Answer, Limits, Question, UnansweredResult } from '../core/index.js';
import { defineAgentDialect } from './define-dialect.js';
import { fieldsWithin, type Unwrap } from './lib/envelope.js';
import { type FieldNames, questionFields } from './lib/fields.js';
import { readByKey, type Key, writeByKey } from './lib/keys.js';
import { answered, notAResult, type ParsedAnswer, wireName } from './lib/read-answer.js';
import { disallowOther, readRequest, withConstraints } from './lib/read-request.js';
import { requireIds } from './lib/rules.js';
import { closed, list, text } from './lib/tool-schema.js';
import { statusAndReason, unanswered } from './lib/unanswered.js';
import { type Fields, fieldsIn, isRecord, nonEmptyFields, textOf, textsOf } from './lib/values.js';
import { writeRequest } from './lib/write-request.js';
import type { ToolDefinition, ToolDialect } from './types.js';

/** The `request_user_input` tool of codex. The descriptions are written for this package. */
const tool: ToolDefinition = {
  name: 'request_user_input',
  description:
    'Ask the user 1-3 short questions and wait for the answers. Prefer one question. Each has 2-3 options that ' +
    'exclude each other. The user can always type another answer, so do not add an option for that.',
  inputSchema: closed({
    questions: list('1-3 questions. Prefer one.', {
      id: text('Unique id in snake_case. The answer is returned under it.'),
      header: text('Short label for the question, at most 12 characters.'),
      question: text('The question, in one sentence.'),
      options: list('2-3 options that exclude each other.', {
        label: text('The option in 1-5 words. It is returned as the answer.'),
        description: text('What this option means, in one sentence.'),
      }),
    }),
  }),
};

const FIELDS: FieldNames = {
  list: 'questions',
  question: { id: 'id', question: 'question', header: 'header', options: 'options' },
  option: { label: 'label', description: 'description' },
};

const LIMITS: Limits = {
  minQuestions: 1,
  maxQuestions: 3,
  minOptions: 2,
  maxOptions: 3,
  optionsRequired: true,
  headerRequired: true,
  headerMaxLength: 12,
  descriptionRequired: true,
};

const METHOD = 'item/tool/requestUserInput';
const USER_NOTE = 'user_note: ';
/** Option that codex' own dialog adds to each question. The note beside it is the user's own answer. */
const NONE_OF_THE_ABOVE = 'None of the above';
const BY_ID: Key = { name: 'id', field: 'id', of: ({ id }) => id };

/** Unwraps the JSON-RPC request or its `params`. Any other object is the input itself. */
const unwrap: Unwrap = (source) => {
  if (!isRecord(source)) return undefined;
  const whole = source['method'] === METHOD;
  const params = whole ? source['params'] : source;
  const { threadId, turnId, itemId, isBlocking: blocks, autoResolutionMs: limit } = fieldsIn(params);
  const asked = typeof threadId === 'string' && typeof turnId === 'string';
  const isBlocking = typeof blocks === 'boolean' ? blocks : undefined;
  const autoResolutionMs = typeof limit === 'number' ? limit : undefined;
  return {
    input: params,
    ...(whole && { path: 'params' }),
    ...(asked && {
      requestId: textOf(itemId),
      metadata: nonEmptyFields({ threadId, turnId, itemId, isBlocking, autoResolutionMs }),
    }),
  };
};

function mapQuestion(question: Question, { isOther, isSecret }: Fields): Question {
  const asked = disallowOther(question, isOther);
  return isSecret === true ? withConstraints(asked, { secret: true }) : asked;
}

/** Output of the `codex` dialect for an answered or declined request: the `result` of its JSON-RPC request. */
type CodexResponse = {
  /**
   * By question ID: the selected label, then the custom text and the notes, each prefixed with `user_note: `. Empty for
   * a declined request.
   */
  readonly answers: Readonly<Record<string, { readonly answers: readonly string[] }>>;
};

/** Output of the `codex` dialect for every other status. The client calls `turn/interrupt` in place of a result. */
type CodexInterrupt = {
  /** Marks the output as an interrupt. */
  readonly interrupt: true;
  /** Status of the result, for the host's log. `turn/interrupt` takes only a thread and a turn. */
  readonly status: Exclude<UnansweredResult['status'], 'declined'>;
  /** Reason of the result, or the issues of an `invalid` result as text, for the host's log. */
  readonly reason?: string;
};

/** A skipped question with notes gets an empty custom text, so that its notes are not parsed as custom text. */
function formatAnswer({ selected, custom, notes, skipped }: Answer): string[] {
  const words = custom ?? (skipped && notes !== undefined ? '' : undefined);
  const remarks = [words, notes].filter((text) => text !== undefined);
  return [...selected.map(({ label }) => label), ...remarks.map((text) => USER_NOTE + text)];
}

function formatUnanswered(result: UnansweredResult): CodexResponse | CodexInterrupt {
  if (result.status === 'declined') return { answers: {} };
  return { interrupt: true, ...statusAndReason(result) };
}

function parseAnswer({ options }: Question, answer: unknown): ParsedAnswer {
  const isOffered = (item: string) => options.some((option) => wireName(option) === item);
  const isNote = (item: string) => item.startsWith(USER_NOTE) && !isOffered(item);
  const items = textsOf(fieldsIn(answer)['answers']).filter((item) => item !== NONE_OF_THE_ABOVE || isOffered(item));
  const names = items.filter((item) => !isNote(item));
  const remarks = items.filter(isNote).map((item) => item.slice(USER_NOTE.length));
  const custom = names.length === 0 ? remarks.shift() : undefined;
  return { names, custom, notes: remarks.join('\n') };
}

/**
 * The `request_user_input` tool of codex.
 *
 * `parse` accepts its arguments and the app server's request `item/tool/requestUserInput`, as a JSON-RPC message or its
 * `params`. `metadata` contains the message's `threadId`, `turnId`, `itemId`, `isBlocking`, and `autoResolutionMs`: if
 * `isBlocking` is `false`, codex continues without an answer, after `autoResolutionMs` milliseconds if that is set.
 * `itemId` is the default `requestId`.
 *
 * | status | output |
 * | --- | --- |
 * | answered | `{ answers: { [id]: { answers: string[] } } }`, with an empty list for a skipped question without notes |
 * | declined | `{ answers: {} }`: the turn continues |
 * | cancelled | `{ interrupt: true, status, reason? }`: there is no result. The client calls `turn/interrupt` with the thread and the turn |
 * | aborted, superseded, connectionLost, timedOut, unavailable, invalid | as for cancelled: the agent cannot distinguish them |
 *
 * Custom text and notes are separate items that start with `user_note: `, also for questions without options. If no
 * option is selected, the first such item is the custom text. It is empty for a skipped question with notes.
 * `parseResult` also reads the answers of codex' own dialog, in which the custom text follows "None of the above".
 *
 * - Labels with commas, texts that equal a label, and equal question texts are preserved. Equal labels are ambiguous.
 * - Answers are keyed by ID. `parse` generates an ID for each question that has none, and returns a warning, or an
 *   issue if it is strict.
 * - Previews are not returned. Multi-select is not supported: `parse` drops `multiSelect` with a warning.
 * - `isSecret` sets the constraint `secret`. `isOther: false` disallows custom text for questions with options. Codex
 *   sets `isOther: true` on every question.
 * - A question whose `options` are `null` has no options. The tool requires options, so `parse` returns a warning, or
 *   an issue if it is strict.
 *
 * Source: `@openai/codex` 0.171.0, the app server (v2) and `codex-rs/tui/src/bottom_pane/request_user_input/mod.rs`.
 */
export const codex: ToolDialect<CodexResponse, CodexResponse | CodexInterrupt> = defineAgentDialect({
  name: 'codex',
  agent: 'codex `request_user_input`',
  tool,
  limits: LIMITS,
  capabilities: {
    keyedBy: 'id',
    multiSelect: 'unsupported',
    customText: 'separate',
    notes: true,
    statuses: ['declined', 'cancelled'],
  },
  parse: (input, options) =>
    readRequest(input, { fields: FIELDS, unwrap, singleSelect: true, mapQuestion, rules: [requireIds] }, options),
  matches(source) {
    const message = fieldsWithin(source, unwrap);
    const questions = questionFields(message);
    const isParams = ['threadId', 'turnId', 'itemId'].every((name) => typeof message[name] === 'string');
    const ours = ({ isOther, isSecret }: Fields) => typeof isOther === 'boolean' || typeof isSecret === 'boolean';
    return questions.length > 0 && (isParams || questions.some(ours));
  },
  formatRequest: (request) =>
    writeRequest(request, FIELDS, {
      limits: LIMITS,
      extra: ({ constraints }) => (constraints?.secret ? { isSecret: true } : {}),
      represents: ['secret'],
    }),
  format: (result, request) => ({
    answers: writeByKey(request, result, (answer) => ({ answers: formatAnswer(answer) }), BY_ID),
  }),
  formatUnanswered,
  sentences: { cancelled: 'request_user_input was cancelled before receiving a response' },
  parseResult(output, request) {
    const { answers, interrupt } = fieldsIn(output);
    if (interrupt === true) return unanswered('cancelled');
    if (!isRecord(answers)) return notAResult('{ answers: { [id]: { answers: string[] } } } or { interrupt: true }');
    if (Object.keys(answers).length === 0) return unanswered('declined');
    const given = readByKey(request, answers, (answer) => answer, BY_ID);
    return answered(request, (question, i) => parseAnswer(question, given[i]));
  },
});
