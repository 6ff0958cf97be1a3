import type { Answer, Ended } from '../core/answer/types.js';
import { defined, isRecord } from '../core/guards.js';
import type { Limits } from '../core/question/limits.js';
import type { AskUserRequest, Question } from '../core/question/types.js';
import { defineDialect } from './define-dialect.js';
import { isDiscussion } from './shared/discuss.js';
import { endingText } from './shared/endings.js';
import { listOf } from './shared/envelope.js';
import { type Fields, fieldsIn } from './shared/fields.js';
import { lost } from './shared/issues.js';
import { questionFields } from './shared/marks.js';
import { answeredBy, endedOf, type Said, textOf, textsOf } from './shared/read-answer.js';
import { isRecommended, recommended, unmarked } from './shared/recommended.js';
import { brokenLabels, each, withoutId } from './shared/rules.js';
import type { Shape } from './shared/shape.js';
import { unlessRefused, withWarnings, writeRequest } from './shared/write-request.js';
import type { AgentDialect } from './types.js';

const SHAPE: Shape = {
  list: 'questions',
  question: { id: 'id', question: 'question', header: 'header', options: 'options', multiSelect: 'multi' },
  option: { label: 'label', description: 'description', preview: 'preview' },
};

const LIMITS: Limits = { minQuestions: 1, minOptions: 0, uniqueLabels: true };
const LABELS = { reserved: ['Other (type your own)', 'Chat about this', 'Next →'] };

const CHAT = 'User chose to chat about this instead of answering';

/** What became of one question, as oh-my-pi's dialog hands it to its `ask` tool. */
export interface OhMyPiAnswer {
  readonly id: string;
  readonly question: string;
  /** Every label of the question, as its model wrote it. */
  readonly options: readonly string[];
  readonly multi: boolean;
  /** Labels of the chosen options, in option order. Empty where it was skipped, or answered in own words alone. */
  readonly selectedOptions: readonly string[];
  /** The person's own words. */
  readonly customInput?: string;
  readonly note?: string;
}

/** What the `ohMyPi` dialect's agent gets for an answered request: what oh-my-pi's `askDialog` resolves with. */
export interface OhMyPiOutput {
  readonly kind: 'submit';
  /** One for each question, in question order. */
  readonly results: readonly OhMyPiAnswer[];
}

/**
 * What the `ohMyPi` dialect's agent gets for every other ending. `chat`: `askDialog` resolves with it as it is. `cancel`:
 * `askDialog` resolves with `undefined`, which JSON does not have; oh-my-pi's tool then aborts the turn.
 */
export type OhMyPiEnding = { readonly kind: 'chat' } | { readonly kind: 'cancel' };

const labelsOf = ({ options }: Question): string[] => options.map(unmarked);

/** oh-my-pi shows the recommended option with this mark, and answers without it. */
const withMark = (question: Question, { recommended: index }: Fields): Question => ({
  ...question,
  options: question.options.map((option, i) => (i === index ? recommended(option) : option)),
});

const ownLabels = each(({ options }) => brokenLabels(options, LABELS, unmarked));

function toResult({ questionId, question, selected, custom, notes }: Answer, request: AskUserRequest): OhMyPiAnswer {
  const asked = request.questions.find(({ id }) => id === questionId);
  const options = asked ? labelsOf(asked) : [];
  return defined<OhMyPiAnswer>({
    id: questionId,
    question,
    options,
    multi: asked?.multiSelect ?? false,
    selectedOptions: selected.map(({ index, label }) => options[index] ?? label),
    customInput: custom,
    note: notes,
  });
}

/** The agent goes on in the chat. */
const goesOn = (result: Ended): boolean => result.status === 'superseded' || isDiscussion(result);

/** A text of several lines goes below its heading, set in. */
const headed = (heading: string, text: string) =>
  text.includes('\n')
    ? [`${heading}:`, ...text.split('\n').map((line) => `  ${line}`)].join('\n')
    : `${heading}: ${text}`;

function oneText({ multi, selectedOptions, customInput, note }: OhMyPiAnswer): string {
  const lines = [
    ...(selectedOptions.length > 0 ? [`User selected: ${selectedOptions.join(', ')}`] : []),
    ...(customInput === undefined ? [] : [headed('User provided custom input', customInput)]),
  ];
  if (lines.length === 0) lines.push(multi ? 'User did not select any options' : 'User did not select an option');
  return [...lines, ...(note ? [headed('User added note', note)] : [])].join('\n');
}

function lineOf({ id, multi, selectedOptions, customInput, note }: OhMyPiAnswer): string {
  const chosen = multi ? `[${selectedOptions.join(', ')}]` : (selectedOptions[0] ?? '(cancelled)');
  const words = customInput === undefined ? [] : [`"${customInput}"`];
  const said = customInput !== undefined && selectedOptions.length === 0 ? words : [chosen, ...words];
  return `${id}: ${said.join(', ')}${note ? ` (note: ${note})` : ''}`;
}

/** What the dialog took by itself when time ran out is nobody's answer. */
const isTaken = (item: unknown): boolean => fieldsIn(item)['timedOut'] === true;

