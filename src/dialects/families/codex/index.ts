import type { Answer, UnansweredResult } from '../../../core/answer/types.js';
import { defined, isRecord } from '../../../core/guards.js';
import type { Limits } from '../../../core/question/limits.js';
import type { Question } from '../../../core/question/types.js';
import { defineDialect } from '../../define-dialect.js';
import { getReason } from '../../wire/unanswered.js';
import { type Envelope, nonEmptyFields } from '../../wire/envelope.js';
import { type Fields, fieldsIn } from '../../wire/fields.js';
import { type Key, keyedByText, answersByKey } from '../../wire/keyed.js';
import { questionFields } from '../../wire/signature.js';
import { answeredBy, unansweredOf, type ParsedAnswer, textOf, textsOf, wireName } from '../../wire/read-answer.js';
import { ruledBy, disallowOther } from '../../wire/read-request.js';
import { requireIds } from '../../wire/rules.js';
import type { Shape } from '../../wire/shape.js';
import { describedOptions, someHeader } from '../../wire/write-request.js';
import type { ToolDialect } from '../../types.js';
import { codexTool } from './tool.js';

const SHAPE: Shape = {
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
const NOTE = 'user_note: ';
/** Option that codex' own dialog adds to each question. The note beside it is the user's own answer. */
const NONE = 'None of the above';
const BY_ID: Key = { called: 'id', field: 'id', of: ({ id }) => id };

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
function itemsOf({ selected, custom, notes, skipped }: Answer): string[] {
  const words = custom ?? (skipped && notes !== undefined ? '' : undefined);
  const remarks = [words, notes].filter((text) => text !== undefined);
  return [...selected.map(({ label }) => label), ...remarks.map((text) => NOTE + text)];
}

function formatUnansweredOutput(result: UnansweredResult): CodexResponse | CodexInterrupt {
  const { status } = result;
  if (status === 'declined') return { answers: {} };
  return defined<CodexInterrupt>({ interrupt: true, status, reason: getReason(result) });
}

function parseAnswer({ options }: Question, answer: unknown): ParsedAnswer {
  const isOffered = (item: string) => options.some((option) => wireName(option) === item);
  const isNote = (item: string) => item.startsWith(NOTE) && !isOffered(item);
  const items = textsOf(fieldsIn(answer)['answers']).filter((item) => item !== NONE || isOffered(item));
  const names = items.filter((item) => !isNote(item));
  const remarks = items.filter(isNote).map((item) => item.slice(NOTE.length));
  const custom = names.length === 0 ? remarks.shift() : undefined;
  return { names, custom, notes: remarks.join('\n') };
}

function withConstraints(question: Question, { isOther, isSecret }: Fields): Question {
  const asked = disallowOther(question, isOther);
  return isSecret === true ? ruledBy(asked, { secret: true }) : asked;
}

/** Unwraps the JSON-RPC request or its `params`. Any other object is the input itself. */
function open(source: unknown): Envelope | undefined {
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
 * Source: openai/codex 0.169.0 app server (v2), and `codex-rs/tui/src/bottom_pane/request_user_input/mod.rs` at
 * 0367a2d.
 */
export const codex: ToolDialect<CodexResponse, CodexResponse | CodexInterrupt> = defineDialect({
  name: 'codex',
  agent: 'codex `request_user_input`',
  tool: codexTool,
  capabilities: {
    keyedBy: 'id',
    multiSelect: 'unsupported',
    customText: 'separate',
    notes: true,
    statuses: ['declined', 'cancelled'],
  },
  shape: SHAPE,
  limits: LIMITS,
  open,
  oneChoice: true,
  finish: withConstraints,
  beyond: [requireIds],
  signatureIn: open,
  signature: (source) => {
    const questions = questionFields(source);
    const isParams = ['threadId', 'turnId', 'itemId'].every((name) => typeof source[name] === 'string');
    const ours = ({ isOther, isSecret }: Fields) => typeof isOther === 'boolean' || typeof isSecret === 'boolean';
    return questions.length > 0 && (isParams || questions.some(ours));
  },
  write: {
    extra: (question, i) => ({
      header: someHeader(question, i),
      ...(question.options.length > 0 && { options: describedOptions(question) }),
      ...(question.constraints?.secret && { isSecret: true }),
    }),
    constraints: ['secret'],
  },
  formatAnswered: (result, request) => ({
    answers: keyedByText(request, result, (answer) => ({ answers: itemsOf(answer) }), BY_ID),
  }),
  formatUnansweredOutput,
  happened: { cancelled: 'request_user_input was cancelled before receiving a response' },
  expected: '{ answers: { [id]: { answers: string[] } } } or { interrupt: true }',
  readResult(output, request) {
    const { answers, interrupt } = fieldsIn(output);
    if (interrupt === true) return unansweredOf('cancelled');
    if (!isRecord(answers)) return undefined;
    if (Object.keys(answers).length === 0) return unansweredOf('declined');
    const given = answersByKey(request, answers, (answer) => answer, BY_ID);
    return answeredBy(request, (question, i) => parseAnswer(question, given[i]));
  },
});
