import type {
  Answer,
  AnsweredResult,
  AskUserRequest,
  Issue,
  Question,
  QuestionInput,
  UnansweredResult,
} from '../core/index.js';
import { validateHtmlPreview } from '../core/question/html-preview.js';
import { clip } from '../core/question/issues.js';
import { LIMITS } from '../core/question/limits.js';
import { defineAgentDialect } from './define-dialect.js';
import { DEFAULT_FIELDS, type FieldNames, PREVIEW_FIELDS, sourcesOf } from './lib/fields.js';
import { issue, succeed } from './lib/issues.js';
import { annotationsByKey, readByKey, writeByKey, readNotes, uniqueKeys, withSkipped } from './lib/keys.js';
import { answered, notAResult } from './lib/read-answer.js';
import { readRequest } from './lib/read-request.js';
import { checkHtmlPreviews } from './lib/rules.js';
import { closed, flag, list, optional, text } from './lib/tool-schema.js';
import {
  describeUnanswered,
  NO_ANSWER,
  parseUnansweredText,
  statusIn,
  toUnanswered,
  unanswered,
} from './lib/unanswered.js';
import { fieldsIn, fromJson, isRecord, textOf, textsOf, tryRead } from './lib/values.js';
import { hasValues, writeRequest } from './lib/write-request.js';
import type { ToolDefinition, ToolDialect } from './types.js';

/**
 * PilotDeck's `ask_user_question`, with the descriptions of its source.
 *
 * The schema has `answers` and `annotations` because PilotDeck's schema has them. `parse` drops both, because only a
 * user can answer.
 */
const tool: ToolDefinition = {
  name: 'ask_user_question',
  aliases: ['AskUserQuestion'],
  description:
    'Use this tool when you need to ask the user one or more multiple-choice questions during execution. ' +
    'It is suitable for gathering preferences or requirements, clarifying ambiguous instructions, ' +
    'getting decisions on implementation choices, or offering the user concrete directions to choose from. ' +
    'Usage notes: provide 1-4 questions, each with 2-4 options; set multiSelect to true when a question ' +
    'should allow multiple selections; phrase the choices yourself instead of using this tool for open-ended ' +
    'free-form clarification. In plan mode, use ask_user_question to clarify requirements or choose between ' +
    'approaches before finalizing your plan. Do not use it to ask for plan approval; use exit_plan_mode for that.',
  throwsUnanswered: true,
  noChannel: 'ask_user_question requires a host elicitation channel (none registered).',
  refuses: firstViolation,
  inputSchema: closed({
    questions: list('Questions to ask the user. Provide 1-4 multiple-choice questions in one batch.', [1, 4], {
      question: text(
        'The full question shown to the user. Keep it clear and specific; if multiSelect is true, phrase it as a multi-select question.',
      ),
      header: text('Very short chip/tag label for the question (max 12 chars).', { maxLength: 12 }),
      options: list(
        'Available choices for this question. Provide 2-4 distinct options; they should be mutually exclusive unless multiSelect is true.',
        [2, 4],
        {
          label: text('Short display text for the option. This is what the user selects.'),
          description: text('Explanation of what the option means or what choosing it implies.'),
          preview: optional(
            text(
              'Optional host-specific preview content associated with this option. Hosts may surface it alongside the choice and may echo the selected preview back in annotations.',
            ),
          ),
        },
      ),
      multiSelect: optional(
        flag('Set to true to allow the user to select multiple options for this question instead of just one.'),
      ),
    }),
    answers: optional({
      type: 'object',
      description:
        'Optional pre-supplied answers keyed by question text. Values may be a single string or an array of strings for multi-select questions.',
    }),
    annotations: optional({
      type: 'object',
      description:
        'Optional per-question annotation data keyed by question text, such as selected preview text or free-form user notes returned by the host.',
    }),
    metadata: optional({
      type: 'object',
      description: 'Optional metadata forwarded to the host with the elicitation request. Not displayed to the user.',
      properties: {
        source: text('Optional identifier describing why this question was asked, for host-side analytics or routing.'),
      },
    }),
  }),
};