function saidOf(item: unknown): Said | undefined {
  if (!isRecord(item)) return undefined;
  const notes = textOf(item['note']);
  if (isTaken(item)) return { notes };
  return { chosen: textsOf(item['selectedOptions']), custom: textOf(item['customInput']), notes };
}

/**
 * oh-my-pi's `ask`: questions with ids, one choice or (`multi`) several, previews, and a recommended option by index.
 *
 * `formatResult` gives what its dialog resolves with.
 *
 * | status | the agent gets |
 * | --- | --- |
 * | answered | `{ kind: 'submit', results: [{ id, question, options, multi, selectedOptions, customInput?, note? }] }` |
 * | superseded, declined with `discuss` | `{ kind: 'chat' }`, and the agent goes on in the chat; the message and the answers so far are in `toModelText` alone |
 * | declined, cancelled, aborted, connectionLost, timedOut, unavailable, invalid | `{ kind: 'cancel' }`: resolve the dialog with `undefined`, and oh-my-pi aborts the turn |
 *
 * Which ending it was, and the reason, are in `toModelText` alone. A skipped question has no `selectedOptions` and no
 * `customInput`; oh-my-pi itself takes a single-select question that came alone and was skipped for a cancelled one.
 *
 * `toModelText` is oh-my-pi's text, byte for byte, with two exceptions. In a request of several questions oh-my-pi leaves out
 * the choices beside own words; here both are there, `parts: [Auth, Mail], "and billing"`. Of a question that came alone and
 * was skipped, the text says that nothing was selected, beside a note too, and not that the user cancelled.
 *
 * The recommended option's label gets ` (Recommended)` at its end while it is shown, as oh-my-pi does, and is answered
 * without. Nothing is selected by itself: what oh-my-pi chose when time ran out (`timedOut`) is not read as an answer.
 * Labels with commas, own words beside selections and notes come back as they are, equal question texts by their ids; of two
 * equal labels the agent can't tell which, and oh-my-pi refuses them, as it does its own labels ("Chat about this").
 * Previews are shown and not returned.
 *
 * Source: `@oh-my-pi/pi-coding-agent` 18.3.4, its `ask` tool and `askDialog`.
 */
export const ohMyPi: AgentDialect<OhMyPiOutput, OhMyPiEnding> = defineDialect({
  name: 'ohMyPi',
  agent: 'oh-my-pi `ask`',
  carries: {
    keyedBy: 'id',
    several: 'list',
    custom: 'apart',
    notes: true,
    discuss: true,
    endings: ['cancelled', 'superseded'],
  },
  shape: SHAPE,
  limits: LIMITS,
  finish: withMark,
  beyond: [withoutId, ownLabels],
  signature: (source) =>
    questionFields(source).some(
      ({ multi, recommended }) => typeof multi === 'boolean' || typeof recommended === 'number',
    ),
  formatRequest(request) {
    const questions = request.questions.map((question) => ({
      ...question,
      options: question.options.map((option) => ({ ...option, label: unmarked(option) })),
    }));
    const extra = ({ options }: Question, i: number) => {
      const at = request.questions[i]?.options.findIndex(isRecommended) ?? -1;
      return { ...(options.length === 0 && { options: [] }), ...(at >= 0 && { recommended: at }) };
    };
    return unlessRefused(writeRequest({ ...request, questions }, SHAPE, { extra }), ohMyPi.parse);
  },
  formatAnswered: (result, request) => ({
    kind: 'submit',
    results: result.answers.map((answer) => toResult(answer, request)),
  }),
  formatUnanswered: (result) => ({ kind: goesOn(result) ? 'chat' : 'cancel' }),
  answeredText({ results: [first, ...more] }) {
    if (first === undefined) return '';
    return more.length === 0 ? oneText(first) : ['User answers:', ...[first, ...more].map(lineOf)].join('\n');
  },
  unansweredText(_output, request, result) {
    if (!goesOn(result)) return endingText(result);
    const asked = request.questions.map(({ question }) => question).join('\n');
    return `${CHAT}.\n\nQuestions asked:\n${asked}\n\n${endingText(result)}`;
  },
  expected: "{ kind: 'submit', results } or { kind: 'chat' }",
  readResult(output, request) {
    const { kind, results } = fieldsIn(output);
    if (output === undefined || kind === 'cancel') return endedOf('cancelled');
    if (kind === 'chat') return endedOf('superseded');
    if (kind !== 'submit' || !Array.isArray(results)) return undefined;
    const items = listOf(results);
    if (items.length > 0 && items.every(isTaken)) return endedOf('timedOut');
    const found = (id: string) => items.find((item) => fieldsIn(item)['id'] === id);
    const taken = items.flatMap((item, i) =>
      isTaken(item) ? [lost(`results[${i}]`, 'Time ran out and nobody answered, so it counts as skipped.')] : [],
    );
    return withWarnings(
      answeredBy(request, ({ id }) => saidOf(found(id)), unmarked),
      taken,
    );
  },
});
