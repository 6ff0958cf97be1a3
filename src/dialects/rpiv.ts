import type { Answer, Answered, Ended } from '../core/answer/types.js';
import { isRecord } from '../core/guards.js';
import type { Issue } from '../core/question/issues.js';
import type { Limits } from '../core/question/limits.js';
import { fromJson } from '../core/question/scan.js';
import type { AskUserRequest } from '../core/question/types.js';
import { defineDialect } from './define-dialect.js';
import { endingWith } from './shared/endings.js';
import { listOf } from './shared/envelope.js';
import { fieldsIn } from './shared/fields.js';
import { lost } from './shared/issues.js';
import { withSkipped } from './shared/keyed.js';
import { FOUR_BY_FOUR } from './shared/limits.js';
import { questionFields } from './shared/marks.js';
import { answeredBy, endedOf, type Said, textOf, textsOf, unanswered } from './shared/read-answer.js';
import { brokenLabels, each, type LabelRules } from './shared/rules.js';
import { PREVIEWED } from './shared/shapes.js';
import { someHeader, unlessRefused, withWarnings, writeRequest } from './shared/write-request.js';
import type { AgentDialect } from './types.js';

const LIMITS: Limits = {
  ...FOUR_BY_FOUR,
  optionsRequired: true,
  headerRequired: true,
  headerMaxLength: 16,
  descriptionRequired: true,
  uniqueQuestions: true,
  uniqueLabels: true,
};
const LABELS: LabelRules = { reserved: ['Other', 'Type something.', 'Next'], maxLength: 60 };

const DECLINED = 'User declined to answer questions';
const NOTHING = '(no input)';

/** One answer as the tool's `details` have it. */
export interface RpivAnswer {
  /** Position of the question, counted from 0. */
  readonly questionIndex: number;
  readonly question: string;
  /** `option`: one option. `multi`: options of a multi-select question. `custom`: the person's own words alone. */
  readonly kind: 'option' | 'custom' | 'multi';
  /** The label, or the person's own words; `null` for `multi`, and for a skipped question with notes. */
  readonly answer: string | null;
  /** For `multi`: labels in option order, then the person's own words. */
  readonly selected?: string[];
  readonly notes?: string;
  /** The chosen option's, in a single-select question. */
  readonly preview?: string;
}

/** What the `rpiv` dialect's agent gets for an answered request: the `details` of the tool's result. */
export interface RpivOutput {
  /** In question order. Skipped questions without notes are left out. */
  readonly answers: RpivAnswer[];
  readonly cancelled: false;
}

/** What stands against a call, in the tool's own codes. */
export type RpivInvalidCode =
  | 'no_questions'
  | 'too_many_questions'
  | 'duplicate_question'
  | 'empty_options'
  | 'reserved_label'
  | 'duplicate_option_label';

/** What the `rpiv` dialect's agent gets for every other ending. */
export interface RpivEnding {
  readonly answers: never[];
  readonly cancelled: true;
  /** Absent where the person, the agent or time ended it. `no_ui`: nobody could be shown the questions, or is there any more. */
  readonly error?: RpivInvalidCode | 'no_ui';
}

/** An issue of `parse`, by its code and the field that it is about. */
const CODES: readonly (readonly [code: string, field: RegExp, RpivInvalidCode])[] = [
  ['too_many', /questions$/, 'too_many_questions'],
  ['duplicate', /question$/, 'duplicate_question'],
  ['too_few', /options$/, 'empty_options'],
  ['reserved', /label$/, 'reserved_label'],
  ['duplicate', /label$/, 'duplicate_option_label'],
];
const INVALID: readonly unknown[] = ['no_questions', ...CODES.map(([, , name]) => name)];

const codeOf = (issues: readonly Issue[]): RpivInvalidCode =>
  CODES.find(([code, field]) => issues.some((issue) => issue.code === code && field.test(issue.path)))?.[2] ??
  'no_questions';

const ownLabels = each(({ options }) => brokenLabels(options, LABELS));

function saidIn({ selected, custom, answer, skipped }: Answer): Pick<RpivAnswer, 'kind' | 'answer' | 'selected'> {
  if (skipped || selected.length === 0) return { kind: 'custom', answer: custom ?? null };
  return typeof answer === 'string'
    ? { kind: 'option', answer }
    : { kind: 'multi', answer: null, selected: [...answer] };
}

function toWire(answer: Answer, { questions }: AskUserRequest): RpivAnswer {
  const { questionId, question, selected, selectedOption, notes } = answer;
  const questionIndex = questions.findIndex(({ id }) => id === questionId);
  // Absent where several can be chosen.
  const preview = selectedOption === undefined ? '' : selected[0]?.preview;
  return { questionIndex, question, ...saidIn(answer), ...(notes && { notes }), ...(preview && { preview }) };
}

function formatUnanswered(result: Ended): RpivEnding {
  if (result.status === 'invalid') return { answers: [], cancelled: true, error: codeOf(result.issues) };
  const gone = result.status === 'unavailable' || result.status === 'connectionLost';
  return { answers: [], cancelled: true, ...(gone && { error: 'no_ui' }) };
}

