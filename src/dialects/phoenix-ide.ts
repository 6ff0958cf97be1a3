import type { Issue, Limits, Question } from '../core/index.js';
import { defineAgentDialect, type UnansweredMessage } from './define-dialect.js';
import { fieldsWithin, type Unwrap } from './lib/envelope.js';
import { type FieldNames, PREVIEW_FIELDS } from './lib/fields.js';
import { issue, lossIssue, succeed } from './lib/issues.js';
import { annotationsByKey, readByKey, readNotes, uniqueKeys, textsByKey, withSkipped } from './lib/keys.js';
import { besideQuotes, inQuotes } from './lib/quoted.js';
import { answered, notAResult } from './lib/read-answer.js';
import { readRequest } from './lib/read-request.js';
import { forEachQuestion, UP_TO_FOUR } from './lib/rules.js';
import { flag, list, object, optional, text } from './lib/tool-schema.js';
import { describeUnanswered, parseUnansweredFields, parseUnansweredText } from './lib/unanswered.js';
import { defined, fieldsIn, isRecord, textOf } from './lib/values.js';
import { withWarnings, writeRequest } from './lib/write-request.js';
import type { ToolDefinition, ToolDialect } from './types.js';

/** Phoenix IDE's `ask_user_question`. The descriptions are written for this package. */
const tool: ToolDefinition = {
  name: 'ask_user_question',
  description:
    'Ask the user 1-4 questions with options, and stop until they answer. Use it if several approaches are ' +
    'possible and the user should decide. The user can always type another answer. Do not call another tool in ' +
    'the same response.',
  inputSchema: object({
    questions: list('The questions. Their texts must differ', [1, 4], {
      question: text('The complete question'),
      header: text('Short label for the question', { maxLength: 12 }),
      options: list('Options that the user can select. Their labels must differ', [2, 4], {
        label: text('The option in 1-5 words. It is returned as the answer'),
        description: optional(text('What this option means')),
        preview: optional(text('Preview of the option. Only for single-select questions')),
      }),
      multiSelect: optional(flag('Whether the user can select several options', { default: false })),
    }),
  }),
};

const FIELDS: FieldNames = { ...PREVIEW_FIELDS, metadata: 'source' };

const LIMITS: Limits = {
  ...UP_TO_FOUR,
  optionsRequired: true,
  headerRequired: true,
  headerMaxLength: 12,
  uniqueQuestions: true,
  uniqueLabels: true,
};

const WAITING = 'awaiting_user_response';
const DECLINED = 'I declined to answer those questions. Please proceed using your own judgment';

/** Unwraps the state in an event `state_change`. */
const unwrap: Unwrap = (source) => {
  const { state } = fieldsIn(source);
  return isRecord(state) && state['type'] === WAITING ? { input: state, path: 'state' } : undefined;
};

const previewIssues = ({ multiSelect, options }: Question): Issue[] =>
  options.flatMap(({ preview }, i) => {
    const message = 'Multi-select questions cannot have previews. Omit the preview or multiSelect.';
    return multiSelect && preview ? [issue('preview', `options[${i}].preview`, message)] : [];
  });

/** Preview and notes, returned beside an answer. */
type PhoenixIdeAnnotation = {
  /** Preview of the selected option, only for single-select questions. */
  readonly preview?: string;
  /** Notes of the user. */
  readonly notes?: string;
};

/** Output of the `phoenixIde` dialect for an answered request: the body of `POST /api/conversations/{id}/respond`. */
type PhoenixIdeOutput = {
  /** Answers by question text. Several labels and the custom text after them are joined with `", "`. */
  readonly answers: Readonly<Record<string, string>>;
  /** Annotations by question text. Absent without annotations. */
  readonly annotations?: Readonly<Record<string, PhoenixIdeAnnotation>>;
};

/**
 * Formats the answers as Phoenix does, except for quotation marks. Returns `''` without answers, for which Phoenix writes only its heading.
 */
function answersText({ answers, annotations = {} }: PhoenixIdeOutput): string {
  const lines = Object.entries(answers).map(([key, answer]) => {
    const { preview, notes } = annotations[key] ?? {};
    const entry = `${inQuotes(key)} = ${inQuotes(answer)}`;
    return (
      entry + (preview ? ` selected preview:\n${preview}` : '') + (notes ? ` user notes: ${besideQuotes(notes)}` : '')
    );
  });
  return lines.length > 0 ? `Here are my answers:\n${lines.join('\n')}` : '';
}

