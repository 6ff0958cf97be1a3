import { codePointLength, defined, isBlank } from '../guards.js';
import type { Answer, AskUserResult, Reply } from '../answer/types.js';
import { buildAnswers, hasRecommended, toAnswer } from '../answer/build-answers.js';
import { brokenRule, mayStayBlank, UNANSWERED, type AnswerIssue } from '../answer/constraints.js';
import { recommendedOption } from '../question/recommended.js';
import type { AskUserRequest, Question } from '../question/types.js';
import { hasAnswer, hasText, isTouched } from './touched.js';
import type { AskUserState, Draft, Exchange, FlowOptions, OptionRef } from './types.js';

export { allowsNotes, type AnswerIssue } from '../answer/constraints.js';
export { allowsOther } from './allows-other.js';

/** Whether the question offers a filter, because its list is long. */
export const offersFilter = ({ options }: Question): boolean => options.length > 12;

/** Whether the question offers to select all options and to clear the selection. */
export const offersAll = ({ options, multiSelect }: Question): boolean => multiSelect && options.length > 5;

export const isSelected = ({ selected, other }: Draft, option: OptionRef): boolean =>
  option === 'other' ? other : selected.includes(option);

/** Whether the custom text is part of the answer, if the question is not skipped. */
const customCounts = (question: Question, draft: Draft): boolean =>
  (draft.other || question.options.length === 0) && !isBlank(draft.custom);

/** Whether a draft answers its question, is neither skipped nor left blank, and breaks no rule of the question. */
export function isAnswered(question: Question, draft: Draft): boolean {
  const reply = toReply(question, draft);
  return reply !== undefined && !reply.skipped && !brokenRule(question, reply);
}

/** Whether there are so many questions that one control takes the place of their tabs. */
export const hasMany = ({ drafts }: Pick<AskUserState, 'drafts'>): boolean => drafts.length > 8;

interface Progress {
  readonly drafts: readonly Draft[];
  /** For each question: `true` if it is answered, `false` if its answer is missing or invalid. */
  readonly done: (boolean | undefined)[];
}

/** What is known of a request. Only changed drafts are read, so that a key costs the same with any number of questions. */
const known = new WeakMap<AskUserRequest, Progress>();

function progressOf({ request, drafts }: AskUserState): Progress['done'] {
  const { drafts: before, done }: Progress = known.get(request) ?? { drafts: [], done: [] };
  for (const [i, question] of request.questions.entries()) {
    const draft = drafts[i]!;
    if (draft !== before[i])
      done[i] = isAnswered(question, draft) || (getAnswerIssue(question, draft) ? false : undefined);
  }
  known.set(request, { drafts, done });
  return done;
}

/** Returns what `read` returns for each question and its draft, in question order. An empty list adds nothing. */
export const collect = <T>(
  { request, drafts }: AskUserState,
  read: (question: Question, draft: Draft, index: number) => T | readonly T[],
): T[] => request.questions.flatMap((question, index) => read(question, drafts[index]!, index));

/** The number of questions for which `isAnswered` returns `true`. */
export const answeredCount = (state: AskUserState): number => progressOf(state).filter(Boolean).length;

/**
 * Index of the next question for which `getAnswerIssue` returns an issue. After the last question, the first one
 * follows. Returns `undefined` if no question but the shown one has an issue.
 */
export function nextUnanswered(state: AskUserState): number | undefined {
  const done = progressOf(state);
  const next = done.indexOf(false, state.active + 1);
  const to = next < 0 ? done.indexOf(false) : next;
  return to < 0 || to === state.active ? undefined : to;
}

/** The number of questions for which `isTouched` returns `true`. */
export const touchedCount = ({ drafts }: AskUserState): number => drafts.filter(isTouched).length;

/** The number of questions whose answer a cancel or decline would discard, also one that is not complete. */
export const discardedCount = ({ drafts }: AskUserState): number => drafts.filter(hasAnswer).length;

export function questionIndex({ request }: AskUserState, questionId: string): number {
  // A loop, because a function for each question would cost more for each key.
  for (const [i, { id }] of request.questions.entries()) if (id === questionId) return i;
  return -1;
}

/** Whether the user may ask the agent about a question: the host replies, and the answer is not secret. */
export const offersAskBack = ({ constraints }: Question, { options }: Pick<AskUserState, 'options'>): boolean =>
  options.askBack !== undefined && !constraints?.secret;

