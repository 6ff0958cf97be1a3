import type { Answered, AskUserResult, Ended } from '../core/answer/types.js';
import { isRecord } from '../core/guards.js';
import type { Limits } from '../core/question/limits.js';
import { fromJson } from '../core/question/scan.js';
import type { AskUserRequest, Question } from '../core/question/types.js';
import { endingText } from './shared/endings.js';
import { handOver, reading } from './shared/envelope.js';
import { skippedText, textsByPosition } from './shared/keyed.js';
import { hasMark } from './shared/marks.js';
import { answeredOf, endedOf, notAResult, textOf, type Said } from './shared/read-answer.js';
import { readShape, writeShape, type Fields, type Shape } from './shared/shape.js';
import { describedOptions, someHeader, withLostConstraints } from './shared/write.js';
import type { AgentDialect } from './types.js';

const SHAPE: Shape = {
  list: 'questions',
  question: { question: 'question', header: 'header', options: 'options', multiSelect: 'multiSelect' },
  option: { label: 'label', description: 'description' },
};

const LIMITS: Limits = {
  minQuestions: 1,
  maxQuestions: 4,
  minOptions: 2,
  maxOptions: 4,
  optionsRequired: true,
  headerRequired: true,
  descriptionRequired: true,
};

const DECLINED = 'User declined to answer the questions';

/** What the `qwenCode` dialect's agent gets for an answered request: the reply to `session/request_permission`. */
export interface QwenCodeOutput {
  /** `optionId` is that of the option `allow_once` which the permission request offers. */
  outcome: { outcome: 'selected'; optionId: string };
  /** Keyed by the question's position, from `"0"`; several labels, and Other's text after them, joined with `", "`. */
  answers: Record<string, string>;
}

/** What the `qwenCode` dialect's agent gets for every other ending: the reply to `session/request_permission`. */
export interface QwenCodeEnding {
  /** For `declined` the option `reject_once` of the permission request. */
  outcome: { outcome: 'selected'; optionId: string } | { outcome: 'cancelled' };
}

interface Permission {
  readonly input: unknown;
  readonly id: string | undefined;
  readonly options: readonly unknown[];
}

const hasQuestions = ({ questions }: Fields): boolean => Array.isArray(questions) && questions.length > 0;
const toolCallOf = (source: Fields): Fields | undefined => {
  const { toolCall } = isRecord(source['params']) ? source['params'] : source;
  return isRecord(toolCall) ? toolCall : undefined;
};

/** The permission request, as JSON-RPC or its `params` alone; `undefined` for any other input. */
const permissionOf = (raw: unknown): Permission | undefined =>
  reading(() => {
    const source = fromJson(raw);
    const call = isRecord(source) ? toolCallOf(source) : undefined;
    if (!isRecord(source) || !call) return undefined;
    const { options } = isRecord(source['params']) ? source['params'] : source;
    const written = fromJson(call['rawInput']);
    const rawInput = isRecord(written) ? written : {};
    const { qwenQuestions } = isRecord(call['_meta']) ? call['_meta'] : {};
    return {
      input: hasQuestions(rawInput) ? rawInput : { ...rawInput, questions: qwenQuestions },
      id: textOf(call['toolCallId']),
      options: Array.isArray(options) ? options : [],
    };
  }, undefined);

/** The id of the permission option of a kind; where there is none, what Qwen Code calls its own. */
function optionOf({ raw }: AskUserRequest, kind: 'allow_once' | 'reject_once'): string {
  const options = permissionOf(raw)?.options ?? [];
  const found = reading(() => options.find((option) => isRecord(option) && option['kind'] === kind), undefined);
  const own = kind === 'allow_once' ? 'proceed_once' : 'cancel';
  return reading(() => (isRecord(found) ? textOf(found['optionId']) : undefined), undefined) ?? own;
}

function formatResult(result: Answered, request: AskUserRequest): QwenCodeOutput;
function formatResult(result: Ended, request: AskUserRequest): QwenCodeEnding;
function formatResult(result: AskUserResult, request: AskUserRequest): QwenCodeOutput | QwenCodeEnding;
function formatResult(result: AskUserResult, request: AskUserRequest): QwenCodeOutput | QwenCodeEnding {
  if (result.status === 'declined') {
    return { outcome: { outcome: 'selected', optionId: optionOf(request, 'reject_once') } };
  }
  if (result.status !== 'answered') return { outcome: { outcome: 'cancelled' } };
  return {
    outcome: { outcome: 'selected', optionId: optionOf(request, 'allow_once') },
    answers: textsByPosition(result),
  };
}

