import { isRecord } from '../../../core/guards.js';
import type { Limits } from '../../../core/question/limits.js';
import type { AskUserRequest, PreviewFormat, Question } from '../../../core/question/types.js';
import { call, SHAPE } from './call.js';
import {
  type ClaudeCodeAllow,
  type ClaudeCodeDeny,
  type ClaudeCodeInput,
  formatAnswered,
  formatUnansweredDecision,
  modelText,
  readClarifyText,
} from './result.js';
import { UNANSWERED_STATUSES } from '../../../core/answer/statuses.js';
import { fieldsIn } from '../../wire/fields.js';
import { formatterOf } from '../../wire/format-result.js';
import { answersByKey, sameKeys } from '../../wire/keyed.js';
import { FOUR_BY_FOUR } from '../../wire/limits.js';
import { hasSignature } from '../../wire/signature.js';
import { splitQuoted } from '../../wire/quoted.js';
import {
  answeredBy,
  discussionOf,
  unansweredOf,
  resultReader,
  type ParsedAnswer,
  textOf,
  textsOf,
  unanswered,
} from '../../wire/read-answer.js';
import { readRequest } from '../../wire/read-request.js';
import { checkHtmlPreviews } from '../../wire/rules.js';
import { someHeader, writeRequest } from '../../wire/write-request.js';
import { withTool } from '../../with-tool.js';
import type { ToolDialect } from '../../types.js';
import { claudeCodeTool } from './tool.js';

const LIMITS: Limits = {
  ...FOUR_BY_FOUR,
  optionsRequired: true,
  headerRequired: true,
  descriptionRequired: true,
  uniqueQuestions: true,
  uniqueLabels: true,
};

/** Capability of a session that accepts `annotations[question].unanswered`. */
const UNANSWERED = 'ask_user_question_unanswered_v1';

/** Options for `createClaudeCodeDialect`, from the host's Claude Code session. */
export interface ClaudeCodeOptions {
  /** `capabilities` of the session's `init` message. @default [] */
  readonly capabilities?: readonly string[] | undefined;
  /** The host's `toolConfig.askUserQuestion.previewFormat`. @default 'markdown' */
  readonly previewFormat?: Extract<PreviewFormat, 'markdown' | 'html'> | undefined;
}

/**
 * Parses an answer: a list, or one text. The text for a multi-select question is a quoted list, or labels that a host
 * joined without quoting them.
 */
function parseAnswer({ options, multiSelect }: Question, answer: unknown, notes: unknown): ParsedAnswer {
  const text = textOf(answer);
  if (text === undefined) return { names: textsOf(answer), notes: textOf(notes) };
  const entries = multiSelect ? splitQuoted(text) : undefined;
  const labels = new Set(options.map(({ label }) => label));
  const listed = entries?.slice(0, -1).every((entry) => labels.has(entry));
  return listed ? { names: entries, notes: textOf(notes) } : { joined: text, notes: textOf(notes) };
}

function parseAllowed({ answers, annotations, response }: ClaudeCodeInput, request: AskUserRequest) {
  const noted = answersByKey(request, annotations, fieldsIn);
  const unanswered = noted.map((one) => one?.['unanswered']);
  const inChat = textOf(response)?.trim() || unanswered.includes('replied_in_chat');
  if (!isRecord(answers) || unanswered.every((why) => why === 'dismissed' || why === 'replied_in_chat')) {
    return unansweredOf(inChat ? 'superseded' : 'declined');
  }
  // The answer of an unanswered question is a placeholder, not a text of the user.
  const texts = answersByKey(request, answers, (one) => one).map((text, i) => (unanswered[i] ? undefined : text));
  return answeredBy(request, (question, i) => parseAnswer(question, texts[i], noted[i]?.['notes']));
}

/**
 * Creates the `claudeCode` dialect for one session.
 *
 * With the capability `ask_user_question_unanswered_v1`, `annotations[question].unanswered` contains why a question has
 * no answer: `skipped`, `dismissed` for each question of a request declined without `discuss`, or `replied_in_chat` for
 * each question of a superseded one. A superseded request is then allowed without answers. Sessions without the
 * capability can reject this field.
 *
 * @example createClaudeCodeDialect({ capabilities: init.capabilities, previewFormat: 'html' })
 */