/** What the user asked the agent about the questions, with the replies. */
export const getExchanges = ({ drafts }: Pick<AskUserState, 'drafts'>): Exchange[] =>
  drafts.flatMap(({ exchanges = [] }) => exchanges.map(({ isElsewhere: _, ...exchange }) => exchange));

/** Whether the user may discuss one of several questions, because the host does not reply to what they ask about it. */
export const offersDiscussThis = ({ options, drafts }: AskUserState): boolean =>
  options.allow.discuss === true && !options.askBack && drafts.length > 1;

/** The question that is shown, or `undefined` on Review and without questions. */
export const activeQuestion = (state: AskUserState): Question | undefined => state.request.questions[state.active];

/** Returns a reason that a draft cannot be sent, or `undefined` if it can. */
export function getAnswerIssue(question: Question, draft: Draft): AnswerIssue | undefined {
  const reply = toReply(question, draft);
  return reply ? brokenRule(question, reply) : UNANSWERED;
}

export const answerIssueAt = ({ request, drafts }: AskUserState, at: number): AnswerIssue | undefined => {
  const question = request.questions[at];
  return question && getAnswerIssue(question, drafts[at]!);
};

/** Indexes of the questions for which `getAnswerIssue` returns an issue, ascending. */
export const missingQuestions = (state: AskUserState): number[] =>
  collect(state, (question, draft, index) => (getAnswerIssue(question, draft) ? index : []));

/**
 * Whether the user may skip a question. The question's `required` decides, or `allow.skip` if that is not set. A question
 * with `required: false` does not need to be skipped: it may stay blank.
 */
export const canSkip = ({ constraints }: Question, { allow }: Pick<FlowOptions, 'allow'>): boolean =>
  !(constraints?.required ?? !allow.skip);

/** Whether to offer Skip: the host sets `allow.skip`, and the user may skip the question. */
export const offersSkip = (question: Question, options: Pick<FlowOptions, 'allow'>): boolean =>
  options.allow.skip === true && canSkip(question, options);

/** A custom text over the soft limit. */
export interface LongAnswer {
  /** Index of the question. */
  readonly index: number;
  /** Length of the custom text, in Unicode code points. */
  readonly length: number;
}

/** The custom texts over the soft limit that are part of an answer. */
export const longAnswers = (state: AskUserState): LongAnswer[] =>
  collect(state, (question, draft, index) => {
    if (draft.skipped || !customCounts(question, draft)) return [];
    const length = codePointLength(draft.custom);
    return length > state.options.softLimit ? { index, length } : [];
  });

/** Indexes of the questions about which the user has typed a question to the agent that is not sent. */
export const unsentQuestions = ({ drafts }: AskUserState): number[] =>
  drafts.flatMap(({ askBack = '' }, index) => (isBlank(askBack) ? [] : index));

/** Indexes of the questions for which a submit requires a confirmation: long answers first, then `unsentQuestions`. */
export const toConfirm = (state: AskUserState): number[] => [
  ...longAnswers(state).map(({ index }) => index),
  ...unsentQuestions(state),
];

/** Whether the user can submit the answers now. A submit can still require a confirmation. */
export const canSubmit = (state: AskUserState): boolean =>
  state.phase === 'answering' && !state.streaming && state.drafts.length > 0 && missingQuestions(state).length === 0;

/**
 * The number of questions that are left out if the user sends the answers so far, or 0 if these cannot be sent. Does
 * not depend on the phase.
 */
export function missingForPartial(state: AskUserState): number {
  const { request, drafts, options, streaming } = state;
  if (!options.allow.partial || streaming || answeredCount(state) === 0) return 0;
  const missing = missingQuestions(state);
  const maySkip = (at: number, question = request.questions[at]!) =>
    getAnswerIssue(question, drafts[at]!) === UNANSWERED &&
    !getAnswerIssue(question, { ...drafts[at]!, skipped: true });
  return missing.every((at) => maySkip(at)) ? missing.length : 0;
}

/** Whether the user can now send the answers so far and leave the other questions out. */
export const canSubmitPartial = (state: AskUserState): boolean =>
  state.phase === 'answering' && missingForPartial(state) > 0;

/** Action of the primary button. */
export type PrimaryAction = 'submit' | 'next' | 'review';

/** Returns the current action of the primary button. */
export function primaryAction(state: AskUserState): PrimaryAction {
  const questions = state.request.questions.length;
  if (questions === 1 || state.active === questions) return 'submit';
  return state.active === questions - 1 ? 'review' : 'next';
}

