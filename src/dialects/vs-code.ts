import type { Answer, Answered, Ended } from '../core/answer/types.js';
import { defined, isBlank, isRecord } from '../core/guards.js';
import type { Limits } from '../core/question/limits.js';
import { fromJson } from '../core/question/scan.js';
import type { AskUserRequest, Question, QuestionOption } from '../core/question/types.js';
import { defineDialect } from './define-dialect.js';
import { endingText, whyEnded } from './shared/endings.js';
import { listOf } from './shared/envelope.js';
import { type Fields, fieldsIn } from './shared/fields.js';
import { type Key, keyedByText, keysOf, saidByKey, sameKeys } from './shared/keyed.js';
import { questionFields } from './shared/marks.js';
import { answeredOf, endedFields, endedOf, type Said, textOf, textsOf } from './shared/read-answer.js';
import { ruledBy, withoutOther } from './shared/read-request.js';
import { isRecommended, recommended, unmarked } from './shared/recommended.js';
import { each } from './shared/rules.js';
import { optionIn, type Shape } from './shared/shape.js';
import { CHOICES } from './shared/shapes.js';
import type { AgentDialect } from './types.js';

const SHAPE: Shape = {
  ...CHOICES,
  question: { ...CHOICES.question, context: 'message' },
};

const LIMITS: Limits = { minQuestions: 1, minOptions: 0, headerRequired: true, headerMaxLength: 50 };

/** A model that leaves the header out knows its question by the text. */
const BY_HEADER: Key = { called: 'header', field: 'header', of: ({ header, question }) => header || question };

/** What VS Code's model reads of one question. */
export interface VsCodeAnswer {
  /** Labels, in option order. */
  readonly selected: readonly string[];
  /** The user's own words; `null` for none. */
  readonly freeText: string | null;
  readonly skipped: boolean;
}

/** What VS Code's model reads, as JSON, for an answered request. */
export interface VsCodeOutput {
  /** Keyed by header. */
  readonly answers: Readonly<Record<string, VsCodeAnswer>>;
}

/** What VS Code's model reads, as JSON, for every other ending: a normal result in which every question is skipped. */
export interface VsCodeEnding extends VsCodeOutput {
  /** Which ending it was; absent for `cancelled`, which is VS Code's own form of a dismissal. */
  readonly status?: Exclude<Ended['status'], 'cancelled'>;
  readonly reason?: string;
}

const SKIPPED: VsCodeAnswer = { selected: [], freeText: null, skipped: true };

const answerOf = ({ selected, custom, skipped }: Answer, options: readonly QuestionOption[]): VsCodeAnswer => ({
  selected: selected.map(({ index, label }) => unmarked(options[index] ?? { label })),
  freeText: custom ?? null,
  skipped: skipped === true,
});

function formatAnswered(result: Answered, request: AskUserRequest): VsCodeOutput {
  const optionsOf = new Map(request.questions.map(({ id, options }) => [id, options]));
  const value = (answer: Answer) => answerOf(answer, optionsOf.get(answer.questionId) ?? []);
  return { answers: keyedByText(request, result, value, BY_HEADER) };
}

function formatUnanswered(result: Ended, request: AskUserRequest): VsCodeEnding {
  const answers = Object.fromEntries(keysOf(request, BY_HEADER).map((key) => [key, { ...SKIPPED, selected: [] }]));
  if (result.status === 'cancelled') return { answers };
  return defined<VsCodeEnding>({ answers, status: result.status, reason: whyEnded(result) });
}

function asShown(question: Question, source: Fields): Question {
  const { allowFreeformInput, required } = source;
  const sources = listOf(fromJson(source['options']));
  const advised = (index: number) => fieldsIn(optionIn(sources[index], SHAPE))['recommended'] === true;
  const options = question.options.map((option, i) => (advised(i) ? recommended(option) : option));
  const asked = withoutOther({ ...question, options }, allowFreeformInput);
  return required === true ? ruledBy(asked, { required }) : asked;
}