function segmentOf({ question, answer, selected, preview, notes }: RpivAnswer): string {
  const parts = [`"${question}"="${selected?.join(', ') ?? answer ?? NOTHING}"`];
  if (preview) parts.push(`selected preview: ${preview}`);
  if (notes) parts.push(`user notes: ${notes}`);
  return `${parts.join('. ')}.`;
}

function answeredText(result: Answered, request: AskUserRequest): string {
  const answered = result.answers.filter(({ skipped }) => !skipped);
  const segments = answered.map((answer) => segmentOf(toWire(answer, request)));
  if (segments.length === 0) return '';
  return `User has answered your questions: ${segments.join(' ')} You can now continue with the user's answers in mind.`;
}

function saidOf(answer: unknown): Said | undefined {
  if (!isRecord(answer)) return undefined;
  const { kind } = answer;
  const notes = textOf(answer['notes']);
  if (kind === 'custom') return { custom: textOf(answer['answer']), notes };
  return { chosen: textsOf(answer[kind === 'multi' ? 'selected' : 'answer']), notes };
}

/**
 * RPIV's `ask_user_question` for pi: 1-4 questions with 2-4 options each, hard limits on headers (16) and labels (60).
 *
 * `formatResult` gives the `details` of its result.
 *
 * | status | the agent gets |
 * | --- | --- |
 * | answered | `{ answers: [{ questionIndex, question, kind, answer, selected?, notes?, preview? }], cancelled: false }` |
 * | declined, cancelled, aborted, superseded, timedOut | `{ answers: [], cancelled: true }`: the agent can't tell them apart |
 * | connectionLost, unavailable | the same with `error: 'no_ui'` |
 * | invalid | the same with the tool's code for the first rule that was broken as the `error`, or `no_questions` |
 *
 * In a multi-select question own words come after the labels in `selected`; alone they are `kind: 'custom'`. A skipped question
 * is left out; with notes it is `kind: 'custom'` with the answer `null`. `toModelText` is RPIV's text, byte for byte, and one
 * more sentence names what was skipped. Reasons are there alone; declined and cancelled start with RPIV's own
 * `User declined to answer questions`.
 *
 * Labels with commas, notes and equal question texts come back as they are; of two equal labels the agent can't tell which.
 * Own words beside selections that read like an option are taken for it. A preview comes back from a single-select question
 * alone. RPIV's note on the whole (`globalNote`) has no place in `AskUserResult`: `parseResult` warns that it is lost.
 * `formatRequest` gives a header and descriptions where there are none, and refuses what RPIV's own checks would refuse.
 *
 * Source: `@juicesharp/rpiv-ask-user-question` 2.11.0.
 */
export const rpiv: AgentDialect<RpivOutput, RpivEnding> = defineDialect({
  name: 'rpiv',
  agent: 'RPIV `ask_user_question`',
  carries: {
    keyedBy: 'position',
    several: 'list',
    notes: true,
    previews: true,
    endings: ['cancelled', 'unavailable', 'invalid'],
  },
  shape: PREVIEWED,
  limits: LIMITS,
  beyond: [ownLabels],
  // What RPIV tells other extensions of a question has this in place of each preview.
  signature: (source) =>
    questionFields(source).some(({ options }) =>
      listOf(fromJson(options)).some((one) => typeof fieldsIn(one)['hasPreview'] === 'boolean'),
    ),
  formatRequest(request) {
    const questions = request.questions.map((question, i) => ({
      ...question,
      header: someHeader(question, i),
      options: question.options.map((option) => ({ ...option, description: option.description ?? '' })),
    }));
    return unlessRefused(writeRequest({ ...request, questions }, PREVIEWED), rpiv.parse);
  },
  formatAnswered(result, request) {
    const said = result.answers.filter(({ skipped, notes }) => !skipped || notes !== undefined);
    return { answers: said.map((answer) => toWire(answer, request)), cancelled: false };
  },
  formatUnanswered,
  answeredText: (_output, request, result) => withSkipped(answeredText(result, request), request, result, ' '),
  happened: { declined: DECLINED, cancelled: DECLINED },
  expected: '{ answers, cancelled }',
  readResult(output, request) {
    const { cancelled, error, globalNote, answers: given } = fieldsIn(output);
    if (!Array.isArray(given)) return undefined;
    const answers = listOf(given);
    if (cancelled === true) {
      if (INVALID.includes(error)) return unanswered(endingWith('invalid', undefined));
      return typeof error === 'string' ? unanswered(endingWith('unavailable', error)) : endedOf('cancelled');
    }
    const found = (index: number) => answers.find((one) => fieldsIn(one)['questionIndex'] === index);
    const read = answeredBy(request, (_, i) => saidOf(found(i)));
    return textOf(globalNote)
      ? withWarnings(read, [lost('globalNote', 'A note on the whole has no place in a result.')])
      : read;
  },
});