/** Whether the primary button resends answers whose delivery failed. */
export const retriesNow = (state: AskUserState): boolean =>
  state.error?.result.status === 'answered' && state.error.retry !== false && primaryAction(state) === 'submit';

/** Whether cancelling or declining now requires a confirmation, according to `confirmCancel`. */
export function mustConfirmDiscard({ options, drafts, message }: AskUserState): boolean {
  const { confirmCancel } = options;
  if (confirmCancel === 'always') return true;
  if (drafts.length > 1) return drafts.some(isTouched) || !isBlank(message);
  return confirmCancel === 'auto' && (drafts.some(hasText) || !isBlank(message));
}

function toReply(question: Question, draft: Draft): Reply | undefined {
  const { selected, custom } = draft;
  const notes = isBlank(draft.notes) ? undefined : draft.notes;
  const typed = !draft.skipped && customCounts(question, draft);
  const isBlankDraft = !typed && selected.length === 0;
  const skipped = draft.skipped || (isBlankDraft && mayStayBlank(question));
  if (isBlankDraft && !skipped) return undefined;
  const reply = defined<Reply>({
    questionId: question.id,
    selected: skipped ? [] : selected,
    custom: typed ? custom : undefined,
    notes,
    skipped: skipped || undefined,
  });
  return draft.recommended && hasRecommended(question, reply) ? { ...reply, recommended: true } : reply;
}

/** An unanswered question, by its index, and its option that is marked as recommended. */
export interface Takeable {
  readonly index: number;
  readonly option: number;
}

/** What `takeRecommended` would select. Empty unless the host allows it. Does not depend on the phase. */
export const takeable = (state: AskUserState): Takeable[] =>
  collect(state, (question, { selected, other, skipped }, index) => {
    const isOpen = selected.length === 0 && !other && !skipped;
    const offers = isOpen && !state.streaming && state.options.allow.recommended !== false;
    const option = offers ? recommendedOption(question) : undefined;
    return option === undefined ? [] : { index, option };
  });

/** Indexes of the questions whose answers `undoRecommended` would take back, ascending. */
export const takenQuestions = (state: AskUserState): number[] =>
  collect(state, (question, draft, index) => (toReply(question, draft)?.recommended ? index : []));

/**
 * Returns a reply for each question that is answered, skipped, or left blank, in question order. An answer may break a
 * rule. A question may be left blank if its `constraints.required` is `false`; its reply is a skipped one, with its
 * notes.
 *
 * @param partial - Whether every other question gets a skipped reply, with its notes.
 */
export const toReplies = (state: AskUserState, partial = false): Reply[] =>
  collect(
    state,
    (question, draft) =>
      (toReply(question, draft) ?? (partial && toReply(question, { ...draft, skipped: true }))) || [],
  );

/** Returns the `answered` result of the current drafts, or an `invalid` result with issues. */
export function toResult(state: AskUserState): AskUserResult {
  const built = buildAnswers(state.request, toReplies(state));
  return built.ok ? { status: 'answered', answers: built.value } : { status: 'invalid', issues: built.issues };
}

/**
 * Returns the answer in a draft, also a skipped one, or one that breaks a rule. Returns `undefined` if the question is
 * neither answered nor skipped, and may not stay blank.
 */
export function answerOf(question: Question, draft: Draft): Answer | undefined {
  const reply = toReply(question, draft);
  return reply && toAnswer(question, reply);
}

/** Returns the current answer to the question at an index; see `answerOf`. */
export function getAnswer({ request, drafts }: AskUserState, index: number): Answer | undefined {
  const question = request.questions[index];
  return question && answerOf(question, drafts[index]!);
}

/** What the tab of a question says of it. `missing` and `invalid` only if the question is marked. */
export type QuestionStatus = 'answered' | 'skipped' | 'missing' | 'invalid';

export function questionStatus(question: Question, draft: Draft, isMarked: boolean): QuestionStatus | undefined {
  if (isAnswered(question, draft)) return 'answered';
  const issue = getAnswerIssue(question, draft);
  if (!issue) return draft.skipped ? 'skipped' : undefined;
  if (!isMarked) return undefined;
  return issue.code === 'unanswered' ? 'missing' : 'invalid';
}

/** Whether the agent waits for the answers. */
export const agentWaits = ({ request }: AskUserState): boolean => request.blocking !== false;