/**
 * Phoenix IDE's `ask_user_question`.
 *
 * `parse` accepts its arguments, the state `awaiting_user_response` of its server, and the event `state_change` with
 * that state.
 *
 * | status | output |
 * | --- | --- |
 * | answered | `{ answers: { [question]: string }, annotations?: { [question]: { preview?, notes? } } }`, for `/respond`; the agent reads it as a message of the user, "Here are my answers:" |
 * | declined | a message that starts with "I declined to answer those questions. Please proceed using your own judgment." |
 * | declined with `discuss` | a message that states that the user has not answered yet, with the answers so far and the user's message |
 * | cancelled, aborted, superseded, connectionLost, timedOut, unavailable, invalid | a message that states what happened and that no option was selected |
 *
 * Phoenix has no body for unanswered requests. `formatResult` then returns `{ status, message, reason? }`. Call
 * `/cancel`, because the server refuses messages while it waits for answers. The server then sends the declined message
 * itself, for every status and without the reason. Newer servers have `/dismiss-question`, which sends nothing. After
 * that call, they accept `message` as a message of the user.
 *
 * - Skipped questions are omitted from `answers`, and Phoenix mentions neither them nor their notes, so a note needs an answer.
 *   `toModelText` adds a sentence that names them.
 * - If two questions have the same text, the second is keyed `text (2)`, which Phoenix ignores. `parse` then returns a
 *   warning, or an issue if it is strict.
 * - Selected options are joined with `", "`, so labels with commas, equal labels, and custom text beside them are
 *   ambiguous. Custom text that equals a label is parsed as that option.
 * - `toModelText` writes questions, answers, and notes that contain quotation marks as JSON. Phoenix does not escape them.
 * - Only single-select questions can have previews. `parse` reports other previews, and they are not returned.
 *
 * Source: scottopell/phoenix-ide 88ac6dd, `specs/ask-user-question` and `src/state_machine`.
 */
export const phoenixIde: ToolDialect<PhoenixIdeOutput, UnansweredMessage> = defineAgentDialect({
  name: 'phoenixIde',
  agent: 'Phoenix IDE `ask_user_question`',
  tool,
  limits: LIMITS,
  capabilities: { keyedBy: 'text', multiSelect: 'joined', notes: 'withAnswer', previews: true, discuss: true },
  parse: (input, options) =>
    readRequest(
      input,
      { fields: FIELDS, unwrap, rules: [forEachQuestion(previewIssues)], advice: [uniqueKeys()] },
      options,
    ),
  matches(source) {
    const { type, questions } = fieldsWithin(source, unwrap);
    return type === WAITING && questions != null;
  },
  formatRequest(request) {
    const previews = request.questions.flatMap((question, i) =>
      previewIssues(question).map(({ path, message }) => lossIssue(`questions[${i}].${path}`, message)),
    );
    return withWarnings(writeRequest(request, FIELDS, { limits: LIMITS }), previews);
  },
  format: (result, request) => ({
    answers: textsByKey(request, result),
    ...annotationsByKey(request, result, ({ answer, selected, notes }) =>
      defined<PhoenixIdeAnnotation>({
        preview: typeof answer === 'string' ? selected[0]?.preview : undefined,
        notes,
      }),
    ),
  }),
  formatUnanswered: (result, request) =>
    defined<UnansweredMessage>({
      status: result.status,
      message: describeUnanswered(result, request, { declined: DECLINED }),
      reason: 'reason' in result ? result.reason : undefined,
    }),
  answeredText: (output, request, result) => withSkipped(answersText(output), request, result),
  unansweredText: ({ message }) => message,
  parseResult(output, request) {
    if (!isRecord(output)) return notAResult('{ answers, annotations? } or { status, message }');
    const { answers, annotations, message } = output;
    const discussed = parseUnansweredText(textOf(message) ?? '', request);
    if (discussed?.status === 'declined' && discussed.discuss) return succeed(discussed);
    if (!isRecord(answers)) return parseUnansweredFields(output);
    const notes = readNotes(request, annotations);
    const texts = readByKey(request, answers, textOf);
    return answered(request, (_, i) => ({ joined: texts[i], notes: notes[i] }));
  },
});
