import { recommend } from '../core/question/recommended.js';
import type { Answer, AskUserRequest, Limits, Question, UnansweredResult } from '../core/index.js';
import { defineAgentDialect } from './define-dialect.js';
import { CHOICE_FIELDS, type FieldNames, questionFields } from './lib/fields.js';
import { issue, lossIssue } from './lib/issues.js';
import { type Key, keysOf, readByKey, uniqueKeys, writeByKey } from './lib/keys.js';
import { answered, notAResult, type ParsedAnswer } from './lib/read-answer.js';
import { readRequest, withConstraints } from './lib/read-request.js';
import { forEachQuestion } from './lib/rules.js';
import { flag, list, object, optional, text } from './lib/tool-schema.js';
import { describeUnanswered, parseUnansweredFields, statusAndReason, unanswered } from './lib/unanswered.js';
import { type Fields, fieldsIn, fromJson, isBlank, isRecord, listOf, textOf, textsOf } from './lib/values.js';
import { withWarnings, writeRequest } from './lib/write-request.js';
import type { ToolDefinition, ToolDialect } from './types.js';

/** VS Code's `vscode_askQuestions`. The descriptions are written for this package. */
const tool: ToolDefinition = {
  name: 'vscode_askQuestions',
  aliases: ['askQuestions'],
  description:
    'Ask the user one or more questions before you continue, and wait for the answers. Provide options if you ' +
    'know the possible answers. The user can also type an answer, unless allowFreeformInput is false. Answers are ' +
    'returned by header.',
  inputSchema: object({
    questions: list('The questions, in the order in which the user sees them.', [1], {
      header: text('Short unique label. The answer is returned under it.', { maxLength: 50 }),
      question: text('The question, in one sentence if possible.', { maxLength: 200 }),
      multiSelect: optional(flag('Whether the user can select several options.')),
      allowFreeformInput: optional(flag('Whether the user can also type an answer. Default: true.')),
      message: optional(text('Markdown with details, shown below the question.')),
      options: optional(
        list('Options that the user can select. Omit them if the user should type the answer.', {
          label: text('The option. It is returned as the answer.'),
          description: optional(text('What this option means.')),
          recommended: optional(flag('Whether you recommend this option.')),
        }),
      ),
    }),
  }),
};

const FIELDS: FieldNames = {
  ...CHOICE_FIELDS,
  question: { ...CHOICE_FIELDS.question, context: 'message', allowCustom: 'allowFreeformInput' },
  option: { ...CHOICE_FIELDS.option, recommended: 'recommended' },
};

const LIMITS: Limits = { minQuestions: 1, minOptions: 0, headerRequired: true, headerMaxLength: 50 };

/** A question without a header is keyed by its text. */
const BY_HEADER: Key = { name: 'header', field: 'header', of: ({ header, question }) => header || question };

function mapQuestion(question: Question, { required }: Fields, sources: readonly unknown[]): Question {
  const asked = recommend(question, (index) => fieldsIn(sources[index])['recommended'] === true);
  return required === true ? withConstraints(asked, { required }) : asked;
}

const requireTwoOptions = forEachQuestion(({ options }, { allowFreeformInput }) => {
  const message = 'A single option is not a choice. Send two or more, none, or allowFreeformInput: true.';
  return [options.length === 1 && allowFreeformInput !== true && issue('too_few', 'options', message)];
});

/** Answer to one question, as VS Code's model reads it. */
type VsCodeAnswer = {
  /** Labels of the selected options, in option order. */
  readonly selected: readonly string[];
  /** Custom text, or `null` without custom text. */
  readonly freeText: string | null;
  /** Whether the question was skipped or not answered. */
  readonly skipped: boolean;
};

/** Output of the `vsCode` dialect for an answered request. VS Code's model reads it as JSON. */
type VsCodeOutput = {
  /** Answers by header. A question without a header is keyed by its text. */
  readonly answers: Readonly<Record<string, VsCodeAnswer>>;
};

/** Output of the `vsCode` dialect for an unanswered request: a normal result in which every question is skipped. */
type VsCodeUnanswered = VsCodeOutput & {
  /** Status of the result. Absent for `cancelled`, which equals VS Code's output for dismissed questions. */
  readonly status?: Exclude<UnansweredResult['status'], 'cancelled'>;
  /** Reason of the result, or the issues of an `invalid` result as text. */
  readonly reason?: string;
};

/** Free text that VS Code writes as the answer to each question if nobody is there to answer. */
const AUTOMATIC_REPLY =
  'The user is not available to respond and will review your work later. Work autonomously and make good decisions.';

const SKIPPED: VsCodeAnswer = { selected: [], freeText: null, skipped: true };