/** Byte for byte what Qwen Code makes of the answers. */
function answeredText({ answers }: QwenCodeOutput, { questions }: AskUserRequest): string {
  const lines = Object.entries(answers).map(([key, answer]) => {
    const header = questions[Number(key)]?.header || `Question ${Number(key) + 1}`;
    return `**${header}**: ${answer}`;
  });
  return `User has provided the following answers:\n\n${lines.join('\n') || 'No valid answers were provided.'}`;
}

const withConstraints = (question: Question, { allowCustomInput }: Fields): Question =>
  allowCustomInput === false && question.options.length > 0
    ? { ...question, constraints: { allowCustom: false } }
    : question;

/**
 * Qwen Code's `ask_user_question`, and the permission request that asks it over ACP: `session/request_permission` as JSON-RPC,
 * or its `params`, with the questions in `toolCall.rawInput` or `toolCall._meta.qwenQuestions`. `formatResult` gives the
 * reply, with the `optionId` that the request offers, else Qwen Code's own, `proceed_once` and `cancel`.
 *
 * | status | the agent gets |
 * | --- | --- |
 * | answered | `{ outcome: { outcome: 'selected', optionId }, answers: { [position]: string } }`; the model reads a line `**header**: answer` of each |
 * | declined | `{ outcome: { outcome: 'selected', optionId } }`, the option `reject_once`: "User declined to answer the questions.", and the turn goes on |
 * | cancelled | `{ outcome: { outcome: 'cancelled' } }`: the turn ends (in 0.15 it goes on) |
 * | aborted, superseded, connectionLost, timedOut, unavailable, invalid | the same: the agent can't tell them from cancelled |
 *
 * Skipped questions are left out, and Qwen Code says nothing of them; `toModelText` names them. Equal question texts are no
 * problem: answers go by position. This wire joins selections with `", "`: labels with commas, equal labels, and Other's text
 * beside selections can't be told apart on it. Notes, previews and reasons are not on it. `allowCustomInput: false`, which
 * only Qwen Code's own programs set, gives a question without Other.
 *
 * Source: Qwen Code 0.15.10 and 0.24.4, `packages/core/src/tools/askUserQuestion.ts` and its ACP session.
 */
export const qwenCode: AgentDialect<QwenCodeOutput, QwenCodeEnding> = {
  name: 'qwenCode',
  agent: 'Qwen Code `ask_user_question`',
  carries: {
    keyedBy: 'position',
    choice: 'label',
    several: 'joined',
    custom: 'among',
    notes: false,
    previews: false,
    skipped: true,
    endings: ['declined', 'cancelled'],
  },
  limits: LIMITS,
  parse(input, options) {
    const permission = permissionOf(input);
    const given = {
      ...options,
      requestId: options?.requestId ?? permission?.id,
      limits: options?.limits ?? LIMITS,
    };
    return handOver(readShape(permission ? permission.input : input, SHAPE, given, withConstraints), input);
  },
  formatResult,
  toModelText(result, request) {
    if (result.status === 'declined') return endingText(result, DECLINED);
    if (result.status !== 'answered') return endingText(result);
    const texts = [answeredText(formatResult(result, request), request), skippedText(request, result)];
    return texts.filter(Boolean).join('\n');
  },
  recognises: (input) =>
    hasMark(input, (source) => {
      const { _meta: meta } = toolCallOf(source) ?? {};
      return isRecord(meta) && meta['qwenInteractionKind'] === 'user_question';
    }),
  formatRequest(request) {
    const written = writeShape(request, SHAPE, (question, i) => ({
      header: someHeader(question, i),
      options: describedOptions(question),
      ...(question.constraints?.allowCustom === false && { allowCustomInput: false }),
    }));
    return withLostConstraints(written, request, () => ['allowCustom']);
  },
  parseResult(wire, request) {
    const { outcome, answers } = isRecord(wire) ? wire : {};
    if (!isRecord(outcome)) return notAResult('{ outcome, answers? }');
    if (outcome['outcome'] === 'cancelled') return endedOf('cancelled');
    if (outcome['outcome'] !== 'selected') return notAResult('{ outcome: { outcome: "selected" or "cancelled" } }');
    if (!isRecord(answers)) return endedOf('declined');
    return answeredOf(
      request,
      request.questions.map((_, i): Said => ({ joined: textOf(answers[i]) })),
    );
  },
};
