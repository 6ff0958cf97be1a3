import { isBlank, isRecord } from '../core/guards.js';
import type { Issue } from '../core/question/issues.js';
import type { Limits } from '../core/question/limits.js';
import { fromJson } from '../core/question/scan.js';
import type { AskUserRequest } from '../core/question/types.js';
import { defineDialect } from './define-dialect.js';
import { type Envelope, listOf, reading } from './shared/envelope.js';
import { type Fields, fieldsIn } from './shared/fields.js';
import { listed, lost } from './shared/issues.js';
import { textsByPosition, withSkipped } from './shared/keyed.js';
import { FOUR_BY_FOUR } from './shared/limits.js';
import { answeredBy, endedOf, notAResult, textOf } from './shared/read-answer.js';
import { withoutOther } from './shared/read-request.js';
import { brokenLabels, each } from './shared/rules.js';
import type { Shape } from './shared/shape.js';
import { CHOICES } from './shared/shapes.js';
import { someHeader, writeRequest } from './shared/write-request.js';
import type { AgentDialect } from './types.js';

const SHAPE: Shape = { ...CHOICES, metadata: 'source' };

const LIMITS: Limits = { ...FOUR_BY_FOUR, optionsRequired: true, headerRequired: true, descriptionRequired: true };

/** What the `qwenCode` dialect's agent gets for an answered request: the reply to `session/request_permission`. */
export interface QwenCodeOutput {
  /** `optionId` is that of the option `allow_once` which the permission request offers. */
  readonly outcome: { readonly outcome: 'selected'; readonly optionId: string };
  /** Keyed by the question's position, from `"0"`; several labels, and Other's text after them, joined with `", "`. */
  readonly answers: Readonly<Record<string, string>>;
}

/** What the `qwenCode` dialect's agent gets for every other ending: the reply to `session/request_permission`. */
export interface QwenCodeEnding {
  /** For `declined` the option `reject_once` of the permission request. */
  readonly outcome: { readonly outcome: 'selected'; readonly optionId: string } | { readonly outcome: 'cancelled' };
}

const hasQuestions = ({ questions }: Fields): boolean => Array.isArray(questions) && questions.length > 0;

/** What the permission request says, as JSON-RPC or its `params` alone; `undefined` for any other input. */
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

/** The tool's input in a permission request: as the model wrote it, else as Qwen Code repeats it for a client. */
function open(source: unknown): Envelope | undefined {
  const found = permissionIn(source);
  if (!found) return undefined;
  const { path, call } = found;
  const requestId = textOf(call['toolCallId']);
  const rawInput = fromJson(call['rawInput']);
  const { qwenQuestions } = fieldsIn(call['_meta']);
  return isRecord(rawInput) && (hasQuestions(rawInput) || qwenQuestions == null)
    ? { input: rawInput, path: `${path}.rawInput`, requestId }
    : { input: qwenQuestions, path: `${path}._meta.qwenQuestions`, requestId };
}

/** The id of the permission option of a kind; where there is none, what Qwen Code calls its own. */
const optionOf = ({ raw }: AskUserRequest, kind: 'allow_once' | 'reject_once'): string =>
  reading(() => {
    const { options } = permissionIn(fromJson(raw))?.params ?? {};
    const found = listOf(options).find((option) => fieldsIn(option)['kind'] === kind);
    return textOf(fieldsIn(found)['optionId']);
  }, undefined) ?? (kind === 'allow_once' ? 'proceed_once' : 'cancel');

/** Byte for byte what Qwen Code makes of the answers. */
function answeredText({ answers }: QwenCodeOutput, { questions }: AskUserRequest): string {
  const lines = Object.entries(answers).map(([key, answer]) => {
    const header = questions[Number(key)]?.header || `Question ${Number(key) + 1}`;
    return `**${header}**: ${answer}`;
  });
  return `User has provided the following answers:\n\n${lines.join('\n') || 'No valid answers were provided.'}`;
}

/** Where Qwen Code's own tool wants a text and not white space. */
const blankTexts = each(({ header, options }) => [
  ...(header !== undefined && isBlank(header)
    ? [{ code: 'empty', path: 'header', message: 'Is blank. Send a text.' }]
    : []),
  ...brokenLabels(options, { filled: true }),
  ...options.flatMap(({ description }, i): Issue[] =>
    description !== undefined && isBlank(description)
      ? [{ code: 'empty', path: `options[${i}].description`, message: 'Is blank. Send a text.' }]
      : [],
  ),
]);

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
 * only Qwen Code's own programs set, gives a question without Other. The tool wants a description of every option: `formatRequest`
 * repeats the label where there is none, and says so.
 *
 * Source: Qwen Code 0.15.10 and 0.24.4, `packages/core/src/tools/askUserQuestion.ts` and its ACP session.
 */
export const qwenCode: AgentDialect<QwenCodeOutput, QwenCodeEnding> = defineDialect({
  name: 'qwenCode',
  agent: 'Qwen Code `ask_user_question`',
  carries: { keyedBy: 'position', several: 'joined', endings: ['declined', 'cancelled'] },
  shape: SHAPE,
  limits: LIMITS,
  open,
  finish: (question, { allowCustomInput }) => withoutOther(question, allowCustomInput),
  beyond: [blankTexts],
  signature: (source) => fieldsIn(permissionIn(source)?.call['_meta'])['qwenInteractionKind'] === 'user_question',
  formatRequest(request) {
    const written = writeRequest(request, SHAPE, {
      limits: LIMITS,
      extra: (question, i) => ({
        header: someHeader(question, i),
        options: question.options.map(({ label, description = '' }) => ({
          label,
          description: isBlank(description) ? label : description,
        })),
        ...(question.constraints?.allowCustom === false && { allowCustomInput: false }),
      }),
      constraints: ['allowCustom'],
    });
    const repeated = request.questions.flatMap(({ options }, i) =>
      options.flatMap(({ description = '' }, j) =>
        isBlank(description)
          ? [lost(`questions[${i}].options[${j}].description`, 'This wire needs one, so the label stands in for it.')]
          : [],
      ),
    );
    return written.ok ? { ...written, warnings: listed([...written.warnings, ...repeated]) } : written;
  },
  formatAnswered: (result, request) => ({
    outcome: { outcome: 'selected', optionId: optionOf(request, 'allow_once') },
    answers: textsByPosition(result),
  }),
  formatUnanswered: ({ status }, request) =>
    status === 'declined'
      ? { outcome: { outcome: 'selected', optionId: optionOf(request, 'reject_once') } }
      : { outcome: { outcome: 'cancelled' } },
  answeredText: (output, request, result) => withSkipped(answeredText(output, request), request, result),
  happened: { declined: 'User declined to answer the questions' },
  expected: '{ outcome, answers? }',
  readResult(output, request) {
    const { outcome, answers } = fieldsIn(output);
    if (!isRecord(outcome)) return undefined;
    if (outcome['outcome'] === 'cancelled') return endedOf('cancelled');
    if (outcome['outcome'] !== 'selected') return notAResult('{ outcome: { outcome: "selected" or "cancelled" } }');
    return isRecord(answers) ? answeredBy(request, (_, i) => ({ joined: textOf(answers[i]) })) : endedOf('declined');
  },
});
