import type { Answer, AnsweredResult, UnansweredResult } from '../../../core/answer/types.js';
import { isRecord } from '../../../core/guards.js';
import { LIMITS } from '../../../core/question/limits.js';
import { parseRequest } from '../../../core/question/parse-request.js';
import { fromJson } from '../../../core/question/scan.js';
import type { AskUserRequest, Question, QuestionInput } from '../../../core/question/types.js';
import { UNANSWERED_STATUSES } from '../../../core/answer/statuses.js';
import { formatUnanswered, toUnanswered, NO_ANSWER } from '../../wire/unanswered.js';
import { tryRead } from '../../wire/envelope.js';
import { fieldsIn } from '../../wire/fields.js';
import { formatterOf } from '../../wire/format-result.js';
import { annotationsByKey, keyedByText, notesByKey, answersByKey, sameKeys, withSkipped } from '../../wire/keyed.js';
import { withLimits } from '../../wire/limits.js';
import { answeredBy, parseUnansweredText, resultReader, textOf, textsOf, unanswered } from '../../wire/read-answer.js';
import { checkHtmlPreviews, withRules } from '../../wire/rules.js';
import { PREVIEWED, type Shape, sourcesOf } from '../../wire/shape.js';
import { hasValues, someHeader, writeRequest } from '../../wire/write-request.js';
import { withTool } from '../../with-tool.js';
import type { ToolDialect } from '../../types.js';
import { pilotDeckTool } from './tool.js';

const SHAPE: Shape = { ...PREVIEWED, metadata: 'source' };

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

const asInput = ({ question, header, context, options, multiSelect }: Question): QuestionInput => ({
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
function echo({ raw, questions }: AskUserRequest): readonly QuestionInput[] {
  const sent = tryRead(() => sourcesOf(fromJson(raw)).list, []);
  return questions.map(
    (question, i) =>
      tryRead(() => {
        const original = sent[i];
        return isQuestion(original) && original.question === question.question && !hasValues(question)
          ? original
          : undefined;
      }, undefined) ?? asInput(question),
  );
}

function annotationOf({ selected, notes }: Answer): PilotDeckAnnotation {
  const preview = selected.flatMap((option) => option.preview || []).join('\n\n');
  return { ...(preview && { preview }), ...(notes && { notes }) };
}

const formatAnswered = (result: AnsweredResult, request: AskUserRequest): PilotDeckOutput => ({
  questions: echo(request),
  answers: keyedByText(request, result, ({ answer, skipped }) => {
    if (skipped) return undefined;
    return typeof answer === 'string' ? answer : [...answer];
  }),
  ...annotationsByKey(request, result, annotationOf),
});

function formatUnansweredOutput(result: UnansweredResult): PilotDeckError {
  if (result.status === 'cancelled') {
    const reason = result.reason ? ` (${result.reason})` : '';
    return { error: { code: 'unsupported_tool', message: `User declined to answer questions${reason}` } };
  }
  const code = result.status === 'invalid' ? 'invalid_schema' : 'unsupported_tool';
  return { error: { code, message: formatUnanswered(result), status: result.status } };
}

const formatResult = formatterOf(formatAnswered, formatUnansweredOutput);

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
 * Source: PilotDeck's ask-user-question tool, rules E1 to E10.
 */
export const pilotDeck: ToolDialect<PilotDeckOutput, PilotDeckError> & { readonly tool: RegistryFields } = withTool(
  { ...pilotDeckTool, ...REGISTRY_FIELDS },
  {
    name: 'pilotDeck',
    agent: 'PilotDeck `ask_user_question`',
    capabilities: {
      keyedBy: 'text',
      optionsBy: 'label',
      multiSelect: 'list',
      customText: 'inline',
      notes: true,
      previews: true,
      skipped: true,
      discuss: true,
      statuses: UNANSWERED_STATUSES,
    },
    limits: LIMITS.pilotDeck,
    parse(input, options) {
      const previewFormat = options?.previewFormat ?? 'html';
      const parsed = parseRequest(input, { ...withLimits(options, LIMITS.pilotDeck), previewFormat });
      const beyond = previewFormat === 'html' ? [checkHtmlPreviews] : [];
      return withRules(parsed, fromJson(input), { beyond, advice: [sameKeys()] }, options?.strict);
    },
    // Other agents write the same shape.
    matches: () => false,
    formatRequest(request) {
      const questions = request.questions.map((question, i) => ({
        ...question,
        header: someHeader(question, i),
        options: question.options.map((option) => ({ ...option, description: option.description ?? '' })),
      }));
      return writeRequest({ ...request, questions }, SHAPE, { limits: LIMITS.pilotDeck });
    },
    formatResult,
    toModelText(result, request) {
      if (result.status !== 'answered') {
        const { message } = formatUnansweredOutput(result).error;
        return result.status === 'cancelled' ? `${message}. ${NO_ANSWER}` : message;
      }
      const { answers, annotations } = formatAnswered(result, request);
      const text = Object.keys(answers).length > 0 ? formatPilotDeckText(answers, annotations) : '';
      return withSkipped(text, request, result, ' ') || NO_ANSWER;
    },
    parseResult: resultReader('{ questions, answers } or { error }', (output, request) => {
      const { answers, annotations, error } = fieldsIn(output);
      if (isRecord(error)) {
        const status = UNANSWERED_STATUSES.find((one) => one === error['status']) ?? 'cancelled';
        const message = textOf(error['message']) ?? '';
        const value =
          status === 'cancelled'
            ? toUnanswered(status, DECLINED.exec(message)?.[1])
            : parseUnansweredText(message, request);
        return unanswered(value ?? toUnanswered(status, undefined));
      }
      if (!isRecord(answers)) return undefined;
      const notes = notesByKey(request, annotations);
      const chosen = answersByKey(request, answers, textsOf);
      return answeredBy(request, (_, i) => ({ names: chosen[i], notes: notes[i] }));
    }),
  },
);
