import type { AskUserRequest, Issue, Limits, Question, QuestionOption } from '../core/index.js';
import { defineAgentDialect } from './define-dialect.js';
import type { Unwrap } from './lib/envelope.js';
import { CHOICE_FIELDS, questionFields } from './lib/fields.js';
import { issue, lossIssue } from './lib/issues.js';
import { textsByIndex } from './lib/keys.js';
import { answered, notAResult, type ParsedAnswer } from './lib/read-answer.js';
import { readRequest } from './lib/read-request.js';
import { checkLabels, forEachQuestion, UP_TO_FOUR } from './lib/rules.js';
import { flag, list, object, optional, text } from './lib/tool-schema.js';
import { unanswered } from './lib/unanswered.js';
import { defined, type Fields, fieldsIn, isRecord, nonEmptyFields, textOf } from './lib/values.js';
import { withWarnings, writeRequest } from './lib/write-request.js';
import type { ToolDefinition, ToolDialect } from './types.js';

const TYPES: readonly unknown[] = ['choice', 'text', 'yesno'];

/** Gemini CLI's `ask_user`. The descriptions are written for this package. */
const tool: ToolDefinition = {
  name: 'ask_user',
  description:
    'Ask the user 1-4 questions and wait for the answers. Use it to choose between approaches, to learn ' +
    'preferences, or to clarify an instruction. The user can always type another answer instead of an option. ' +
    'Answers are returned by index, from "0".',
  inputSchema: object({
    questions: list('', [1, 4], {
      question: text('The complete question, ending with a question mark.'),
      header: text('Short label for the question, 1-2 words.'),
      type: text(
        'choice: the user selects an option. text: the user types the answer. yesno: the user selects Yes or No.',
        { enum: TYPES, default: 'choice' },
      ),
      options: optional(
        list('2-4 options. Only for the type "choice".', {
          label: text('The option in 1-5 words. It is returned as the answer.'),
          description: text('What this option means.'),
        }),
      ),
      multiSelect: optional(flag('Whether the user can select several options. Only for the type "choice".')),
      placeholder: optional(text('Hint for the answer that the user types.')),
    }),
  }),
};

const LIMITS: Limits = { ...UP_TO_FOUR, headerRequired: true, descriptionRequired: true };

/** Unwraps the message `ask-user-request` of the confirmation bus. */
const unwrap: Unwrap = (source) => {
  if (!isRecord(source) || source['type'] !== 'ask-user-request') return undefined;
  const correlationId = textOf(source['correlationId']);
  return { input: source, requestId: correlationId, metadata: nonEmptyFields({ correlationId }) };
};

const YES_NO: readonly QuestionOption[] = [{ label: 'Yes' }, { label: 'No' }];

/** Replaces the escapes `\n` and `\r\n` by line breaks, as Gemini CLI does. Gemini models write such escapes. */
const unescaped = (text: string): string => text.replaceAll(/\\r\\n|\\n/g, '\n');

function mapQuestion(question: Question, { type, placeholder }: Fields): Question {
  const { header, options, context, ...rest } = question;
  const hint = type === 'text' && typeof placeholder === 'string' ? unescaped(placeholder) : undefined;
  const choices = options.map(({ label, description, ...option }) =>
    defined<QuestionOption>({
      ...option,
      label: unescaped(label),
      description: description === undefined ? undefined : unescaped(description),
    }),
  );
  return defined<Question>({
    ...rest,
    question: unescaped(question.question),
    header: header === undefined ? undefined : unescaped(header),
    context: context ?? hint,
    options: type === 'yesno' ? YES_NO : type === 'text' ? [] : choices,
    multiSelect: type !== 'yesno' && type !== 'text' && question.multiSelect,
  });
}

const requireType = forEachQuestion(({ options }, { type }) => [
  type == null && issue('missing', 'type', 'Missing. Send "choice", "text" or "yesno".'),
  type != null && !TYPES.includes(type) && issue('type', 'type', 'Read as "choice". Send "choice", "text" or "yesno".'),
  type === 'choice' &&
    options.length === 0 &&
    issue('too_few', 'options', 'Questions of the type "choice" require options. Send 2-4, or use the type "text".'),
  ...checkLabels(options, { filled: true }),
]);

const ignoreByType = forEachQuestion((_question, { type, options, multiSelect }) => {
  if (type !== 'yesno' && type !== 'text') return [];
  const message = `Ignored for the type "${type}". Use the type "choice".`;
  return [
    Array.isArray(options) && options.length > 0 && issue('ignored', 'options', message),
    multiSelect === true && issue('ignored', 'multiSelect', message),
  ];
});

const isYesNo = ({ options, multiSelect }: Question): boolean =>
  !multiSelect && JSON.stringify(options) === JSON.stringify(YES_NO);