const soleOption = each(({ options }, { allowFreeformInput }) => {
  if (options.length !== 1 || allowFreeformInput === true) return [];
  const message = 'One option is no choice. Send two or more, none, or allowFreeformInput: true.';
  return [{ code: 'too_few', path: 'options', message }];
});

const writeOption = (option: QuestionOption): Fields => ({
  label: unmarked(option),
  ...(option.description !== undefined && { description: option.description }),
  ...(isRecommended(option) && { recommended: true }),
});

function saidOf(answer: unknown): Said | undefined {
  if (!isRecord(answer) || answer['skipped'] === true) return undefined;
  return { chosen: textsOf(answer['selected']), custom: textOf(answer['freeText']) };
}

/**
 * VS Code's `vscode_askQuestions` (`#askQuestions`).
 *
 * | status | the agent gets |
 * | --- | --- |
 * | answered | `{ answers: { [header]: { selected: string[], freeText: string \| null, skipped: boolean } } }` |
 * | cancelled | a normal result in which every question is skipped, as VS Code's own when its questions are dismissed |
 * | declined, aborted, superseded, connectionLost, timedOut, unavailable, invalid | the same, with `status`, and `reason` where there is one |
 *
 * The model reads that as JSON, followed, where nobody answered, by a sentence that says so. An answer in which every
 * question was skipped reads as cancelled. Labels with commas, texts that are labels, and Other beside selections come back
 * as they are; equal labels can't be told apart. The later of two equal headers is keyed `header (2)`, and `parse` warns about
 * it; a question without a header goes by its text. Notes and previews are not on this wire.
 *
 * `message` is shown as context. A `recommended` option is shown with the badge for that, and its label comes back as the
 * model wrote it; VS Code chooses it beforehand, and here nothing is. `allowFreeformInput: false` gives a question without Other, and
 * `required: true` one that can't be skipped. A single option needs `allowFreeformInput: true`. What VS Code's own view
 * works on (`IChatQuestion`) is not read here.
 *
 * Source: microsoft/vscode 0771068, `askQuestionsTool.ts`.
 */
export const vsCode: AgentDialect<VsCodeOutput, VsCodeEnding> = defineDialect({
  name: 'vsCode',
  agent: 'VS Code `vscode_askQuestions`',
  carries: { keyedBy: 'header', several: 'list', custom: 'apart' },
  shape: SHAPE,
  limits: LIMITS,
  finish: asShown,
  beyond: [sameKeys(BY_HEADER), soleOption],
  signature: (source) =>
    questionFields(source).some(
      ({ allowFreeformInput, options }) =>
        typeof allowFreeformInput === 'boolean' ||
        listOf(fromJson(options)).some((option) => typeof fieldsIn(option)['recommended'] === 'boolean'),
    ),
  write: {
    limits: LIMITS,
    extra: ({ options, constraints }, i, request) => ({
      header: keysOf(request, BY_HEADER)[i],
      ...(options.length > 0 && { options: options.map(writeOption) }),
      ...(constraints?.allowCustom === false && { allowFreeformInput: false }),
      ...(options.length === 1 && constraints?.allowCustom !== false && { allowFreeformInput: true }),
    }),
    constraints: ['allowCustom'],
  },
  formatAnswered,
  formatUnanswered,
  unansweredText: (output, _request, result) => `${JSON.stringify(output)}\n${endingText(result)}`,
  expected: '{ answers: { [header]: { selected } } }',
  readResult(output, request) {
    const fields = fieldsIn(output);
    if (!isRecord(fields['answers'])) return undefined;
    if ('status' in fields) return endedFields(fields);
    const said = saidByKey(request, fields['answers'], saidOf, BY_HEADER);
    const empty = ({ chosen = [], custom = '' }: Said = {}) => chosen.length === 0 && isBlank(custom);
    return said.every(empty) ? endedOf('cancelled') : answeredOf(request, said);
  },
});
