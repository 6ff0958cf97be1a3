import { recommend } from '../core/question/recommended.js';
import type { Answer, AskUserRequest, Limits, Question, UnansweredResult } from '../core/index.js';
import { defineAgentDialect } from './define-dialect.js';
import { isDiscussion } from './lib/discuss.js';
import { type FieldNames, questionFields } from './lib/fields.js';
import { lossIssue, succeed } from './lib/issues.js';
import { questionOf } from './lib/keys.js';
import { inQuotes, onOneLine } from './lib/quoted.js';
import { answered, notAResult, type ParsedAnswer } from './lib/read-answer.js';
import { readRequest } from './lib/read-request.js';
import { checkLabels, forEachQuestion, requireIds } from './lib/rules.js';
import { flag, list, object, optional, text } from './lib/tool-schema.js';
import { describeUnanswered, unanswered } from './lib/unanswered.js';
import { defined, type Fields, fieldsIn, isRecord, listOf, textOf, textsOf } from './lib/values.js';
import { emptyOptions, unlessRefused, withWarnings, writeRequest } from './lib/write-request.js';
import type { ToolDefinition, ToolDialect } from './types.js';

/** oh-my-pi's `ask`. The descriptions are written for this package. */
const tool: ToolDefinition = {
  name: 'ask',
  label: 'Ask',
  description:
    'Ask the user one or more questions if the answers change what you do and you cannot find them in the code or ' +
    'the conversation. Ask everything in one call. The user can always type another answer, add a note, or ' +
    'discuss the questions first.',
  inputSchema: object({
    questions: list('', [1], {
      id: text('Unique id. The answer is returned under it'),
      question: text('The complete question'),
      header: optional(text('Short label for the tab')),
      options: list('Options with different labels. Pass an empty list if the user should type the answer', {
        label: text('The option. It is returned as the answer'),
        description: optional(text('What this option means')),
        preview: optional(text('Preview of the option, shown beside the options')),
      }),
      multi: optional(flag('Whether the user can select several options')),
      recommended: optional({
        type: 'number',
        description: 'Index of the option that you recommend, from 0. It is marked, not selected',
      }),
    }),
  }),
};

const FIELDS: FieldNames = {
  list: 'questions',
  question: { id: 'id', question: 'question', header: 'header', options: 'options', multiSelect: 'multi' },
  option: { label: 'label', description: 'description', preview: 'preview' },
};

const LIMITS: Limits = { minQuestions: 1, minOptions: 0, uniqueLabels: true };
const LABELS = { reserved: ['Other (type your own)', 'Chat about this', 'Next →'] };

const CHAT_CHOSEN = 'User chose to chat about this instead of answering';

const mapQuestion = (question: Question, { recommended }: Fields): Question =>
  recommend(question, (index) => index === recommended);

const checkReservedLabels = forEachQuestion(({ options }) => checkLabels(options, LABELS));

/** Answer to one question, as oh-my-pi's dialog passes it to the `ask` tool. */
type OhMyPiAnswer = {
  /** ID of the question. */
  readonly id: string;
  /** Question text. */
  readonly question: string;
  /** All labels of the question, as the model wrote them. */
  readonly options: readonly string[];
  /** Whether the question is multi-select. */
  readonly multi: boolean;
  /** Labels of the selected options, in option order. Empty for a skipped question and for custom text alone. */
  readonly selectedOptions: readonly string[];
  /** Custom text. */
  readonly customInput?: string;
  /** Notes of the user. */
  readonly note?: string;
};

/** Output of the `ohMyPi` dialect for an answered request: the value that oh-my-pi's `askDialog` resolves with. */
type OhMyPiOutput = {
  /** Marks the output as answers. */
  readonly kind: 'submit';
  /** One answer per question, in question order. */
  readonly results: readonly OhMyPiAnswer[];
};