const { minOptions, maxOptions = Infinity, maxQuestions = Infinity, headerMaxLength = Infinity } = LIMITS.pilotDeck;

const readList = (value: unknown): readonly unknown[] => {
  const list = fromJson(value);
  return Array.isArray(list) ? list : [];
};

const refusal = (path: string, message: string): Issue => issue('invalid_schema', path, clip(message));

function* violations(questions: readonly unknown[]): Generator<Issue, undefined> {
  if (questions.length < 1) yield refusal('questions', `Provide 1-${maxQuestions} questions`);
  if (questions.length > maxQuestions) yield refusal('questions', `At most ${maxQuestions} questions allowed`);
  for (const { question, options } of questions.map(fieldsIn)) {
    const { length } = readList(options);
    if (length >= minOptions && length <= maxOptions) continue;
    const message = `Question "${String(question)}" must have ${minOptions}-${maxOptions} options`;
    yield refusal('questions[].options', message);
  }
  const texts = new Set<unknown>();
  for (const { question, header, options } of questions.map(fieldsIn)) {
    const text = String(question);
    if (texts.has(question)) yield refusal('questions', `Question texts must be unique: "${text}"`);
    texts.add(question);
    if (typeof header === 'string' && header.length > headerMaxLength) {
      yield refusal('questions[].header', `header for "${text}" exceeds ${headerMaxLength} chars`);
    }
    const labels = new Set<unknown>();
    for (const { label, preview } of readList(options).map(fieldsIn)) {
      const message = `Option labels must be unique within question "${text}"`;
      if (labels.has(label)) yield refusal('questions[].options', message);
      labels.add(label);
      const wrong = typeof preview === 'string' ? validateHtmlPreview(preview) : null;
      const where = `Option "${String(label)}" in question "${text}"`;
      if (wrong !== null) yield refusal('questions[].options[].preview', `${where}: ${wrong}`);
    }
  }
}

/**
 * Returns an issue if an input violates one of the rules E1 to E4 and E7, or cannot be read. For E1 to E4, the message
 * is the tool's, shortened to at most 1,000 UTF-16 code units.
 *
 * Source: `validateInput` of PilotDeck's ask-user-question tool.
 */
function firstViolation(input: unknown): Issue | undefined {
  const first = () => violations(readList(fieldsIn(fromJson(input))['questions'])).next().value;
  return tryRead(first, refusal('', 'Could not be read. Send plain JSON.'));
}

const FIELDS: FieldNames = { ...PREVIEW_FIELDS, metadata: 'source' };

const DECLINED = /^User declined to answer questions(?: \(([^]*)\))?$/;

/** Previews of the selected options, and notes, returned beside an answer. */
type PilotDeckAnnotation = {
  /** Previews of the selected options, joined by an empty line. */
  readonly preview?: string;
  /** Notes of the user. */
  readonly notes?: string;
};

/** Output of the `pilotDeck` dialect for an answered request: the `data` of its tool result. */
type PilotDeckOutput = {
  /** Questions as the model sent them. A question that is not a valid `QuestionInput` is as parsed. */
  readonly questions: readonly QuestionInput[];
  /** Answers by question text. An array for multi-select questions. */
  readonly answers: Readonly<Record<string, string | readonly string[]>>;
  /** Annotations by question text. Absent without annotations. */
  readonly annotations?: Readonly<Record<string, PilotDeckAnnotation>>;
};

/** Output of the `pilotDeck` dialect for an unanswered request. `formatResult` returns it, and does not throw it. */
type PilotDeckError = {
  /** The tool's error. */
  readonly error: {
    /** `invalid_schema` for the status `invalid`, else `unsupported_tool`. */
    readonly code: 'unsupported_tool' | 'invalid_schema';
    /** Message for the agent. */
    readonly message: string;
    /** Status of the result. Absent for `cancelled`. */
    readonly status?: Exclude<UnansweredResult['status'], 'cancelled'>;
  };
};

/**
 * Formats answers as PilotDeck's model text, byte for byte (rule E9). The answers need not come from a dialog.
 *
 * @param answers - Answers by question text.
 * @param annotations - Annotations by question text.
 */
