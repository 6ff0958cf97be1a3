import type { Answer, AnsweredResult, AskUserRequest, Limits, Question, UnansweredResult } from '../core/index.js';
import type { PreviewFormat } from '../core/question/types.js';
import type { Discussion } from '../core/answer/types.js';
import { defineAgentDialect } from './define-dialect.js';
import { ANSWER_PATTERN, type AnswerSoFar, getAbout, isDiscussion, readQuoted, takeQuoted } from './lib/discuss.js';
import { type Unwrap, unwrapEnvelope } from './lib/envelope.js';
import { type FieldNames, PREVIEW_FIELDS } from './lib/fields.js';
import { succeed } from './lib/issues.js';
import { annotationsByKey, readByKey, writeByKey, keysOf, uniqueKeys, withSkipped } from './lib/keys.js';
import { besideQuotes, inQuotes, joinQuoted, splitQuoted } from './lib/quoted.js';
import { answered, notAResult, type ParsedAnswer } from './lib/read-answer.js';
import { readRequest } from './lib/read-request.js';
import { checkHtmlPreviews, UP_TO_FOUR } from './lib/rules.js';
import { closed, flag, list, optional, text } from './lib/tool-schema.js';
import {
  describeUnanswered,
  discussionOf,
  NO_ANSWER,
  parseUnansweredText,
  toUnanswered,
  unanswered,
} from './lib/unanswered.js';
import { defined, type Fields, fieldsIn, fromJson, isRecord, textOf, textsOf, tryRead } from './lib/values.js';
import { emptyOptions, hasValues, writeRequest } from './lib/write-request.js';
import type { ToolDefinition, ToolDialect } from './types.js';

/**
 * Claude Code's `AskUserQuestion`, for agents without such a tool. The descriptions are written for this package.
 * Claude Code itself already has the tool.
 */
const tool: ToolDefinition = {
  name: 'AskUserQuestion',
  description:
    'Ask the user 1-4 questions and wait for the answers. Use it if their decision determines how you continue ' +
    'and you cannot find the answer yourself. The user can always type another answer, so do not add an option ' +
    'for that.',
  inputSchema: closed({
    questions: list('The questions. Their texts must differ', [1, 4], {
      question: text('The complete question, ending with a question mark'),
      header: text('Short label for the question, at most 12 characters'),
      options: list('Options that the user can select. Their labels must differ', [2, 4], {
        label: text('The option in 1-5 words. It is returned as the answer'),
        description: text('What this option means'),
        preview: optional(text('Preview of the option, such as code or a sketch. Only for single-select questions')),
      }),
      multiSelect: flag('Whether the user can select several options', { default: false }),
    }),
    metadata: optional({
      type: 'object',
      description: 'Data for the host. The user does not see it',
      properties: { source: text('Source of the questions') },
    }),
  }),
};

const LIMITS: Limits = {
  ...UP_TO_FOUR,
  optionsRequired: true,
  headerRequired: true,
  descriptionRequired: true,
  uniqueQuestions: true,
  uniqueLabels: true,
};

/** Capability of a session that accepts `annotations[question].unanswered`. */
const UNANSWERED_CAPABILITY = 'ask_user_question_unanswered_v1';

/** Options for `createClaudeCodeDialect`, from the host's Claude Code session. */
export interface ClaudeCodeOptions {
  /** `capabilities` of the session's `init` message. @default [] */
  readonly capabilities?: readonly string[] | undefined;
  /** The host's `toolConfig.askUserQuestion.previewFormat`. @default 'markdown' */
  readonly previewFormat?: Extract<PreviewFormat, 'markdown' | 'html'> | undefined;
}

const FIELDS: FieldNames = { ...PREVIEW_FIELDS, metadata: 'source' };

/**
 * Unwraps a tool call: a control request `can_use_tool`, the input of a hook, a `tool_use` block, or
 * `deferred_tool_use`.
 */