/**
 * Output of the `ohMyPi` dialect for an unanswered request.
 *
 * For `chat`, `askDialog` resolves with the output. For `cancel`, it resolves with `undefined`, which JSON cannot
 * represent, and oh-my-pi's tool aborts the turn.
 */
type OhMyPiUnanswered = { readonly kind: 'chat' } | { readonly kind: 'cancel' };

function formatAnswer(answer: Answer, request: AskUserRequest): OhMyPiAnswer {
  const { questionId, question, selected, custom, notes } = answer;
  const asked = questionOf(answer, request);
  return defined<OhMyPiAnswer>({
    id: questionId,
    question,
    options: asked?.options.map(({ label }) => label) ?? [],
    multi: asked?.multiSelect ?? false,
    selectedOptions: selected.map(({ label }) => label),
    customInput: custom,
    note: notes,
  });
}

/** Whether the agent continues in the chat. */
const continuesInChat = (result: UnansweredResult): boolean => result.status === 'superseded' || isDiscussion(result);

const underHeading = (heading: string, text: string) =>
  text.includes('\n')
    ? [`${heading}:`, ...text.split('\n').map((line) => `  ${line}`)].join('\n')
    : `${heading}: ${text}`;

function singleText({ multi, selectedOptions, customInput, note }: OhMyPiAnswer): string {
  const lines = [
    ...(selectedOptions.length > 0 ? [`User selected: ${selectedOptions.join(', ')}`] : []),
    ...(customInput === undefined ? [] : [underHeading('User provided custom input', customInput)]),
  ];
  if (lines.length === 0) lines.push(multi ? 'User did not select any options' : 'User did not select an option');
  return [...lines, ...(note ? [underHeading('User added note', note)] : [])].join('\n');
}

function answerLine({ id, multi, selectedOptions, customInput, note }: OhMyPiAnswer): string {
  const chosen = multi ? `[${selectedOptions.join(', ')}]` : (selectedOptions[0] ?? '(cancelled)');
  const words =
    customInput === undefined ? [] : [/[\n\r]/.test(customInput) ? JSON.stringify(customInput) : inQuotes(customInput)];
  const parts = customInput !== undefined && selectedOptions.length === 0 ? words : [chosen, ...words];
  return `${id}: ${parts.join(', ')}${note ? ` (note: ${onOneLine(note)})` : ''}`;
}

/** Whether the dialog selected the options itself when its time ran out. That is not an answer. */
const isTimedOut = (item: unknown): boolean => fieldsIn(item)['timedOut'] === true;

function parseAnswer(item: unknown): ParsedAnswer | undefined {
  if (!isRecord(item)) return undefined;
  const notes = textOf(item['note']);
  if (isTimedOut(item)) return { notes };
  return { names: textsOf(item['selectedOptions']), custom: textOf(item['customInput']), notes };
}

/**
 * oh-my-pi's `ask`: questions with IDs, single-select or `multi`, with previews and the index of a recommended option.
 *
 * `formatResult` returns the value that oh-my-pi's dialog resolves with.
 *
 * | status | output |
 * | --- | --- |
 * | answered | `{ kind: 'submit', results: [{ id, question, options, multi, selectedOptions, customInput?, note? }] }` |
 * | superseded, declined with `discuss` | `{ kind: 'chat' }`: the agent continues in the chat. Only `toModelText` contains the message and the answers so far |
 * | declined, cancelled, aborted, connectionLost, timedOut, unavailable, invalid | `{ kind: 'cancel' }`: resolve the dialog with `undefined`. oh-my-pi then aborts the turn |
 *
 * Only `toModelText` contains the status and the reason. `parseResult` reads every `chat` as declined with `discuss`,
 * because a user of oh-my-pi chose to chat. A skipped question has empty `selectedOptions` and no `customInput`.
 * oh-my-pi treats a single skipped single-select question as cancelled.
 *
 * For an answered request, `toModelText` returns oh-my-pi's text byte for byte, with three exceptions:
 *
 * - For several questions, oh-my-pi omits the selected options beside custom text. This text contains both:
 *   `parts: [Auth, Mail], "and billing"`.
 * - For several questions, custom text that contains a quotation mark or a line break and notes with a line break are
 *   written as JSON.
 * - If the request has one question and it was skipped, the text states that no option was selected, and never that the
 *   user cancelled.
 *
 * The dialog marks the recommended option, as oh-my-pi does.
 * Options that oh-my-pi selected itself when the time ran out (`timedOut`) are not parsed as an answer.
 *
 * Labels with commas, custom text beside selected options, the notes of answers, and equal question texts are preserved. Equal labels
 * are ambiguous. oh-my-pi rejects them, and also the labels of its dialog ("Chat about this"). Previews are not
 * returned.
 *
 * Source: `@oh-my-pi/pi-coding-agent` 18.3.4, its `ask` tool and `askDialog`.
 */