export function formatPilotDeckText(
  answers: PilotDeckOutput['answers'],
  annotations: PilotDeckOutput['annotations'] = {},
): string {
  const entries = Object.entries(answers).map(([key, answer]) => {
    const { preview, notes } = annotations[key] ?? {};
    const parts = [`"${key}"="${typeof answer === 'string' ? answer : answer.join(', ')}"`];
    if (preview) parts.push(`selected preview:\n${preview}`);
    if (notes) parts.push(`user notes: ${notes}`);
    return parts.join(' ');
  });
  return `User has answered your questions: ${entries.join(', ')}. You can now continue with the user's answers in mind.`;
}

const isText = (value: unknown) => value === undefined || typeof value === 'string';

const isOption = (value: unknown) =>
  typeof value === 'string' ||
  (isRecord(value) && typeof value.label === 'string' && isText(value.description) && isText(value.preview));

const isQuestion = (value: unknown): value is QuestionInput =>
  isRecord(value) &&
  typeof value.question === 'string' &&
  isText(value.id) &&
  isText(value.header) &&
  isText(value.context) &&
  (value.options === undefined || (Array.isArray(value.options) && value.options.every(isOption))) &&
  (value.multiSelect === undefined || typeof value.multiSelect === 'boolean');

const questionAsParsed = ({ question, header, context, options, multiSelect }: Question): QuestionInput => ({
  question,
  ...(header !== undefined && { header }),
  ...(context !== undefined && { context }),
  options: options.map(({ value: _value, ...option }) => option),
  multiSelect,
});

/**
 * Returns the questions as sent. A question that is not a valid `QuestionInput`, or has values that are not for the agent,
 * is as parsed.
 */
function questionsAsSent({ raw, questions }: AskUserRequest): readonly QuestionInput[] {
  const sent = tryRead(() => sourcesOf(fromJson(raw)).list, []);
  return questions.map(
    (question, i) =>
      tryRead(() => {
        const original = sent[i];
        return isQuestion(original) && original.question === question.question && !hasValues(question)
          ? original
          : undefined;
      }, undefined) ?? questionAsParsed(question),
  );
}

function formatAnnotation({ selected, notes }: Answer): PilotDeckAnnotation {
  const preview = selected.flatMap((option) => option.preview || []).join('\n\n');
  return { ...(preview && { preview }), ...(notes && { notes }) };
}

const formatAnswered = (result: AnsweredResult, request: AskUserRequest): PilotDeckOutput => ({
  questions: questionsAsSent(request),
  answers: writeByKey(request, result, ({ answer, skipped }) => {
    if (skipped) return undefined;
    return typeof answer === 'string' ? answer : [...answer];
  }),
  ...annotationsByKey(request, result, formatAnnotation),
});

function formatUnanswered(result: UnansweredResult, request: AskUserRequest): PilotDeckError {
  if (result.status === 'cancelled') {
    const reason = result.reason ? ` (${result.reason})` : '';
    return { error: { code: 'unsupported_tool', message: `User declined to answer questions${reason}` } };
  }
  const code = result.status === 'invalid' ? 'invalid_schema' : 'unsupported_tool';
  return { error: { code, message: describeUnanswered(result, request), status: result.status } };
}

/** Additional fields of PilotDeck's tool registry. */
type RegistryFields = {
  /** PilotDeck's kind of the tool. */
  readonly kind: 'session';
  /** PilotDeck's field of the same name, kept from the older implementation that its tool mirrors. */
  readonly shouldDefer: boolean;
  /** Maximum size of the tool's result, in bytes. */
  readonly maxResultBytes: number;
  /** PilotDeck's flag for tools without side effects. */
  readonly isReadOnly: boolean;
  /** PilotDeck's flag for tools that can run concurrently. */
  readonly isConcurrencySafe: boolean;
  /** PilotDeck's flag for tools that wait for the user. */
  readonly requiresUserInteraction: boolean;
};