const unwrap: Unwrap = (source) => {
  if (!isRecord(source)) return undefined;
  const { request } = source;
  const inner = isRecord(request) ? request : source;
  if ((inner['tool_name'] ?? inner['name']) !== 'AskUserQuestion') return undefined;
  const field = inner['input'] == null ? 'tool_input' : 'input';
  return {
    input: inner[field],
    path: inner === request ? `request.${field}` : field,
    requestId: textOf(source['request_id'] ?? inner['tool_use_id'] ?? inner['id']),
  };
};

/** Fields that only the user or the dialog may set. */
const USER_FIELDS = ['answers', 'annotations', 'response', 'followUp', 'afkTimeoutMs'];

/**
 * Returns the input as sent, without the fields in `USER_FIELDS`. If the input has no array `questions`, or has values that
 * are not for the agent, the request is formatted instead.
 */
function inputAsSent(request: AskUserRequest): Fields {
  const sent = tryRead(() => {
    const source = unwrapEnvelope(fromJson(request.raw), unwrap).input;
    if (!isRecord(source) || !Array.isArray(source['questions']) || request.questions.some(hasValues)) return undefined;
    return Object.fromEntries(Object.entries(source).filter(([name]) => !USER_FIELDS.includes(name)));
  }, undefined);
  if (sent) return sent;
  const written = writeRequest(request, FIELDS);
  return written.ok ? written.value : {};
}

/** Preview, notes, and reason for a missing answer to a question. */
interface ClaudeCodeAnnotation {
  /** Preview of the selected option. Absent for several options. */
  readonly preview?: string;
  /** Notes of the user. */
  readonly notes?: string;
  /** Set only in a session with the capability `ask_user_question_unanswered_v1`. The model does not see it. */
  readonly unanswered?: 'skipped' | 'replied_in_chat' | 'dismissed';
}

/** Input of the tool call with the user's answers. Other fields are kept, except those that only the user may set. */
export interface ClaudeCodeInput {
  /** Questions of the call. */
  readonly questions?: unknown;
  /** Answers by question text. Absent for unanswered requests. */
  readonly answers?: Readonly<Record<string, string>>;
  /** Annotations by question text. Absent without annotations. */
  readonly annotations?: Readonly<Record<string, ClaudeCodeAnnotation>>;
  /** Other fields of the input. */
  readonly [field: string]: unknown;
}

/**
 * Output of the `claudeCode` dialect that allows the call: a `PermissionResult` of `canUseTool`.
 *
 * The dialect returns it for answered requests and, without answers, for `declined` without `discuss`. In a session
 * with the capability `ask_user_question_unanswered_v1`, it also returns it for `superseded`.
 */
export interface ClaudeCodeAllow {
  /** Allows the call. */
  readonly behavior: 'allow';
  /** Input as sent, with the answers if the request was answered. */
  readonly updatedInput: ClaudeCodeInput;
}

/**
 * Output of the `claudeCode` dialect that denies the call: a `PermissionResult` of `canUseTool`. The dialect returns it
 * for every result for which it does not return `ClaudeCodeAllow`.
 */
export interface ClaudeCodeDeny {
  /** Denies the call. */
  readonly behavior: 'deny';
  /** Message for the agent. */
  readonly message: string;
  /** Ends the turn. Set only for `cancelled`. Otherwise the agent continues with `message` as the tool's error. */
  readonly interrupt?: true;
}

type Unanswered = NonNullable<ClaudeCodeAnnotation['unanswered']>;

const formatAnswer = ({ answer, skipped }: Answer): string | undefined => {
  if (skipped) return undefined;
  return typeof answer === 'string' ? answer : joinQuoted(answer);
};

/** @param hasUnanswered - Whether the session accepts `unanswered` annotations. */
function formatAnswered(result: AnsweredResult, request: AskUserRequest, hasUnanswered: boolean): ClaudeCodeAllow {
  const updatedInput = {
    ...inputAsSent(request),
    answers: writeByKey(request, result, formatAnswer),
    ...annotationsByKey(request, result, ({ selected: [only, another], notes, skipped }) =>
      defined<ClaudeCodeAnnotation>({
        preview: another ? undefined : only?.preview,
        notes,
        unanswered: skipped && hasUnanswered ? 'skipped' : undefined,
      }),
    ),
  };
  return { behavior: 'allow', updatedInput };
}