function lostEscapes({ questions }: AskUserRequest): Issue[] {
  const message = 'This format reads a backslash followed by an n as a line break.';
  return questions.flatMap(({ question, header = '', options }, i) => {
    const texts = [question, header, ...options.flatMap(({ label, description = '' }) => [label, description])];
    return texts.some((text) => unescaped(text) !== text) ? [lossIssue(`questions[${i}]`, message)] : [];
  });
}

/** Output of the `geminiCli` dialect for an answered request: fields of the message `ask-user-response`. */
type GeminiCliOutput = {
  /** Answers by question index, from `"0"`. Several labels and the custom text after them are joined with `", "`. */
  readonly answers: Readonly<Record<string, string>>;
};

/** Output of the `geminiCli` dialect for an unanswered request. */
type GeminiCliUnanswered = {
  /** Always empty. */
  readonly answers: Readonly<Record<string, never>>;
  /** Absent only for `declined`. */
  readonly cancelled?: true;
};

/**
 * Gemini CLI's `ask_user`.
 *
 * `parse` accepts its arguments and the message `ask-user-request` of the confirmation bus. The message's
 * `correlationId` is the default `requestId` and is in `metadata`. Reply with
 * `{ type: 'ask-user-response', correlationId, ...output }`.
 *
 * | status | output |
 * | --- | --- |
 * | answered | `{ answers: { [index]: string } }` without skipped questions; the model reads it as JSON |
 * | declined | `{ answers: {} }`: a submission without answers, after which the agent continues |
 * | cancelled | `{ answers: {}, cancelled: true }`: "User dismissed ask_user dialog without answering." |
 * | aborted, superseded, connectionLost, timedOut, unavailable, invalid | as for cancelled: the agent cannot distinguish them |
 *
 * - If every question was skipped, the answer is parsed as declined.
 * - Selected options are joined with `", "`, so labels with commas, equal labels, and custom text beside them are
 *   ambiguous. Custom text that equals a label is parsed as that option.
 * - Answers are keyed by index. Notes, previews, and reasons are not in the output.
 * - `parse` reads `type: 'yesno'` as the options Yes and No. `type: 'text'` has no options, and its `placeholder` is
 *   shown as the context. The `placeholder` of other types is not shown. A missing type is derived from the options.
 * - A backslash followed by an n is read as a line break. Labels are returned with the line break, as by Gemini CLI's
 *   dialog.
 *
 * Source: `@google/gemini-cli` 0.61.0, `packages/core/src/tools/ask-user.ts` and `confirmation-bus/types.ts`.
 */
export const geminiCli: ToolDialect<GeminiCliOutput, GeminiCliUnanswered> = defineAgentDialect({
  name: 'geminiCli',
  agent: 'Gemini CLI `ask_user`',
  tool,
  limits: LIMITS,
  capabilities: { keyedBy: 'index', multiSelect: 'joined', statuses: ['declined', 'cancelled'] },
  parse: (input, options) =>
    readRequest(
      input,
      { fields: CHOICE_FIELDS, unwrap, mapQuestion, rules: [requireType], advice: [ignoreByType] },
      options,
    ),
  matches(source) {
    const types = questionFields(source).map(({ type }) => type);
    if (types.length === 0) return false;
    if (source['type'] === 'ask-user-request') return true;
    return types.every((type) => TYPES.includes(type)) && types.some((type) => type !== 'text');
  },
  formatRequest(request) {
    const yesNo = new Set(request.questions.filter(isYesNo).map(({ id }) => id));
    const questions = request.questions.map((one) => (yesNo.has(one.id) ? { ...one, options: [] } : one));
    const extra = ({ id, options }: Question) => ({
      type: yesNo.has(id) ? 'yesno' : options.length === 0 ? 'text' : 'choice',
    });
    const written = writeRequest({ ...request, questions }, CHOICE_FIELDS, { extra, limits: LIMITS });
    return withWarnings(written, lostEscapes(request));
  },
  format: (result) => ({ answers: textsByIndex(result) }),
  formatUnanswered: ({ status }) => ({ answers: {}, ...(status !== 'declined' && { cancelled: true }) }),
  sentences: { cancelled: 'User dismissed ask_user dialog without answering' },
  parseResult(output, request) {
    const { answers, cancelled } = fieldsIn(output);
    if (!isRecord(answers)) return notAResult('{ answers: { [index]: string } }');
    if (cancelled === true) return unanswered('cancelled');
    const parsed = request.questions.map((_, i): ParsedAnswer => ({ joined: textOf(answers[i]) }));
    return parsed.every(({ joined }) => joined === undefined) ? unanswered('declined') : answered(request, parsed);
  },
});