const REGISTRY_FIELDS: RegistryFields = {
  kind: 'session',
  shouldDefer: true,
  maxResultBytes: 100_000,
  isReadOnly: true,
  isConcurrencySafe: true,
  requiresUserInteraction: true,
};

const dialect: ToolDialect<PilotDeckOutput, PilotDeckError> = defineAgentDialect({
  name: 'pilotDeck',
  agent: 'PilotDeck `ask_user_question`',
  tool,
  limits: LIMITS.pilotDeck,
  capabilities: { keyedBy: 'text', multiSelect: 'list', notes: 'withAnswer', previews: true, discuss: true },
  parse(input, options) {
    const previewFormat = options.previewFormat ?? 'html';
    const rules = previewFormat === 'html' ? [checkHtmlPreviews] : [];
    return readRequest(input, { fields: DEFAULT_FIELDS, rules, advice: [uniqueKeys()] }, { ...options, previewFormat });
  },
  formatRequest: (request) => writeRequest(request, FIELDS, { limits: LIMITS.pilotDeck }),
  format: formatAnswered,
  formatUnanswered,
  answeredText({ answers, annotations }, request, result) {
    const text = Object.keys(answers).length > 0 ? formatPilotDeckText(answers, annotations) : '';
    return withSkipped(text, request, result, ' ');
  },
  unansweredText: ({ error: { message } }, _request, { status }) =>
    status === 'cancelled' ? `${message}. ${NO_ANSWER}` : message,
  parseResult(output, request) {
    const { answers, annotations, error } = fieldsIn(output);
    if (isRecord(error)) {
      const status = statusIn(error['status']) ?? 'cancelled';
      const message = textOf(error['message']) ?? '';
      if (status === 'cancelled') return unanswered(status, DECLINED.exec(message)?.[1]);
      return succeed(parseUnansweredText(message, request) ?? toUnanswered(status));
    }
    if (!isRecord(answers)) return notAResult('{ questions, answers } or { error }');
    const notes = readNotes(request, annotations);
    const chosen = readByKey(request, answers, textsOf);
    return answered(request, (_, i) => ({ names: chosen[i], notes: notes[i] }));
  },
});

/**
 * PilotDeck's `ask_user_question` (alias `AskUserQuestion`).
 *
 * | status | output |
 * | --- | --- |
 * | answered | `{ questions, answers: { [question]: string \| string[] }, annotations?: { [question]: { preview?, notes? } } }` |
 * | cancelled | `{ error: { code: 'unsupported_tool', message: 'User declined to answer questions (reason)' } }` (rule E10), without parentheses if there is no reason |
 * | declined, aborted, superseded, connectionLost, timedOut, unavailable | the same with `status`, and a message that states what happened and that no option was selected |
 * | declined with `discuss` | the previous row with a message that states that the user has not answered yet, with the answers so far |
 * | invalid | the row of declined with the code `invalid_schema`, and the issues in the message |
 *
 * The output contains the questions as the model sent them. A question that is not a valid `QuestionInput`, such as one
 * with its options in JSON text, is as parsed. Several previews are joined by an empty line. For an answered request,
 * `toModelText` returns the text of rule E9, byte for byte. Skipped questions are omitted, and another sentence names
 * them. Rule E9 does not escape quotation marks, so text with `", "` and `"="` can look like other answers to the model.
 * The output is not affected.
 *
 * `formatRequest` adds missing headers, and empty descriptions to options without one.
 *
 * Previews are HTML unless `previewFormat` sets another format. `parse` reports HTML previews that violate rule E7.
 *
 * If two questions have the same text, the second is keyed `text (2)` and `parse` reports it. The array of a
 * multi-select question preserves labels with commas and custom text. Equal labels are ambiguous, and so is custom text
 * that equals a label.
 *
 * Source: the specification of PilotDeck's ask-user-question tool, rules E1 to E10.
 */
export const pilotDeck: ToolDialect<PilotDeckOutput, PilotDeckError> & { readonly tool: RegistryFields } = {
  ...dialect,
  tool: { ...dialect.tool, ...REGISTRY_FIELDS },
};