function allowUnanswered(request: AskUserRequest, unanswered: Unanswered | undefined): ClaudeCodeAllow {
  const annotations = unanswered && Object.fromEntries(keysOf(request).map((key) => [key, { unanswered }]));
  return { behavior: 'allow', updatedInput: { ...inputAsSent(request), ...(annotations && { annotations }) } };
}

const CLARIFY =
  'The user wants to clarify these questions, and has not answered yet. Nothing below was submitted, and nothing else was chosen.';
const ABOUT = 'The question to clarify: ';
const ASK_WHAT = 'Start by asking them what they would like to clarify.';
const ASKED = 'Questions asked:';
const NOT_ANSWERED = '(No answer provided)';
const ANSWER_LINE = new RegExp(`^ {2}Answer: ${ANSWER_PATTERN}$`);

function clarifyText(result: Discussion, request: AskUserRequest): string {
  const { reason, answers = [] } = result;
  const about = getAbout(result, request);
  const list = request.questions.map(({ id, question }) => {
    const one = answers.find(({ questionId, skipped }) => questionId === id && !skipped);
    const notes = one?.notes === undefined ? '' : ` (notes: ${JSON.stringify(one.notes)})`;
    return `- ${JSON.stringify(question)}\n  ${one ? `Answer: ${JSON.stringify(one.answer)}${notes}` : NOT_ANSWERED}`;
  });
  const named = about === undefined ? '' : `${ABOUT}${JSON.stringify(about)}. `;
  const instruction = reason ? `The user said: ${JSON.stringify(reason)}.` : ASK_WHAT;
  return `${CLARIFY} ${named}${instruction}\n\n${ASKED}\n${list.join('\n')}`;
}

function readClarifyText(
  text: string,
): { reason: string | undefined; about: string | undefined; soFar: readonly AnswerSoFar[] } | undefined {
  if (!text.startsWith(`${CLARIFY} `)) return undefined;
  const [head = '', , , ...lines] = text.slice(CLARIFY.length + 1).split('\n');
  const soFar = lines.flatMap((line, i): AnswerSoFar[] => {
    const [, answer, notes] = ANSWER_LINE.exec(line) ?? [];
    const question = lines[i - 1]?.slice(2);
    if (answer === undefined || question === undefined) return [];
    return [{ question: JSON.parse(question), answer: JSON.parse(answer), notes: notes && JSON.parse(notes) }];
  });
  const { value: about, rest } = takeQuoted(head, ABOUT);
  return { reason: readQuoted(rest.trimStart(), 'The user said: '), about, soFar };
}

function formatUnanswered(
  result: UnansweredResult,
  request: AskUserRequest,
  hasUnanswered: boolean,
): ClaudeCodeAllow | ClaudeCodeDeny {
  const { status } = result;
  if (isDiscussion(result)) return { behavior: 'deny', message: clarifyText(result, request) };
  if (status === 'declined') return allowUnanswered(request, hasUnanswered ? 'dismissed' : undefined);
  if (status === 'superseded' && hasUnanswered) return allowUnanswered(request, 'replied_in_chat');
  const deny: ClaudeCodeDeny = { behavior: 'deny', message: describeUnanswered(result, request) };
  return status === 'cancelled' ? { ...deny, interrupt: true } : deny;
}

const UNANSWERED_TEXT = 'The user did not answer the questions.';