export const ohMyPi: ToolDialect<OhMyPiOutput, OhMyPiUnanswered> = defineAgentDialect({
  name: 'ohMyPi',
  agent: 'oh-my-pi `ask`',
  tool,
  limits: LIMITS,
  capabilities: {
    keyedBy: 'id',
    multiSelect: 'list',
    customText: 'separate',
    notes: 'withAnswer',
    discuss: true,
    statuses: ['cancelled'],
  },
  parse: (input, options) =>
    readRequest(input, { fields: FIELDS, mapQuestion, rules: [requireIds, checkReservedLabels] }, options),
  matches: (source) =>
    questionFields(source).some(
      ({ multi, recommended }) => typeof multi === 'boolean' || typeof recommended === 'number',
    ),
  formatRequest(request) {
    const indexes = request.questions.map(({ options }) => options.findIndex(({ recommended }) => recommended));
    // Those that are left are reported as lost.
    const questions = request.questions.map((question, i) => ({
      ...question,
      options: question.options.map(({ recommended, ...option }, j) =>
        recommended && j !== indexes[i] ? { ...option, recommended } : option,
      ),
    }));
    const extra = (question: Question, i: number) => ({
      ...emptyOptions(question),
      ...(indexes[i] !== -1 && { recommended: indexes[i] }),
    });
    return unlessRefused(writeRequest({ ...request, questions }, FIELDS, { extra }), ohMyPi.parse);
  },
  format: (result, request) => ({
    kind: 'submit',
    results: result.answers.map((answer) => formatAnswer(answer, request)),
  }),
  formatUnanswered: (result) => ({ kind: continuesInChat(result) ? 'chat' : 'cancel' }),
  answeredText({ results: [first, ...more] }) {
    if (first === undefined) return '';
    return more.length === 0 ? singleText(first) : ['User answers:', ...[first, ...more].map(answerLine)].join('\n');
  },
  unansweredText(_output, request, result) {
    if (!continuesInChat(result)) return describeUnanswered(result, request);
    const asked = request.questions.map(({ question }) => question).join('\n');
    return `${CHAT_CHOSEN}.\n\nQuestions asked:\n${asked}\n\n${describeUnanswered(result, request)}`;
  },
  parseResult(output, request) {
    const { kind, results } = fieldsIn(output);
    if (output === undefined || kind === 'cancel') return unanswered('cancelled');
    if (kind === 'chat') return succeed({ status: 'declined', discuss: true, answers: [] });
    if (kind !== 'submit' || !Array.isArray(results))
      return notAResult("{ kind: 'submit', results } or { kind: 'chat' }");
    const items = listOf(results);
    if (items.length > 0 && items.every(isTimedOut)) return unanswered('timedOut');
    const found = (id: string) => items.find((item) => fieldsIn(item)['id'] === id);
    const timedOut = items.flatMap((item, i) =>
      isTimedOut(item)
        ? [lossIssue(`results[${i}]`, 'Timed out without an answer, so the question counts as skipped.')]
        : [],
    );
    return withWarnings(
      answered(request, ({ id }) => parseAnswer(found(id))),
      timedOut,
    );
  },
});