export function createClaudeCodeDialect({
  capabilities = [],
  previewFormat = 'markdown',
}: ClaudeCodeOptions = {}): ToolDialect<ClaudeCodeAllow, ClaudeCodeAllow | ClaudeCodeDeny> {
  const capable = capabilities.includes(UNANSWERED);

  return withTool(claudeCodeTool, {
    name: 'claudeCode',
    agent: 'Claude Code `AskUserQuestion`',
    capabilities: {
      keyedBy: 'text',
      optionsBy: 'label',
      multiSelect: 'joined',
      customText: 'inline',
      notes: true,
      previews: true,
      skipped: true,
      discuss: true,
      statuses: UNANSWERED_STATUSES,
    },
    limits: LIMITS,
    parse(input, options) {
      const format = options?.previewFormat ?? previewFormat;
      const beyond = format === 'html' ? [checkHtmlPreviews] : [];
      const requestFormat = { shape: SHAPE, limits: LIMITS, open: call, beyond, advice: [sameKeys()] };
      return readRequest(input, requestFormat, { ...options, previewFormat: format });
    },
    matches: (input) =>
      hasSignature(input, (source) => {
        const request = isRecord(source['request']) ? source['request'] : source;
        return request['subtype'] === 'can_use_tool' && call(source) !== undefined;
      }),
    formatRequest(request) {
      const extra = (question: Question, i: number) => ({
        header: someHeader(question, i),
        options: question.options.map(({ label, description = '', preview }) => ({
          label,
          description,
          ...(preview !== undefined && { preview }),
        })),
      });
      return writeRequest(request, SHAPE, { extra, limits: LIMITS });
    },
    formatResult: formatterOf(
      (result, request) => formatAnswered(result, request, capable),
      (result, request) => formatUnansweredDecision(result, request, capable),
    ),
    toModelText: (result, request) => modelText(result, request, capable),
    parseResult: resultReader(
      '{ behavior: "allow", updatedInput } or { behavior: "deny", message }',
      (output, request) => {
        const { behavior, updatedInput, message, interrupt } = fieldsIn(output);
        if (behavior === 'allow' && isRecord(updatedInput)) return parseAllowed(updatedInput, request);
        if (behavior !== 'deny') return undefined;
        const clarify = readClarifyText(textOf(message) ?? '');
        if (!clarify) return unansweredOf(interrupt === true ? 'cancelled' : 'declined', textOf(message));
        const parsed = clarify.soFar.map(({ question, answer, notes }) => ({
          question,
          names: textsOf(answer),
          notes,
        }));
        return unanswered(discussionOf(request, parsed, clarify.reason));
      },
    ),
  });
}

/**
 * Claude Code's `AskUserQuestion`, for hosts on the Claude Agent SDK. `formatResult` returns the result of
 * `canUseTool`.
 *
 * `parse` accepts the tool's input, a control request `can_use_tool`, the input of a `PreToolUse` hook, a `tool_use`
 * block, and `deferred_tool_use`. `updatedInput` is the input as sent, but fields that only the user may set, such as
 * `answers`, never come from the model. Previews are Markdown, which Claude Code shows in a monospace box. With
 * `createClaudeCodeDialect({ previewFormat: 'html' })` they are HTML fragments, and `parse` reports invalid ones.
 *
 * | status | output |
 * | --- | --- |
 * | answered | `{ behavior: 'allow', updatedInput: { ...input, answers: { [question]: string }, annotations?: { [question]: { preview?, notes? } } } }` |
 * | declined | `{ behavior: 'allow', updatedInput: input }` without answers: "The user did not answer the questions." The turn continues |
 * | declined with `discuss` | `{ behavior: 'deny', message }`: the turn continues. `message` states that the user wants to clarify the questions, and contains the user's message and the answers so far |
 * | cancelled | `{ behavior: 'deny', message, interrupt: true }`: the turn ends |
 * | aborted, superseded, connectionLost, timedOut, unavailable, invalid | `{ behavior: 'deny', message }`: the turn continues. `message` states what happened and that no option was selected |
 *
 * The reason of a request that was declined without `discuss` is lost. In a session with the capability
 * `ask_user_question_unanswered_v1`, a superseded request is also allowed without answers, and its reason is lost.
 *
 * Multi-select answers are lists separated by `", "`, as in Claude Code's dialog. A label or text that contains `", "`
 * or a quotation mark is quoted as JSON, so labels with commas are preserved. Equal labels are ambiguous, and so is
 * custom text that equals a label. Claude Code rejects equal labels and equal question texts. If two questions have the
 * same text, the second is keyed `text (2)`, which Claude Code ignores, and `parse` reports it. A preview is returned
 * only if exactly one option is selected.
 *
 * Claude Code does not escape quotation marks in its model text, so answers, notes, and questions that contain them
 * could look like other answers. `toModelText` writes them as JSON.
 *
 * Skipped questions are omitted from `answers`. Claude Code writes the model text and does not mention questions that
 * have neither an answer nor notes. For hosts that run the tool themselves, `toModelText` adds a sentence that names
 * these questions.
 *
 * Source: `@anthropic-ai/claude-agent-sdk` 0.3.330 (Claude Code 2.1.330).
 */
export const claudeCode: ToolDialect<ClaudeCodeAllow, ClaudeCodeAllow | ClaudeCodeDeny> = createClaudeCodeDialect();