/** Formats the answers as Claude Code does, except for quotation marks. Returns `''` if there are neither answers nor notes. */
function answersText(result: AnsweredResult, request: AskUserRequest): string {
  const texts = writeByKey(request, result, (answer) => {
    const { selected, notes, skipped } = answer;
    const text = formatAnswer(answer);
    if (!text && !notes) return undefined;
    const preview = !skipped && selected.length === 1 ? selected[0]?.preview : undefined;
    // Entries of a list are already quoted if necessary.
    const quoted = typeof answer.answer === 'string' ? inQuotes(text ?? '') : `"${text}"`;
    const entry = text ? `=${quoted}` : '=(no option selected)';
    return entry + (preview ? ` selected preview:\n${preview}` : '') + (notes ? ` notes: ${besideQuotes(notes)}` : '');
  });
  const list = Object.entries(texts).map(([key, text]) => `${inQuotes(key)}${text}`);
  if (list.length === 0) return '';
  const plain = result.answers.every(({ custom, notes }) => custom === undefined && notes === undefined);
  return plain
    ? `Your questions have been answered: ${list.join(', ')}. You can now continue with these answers in mind.`
    : `The user answered: ${list.join(', ')}. Read the answers carefully — they may request clarification, changes, ` +
        'or that you not proceed — and follow what they actually say.';
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
  const noted = readByKey(request, annotations, fieldsIn);
  const reasons = noted.map((one) => one?.['unanswered']);
  const inChat = textOf(response)?.trim() || reasons.includes('replied_in_chat');
  if (!isRecord(answers) || reasons.every((why) => why === 'dismissed' || why === 'replied_in_chat')) {
    return unanswered(inChat ? 'superseded' : 'declined');
  }
  // The answer of an unanswered question is a placeholder, not a text of the user.
  const texts = readByKey(request, answers, (one) => one).map((text, i) => (reasons[i] ? undefined : text));
  return answered(request, (question, i) => parseAnswer(question, texts[i], noted[i]?.['notes']));
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
  const hasUnanswered = capabilities.includes(UNANSWERED_CAPABILITY);

  return defineAgentDialect({
    name: 'claudeCode',
    agent: 'Claude Code `AskUserQuestion`',
    tool,
    limits: LIMITS,
    capabilities: { keyedBy: 'text', multiSelect: 'joined', notes: true, previews: true, discuss: true },
    parse(input, options) {
      const format = options.previewFormat ?? previewFormat;
      const rules = format === 'html' ? [checkHtmlPreviews] : [];
      const requestFormat = { fields: FIELDS, unwrap, rules, advice: [uniqueKeys()] };
      return readRequest(input, requestFormat, { ...options, previewFormat: format });
    },
    matches(source) {
      const request = isRecord(source['request']) ? source['request'] : source;
      return request['subtype'] === 'can_use_tool' && unwrap(source) !== undefined;
    },
    formatRequest: (request) => writeRequest(request, FIELDS, { limits: LIMITS, extra: emptyOptions }),
    format: (result, request) => formatAnswered(result, request, hasUnanswered),
    formatUnanswered: (result, request) => formatUnanswered(result, request, hasUnanswered),
    answeredText(_output, request, result) {
      // The text already names skipped questions that have notes.
      const unnamed = { ...result, answers: result.answers.filter(({ skipped, notes }) => skipped && !notes) };
      return withSkipped(answersText(result, request) || UNANSWERED_TEXT, request, unnamed, ' ');
    },
    unansweredText({ behavior }, request, result) {
      if (isDiscussion(result)) return clarifyText(result, request);
      return behavior === 'allow' ? `${UNANSWERED_TEXT} ${NO_ANSWER}` : describeUnanswered(result, request);
    },
    parseResult(output, request) {
      const { behavior, updatedInput, message, interrupt } = fieldsIn(output);
      if (behavior === 'allow' && isRecord(updatedInput)) return parseAllowed(updatedInput, request);
      if (behavior !== 'deny') {
        return notAResult('{ behavior: "allow", updatedInput } or { behavior: "deny", message }');
      }
      const text = textOf(message) ?? '';
      const clarify = readClarifyText(text);
      if (!clarify) {
        const status = interrupt === true ? 'cancelled' : 'declined';
        return succeed(parseUnansweredText(text, request) ?? toUnanswered(status));
      }
      const parsed = clarify.soFar.map(({ question, answer, notes }) => ({ question, names: textsOf(answer), notes }));
      return succeed(discussionOf(request, parsed, clarify));
    },
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
 * Source: `@anthropic-ai/claude-agent-sdk` 0.3.332 (Claude Code 2.1.332).
 */
export const claudeCode: ToolDialect<ClaudeCodeAllow, ClaudeCodeAllow | ClaudeCodeDeny> = createClaudeCodeDialect();