const formatAnswer = ({ selected, custom, skipped }: Answer): VsCodeAnswer => ({
  selected: selected.map(({ label }) => label),
  freeText: custom ?? null,
  skipped: skipped === true,
});

function formatUnanswered(result: UnansweredResult, request: AskUserRequest): VsCodeUnanswered {
  const answers = Object.fromEntries(keysOf(request, BY_HEADER).map((key) => [key, { ...SKIPPED, selected: [] }]));
  if (result.status === 'cancelled') return { answers };
  return { answers, ...statusAndReason(result) };
}

function parseAnswer(answer: unknown): ParsedAnswer | undefined {
  if (!isRecord(answer) || answer['skipped'] === true) return undefined;
  return { names: textsOf(answer['selected']), custom: textOf(answer['freeText']) };
}

const isAutomatic = ({ names = [], custom }: ParsedAnswer = {}): boolean =>
  names.length === 0 && custom === AUTOMATIC_REPLY;

/**
 * VS Code's `vscode_askQuestions` (`#askQuestions`).
 *
 * | status | output |
 * | --- | --- |
 * | answered | `{ answers: { [header]: { selected: string[], freeText: string \| null, skipped: boolean } } }` |
 * | cancelled | a normal result in which every question is skipped, as VS Code returns for dismissed questions |
 * | declined, aborted, superseded, connectionLost, timedOut, unavailable, invalid | the same with `status`, and with `reason` if there is one |
 *
 * The model text is the output as JSON. For an unanswered request it adds a sentence that states why.
 *
 * - If every question was skipped, the answer is parsed as cancelled. If VS Code replied in place of an absent user, it
 *   is parsed as unavailable.
 * - Labels with commas, texts that equal a label, and custom text beside selected options are preserved. Equal labels
 *   are ambiguous.
 * - If two questions have the same header, the second is keyed `header (2)` and `parse` reports it. A question
 *   without a header is keyed by its text.
 * - Notes and previews are not returned.
 * - `message` is shown as the context. A `recommended` option is shown with a badge. VS Code preselects that option, but
 *   the dialog does not.
 * - `allowFreeformInput: false` disallows custom text for questions with options. `required: true` disallows skipping.
 *   A single option requires `allowFreeformInput: true`.
 * - The type of VS Code's view, `IChatQuestion`, is not parsed.
 *
 * Source: microsoft/vscode 0771068, `askQuestionsTool.ts`.
 */
export const vsCode: ToolDialect<VsCodeOutput, VsCodeUnanswered> = defineAgentDialect({
  name: 'vsCode',
  agent: 'VS Code `vscode_askQuestions`',
  tool,
  limits: LIMITS,
  capabilities: { keyedBy: 'header', multiSelect: 'list', customText: 'separate' },
  parse: (input, options) =>
    readRequest(input, { fields: FIELDS, mapQuestion, rules: [uniqueKeys(BY_HEADER), requireTwoOptions] }, options),
  matches: (source) =>
    questionFields(source).some(
      ({ allowFreeformInput, options }) =>
        typeof allowFreeformInput === 'boolean' ||
        listOf(fromJson(options)).some((option) => typeof fieldsIn(option)['recommended'] === 'boolean'),
    ),
  formatRequest(request) {
    const headers = keysOf(request, BY_HEADER);
    const written = writeRequest(request, FIELDS, {
      extra: ({ options, constraints }, i) => ({
        header: headers[i],
        ...(options.length === 1 && constraints?.allowCustom !== false && { allowFreeformInput: true }),
      }),
      limits: LIMITS,
    });
    const renamed = request.questions.flatMap((question, i) =>
      headers[i] === BY_HEADER.of(question)
        ? []
        : [
            lossIssue(
              `questions[${i}].header`,
              `An earlier question has the same header, so this one is "${headers[i]}".`,
            ),
          ],
    );
    return withWarnings(written, renamed);
  },
  format: (result, request) => ({
    answers: writeByKey(request, result, formatAnswer, BY_HEADER),
  }),
  formatUnanswered,
  unansweredText: (output, request, result) => `${JSON.stringify(output)}\n${describeUnanswered(result, request)}`,
  parseResult(output, request) {
    const fields = fieldsIn(output);
    if (!isRecord(fields['answers'])) return notAResult('{ answers: { [header]: { selected } } }');
    if ('status' in fields) return parseUnansweredFields(fields);
    const read = readByKey(request, fields['answers'], parseAnswer, BY_HEADER);
    const parsed = read.map((answer) => (isAutomatic(answer) ? undefined : answer));
    const empty = ({ names = [], custom = '' }: ParsedAnswer = {}) => names.length === 0 && isBlank(custom);
    if (!parsed.every(empty)) return answered(request, parsed);
    return read.some(isAutomatic) ? unanswered('unavailable', AUTOMATIC_REPLY) : unanswered('cancelled');
  },
});
