import { codePointLength, defined, isBlank } from '../guards.js';
import type { Answer, AskUserResult, Reply } from '../answer/types.js';
import { buildAnswers, toAnswer } from '../answer/build-answers.js';
import { brokenRule, UNANSWERED, type Problem } from '../answer/constraints.js';
import type { Question } from '../question/types.js';
import type { AskUserState, Draft, FlowOptions } from './types.js';

export type { Problem } from '../answer/constraints.js';

/** Other is offered: wherever there are options, unless the wire has no room for a free answer. */
export const takesOther = ({ options, constraints }: Question): boolean =>
  options.length > 0 && constraints?.allowCustom !== false;

/** The custom text is part of the answer. */
const customCounts = (question: Question, draft: Draft): boolean =>
  (draft.other || question.options.length === 0) && !isBlank(draft.custom);

/**
 * An option is chosen, or Other is and its text is not blank, or (no options) the text is not blank; and no rule of the
 * question is broken by it.
 */
export const isAnswered = (question: Question, draft: Draft): boolean => !draft.skipped && !problemOf(question, draft);

const hasText = (draft: Draft): boolean => !isBlank(draft.custom) || !isBlank(draft.notes);

/** Something was entered, answered or not. White space counts as nothing. */
export const isTouched = (draft: Draft): boolean => draft.selected.length > 0 || hasText(draft);

/** How many questions are answered. */
export const answeredCount = ({ request, drafts }: AskUserState): number =>
  request.questions.filter((question, i) => isAnswered(question, drafts[i]!)).length;

/** How many questions something was entered at. */
export const touchedCount = ({ drafts }: AskUserState): number => drafts.filter(isTouched).length;

export const questionIndex = (state: AskUserState, questionId: string): number =>
  state.request.questions.findIndex((question) => question.id === questionId);

/** The question shown, or `undefined` on Review. */
export const activeQuestion = (state: AskUserState): Question | undefined => state.request.questions[state.active];

/** What stands against sending what is entered for a question; `undefined` where nothing does. */
export function problemOf(question: Question, draft: Draft): Problem | undefined {
  const reply = toReply(question, draft);
  return reply ? brokenRule(question, reply) : UNANSWERED;
}

/** The same by position. */
export const problemAt = ({ request, drafts }: AskUserState, at: number): Problem | undefined => {
  const question = request.questions[at];
  return question && problemOf(question, drafts[at]!);
};

/** Positions of the questions that are neither skipped nor answered within their rules. */
export const missingQuestions = ({ request, drafts }: AskUserState): number[] =>
  request.questions.flatMap((question, i) => (problemOf(question, drafts[i]!) ? [i] : []));

/** The person may skip the question: by its own rule, else where the host allows it. */
export const canSkip = ({ constraints }: Question, { allowSkip }: Pick<FlowOptions, 'allowSkip'>): boolean =>
  !(constraints?.required ?? !allowSkip);

/** A custom text over the soft limit. */
export interface LongAnswer {
  /** Position of the question. */
  readonly index: number;
  /** Length of the custom text, in Unicode code points. */
  readonly length: number;
}

/** The custom texts that would be sent and are over the soft limit. */
export const longAnswers = (state: AskUserState): LongAnswer[] =>
  state.request.questions.flatMap((question, index) => {
    const draft = state.drafts[index]!;
    if (draft.skipped || !customCounts(question, draft)) return [];
    const length = codePointLength(draft.custom);
    return length > state.options.softLimit ? [{ index, length }] : [];
  });

/** Submitting now would send. */
export const canSubmit = (state: AskUserState): boolean =>
  state.phase === 'answering' && !state.streaming && state.drafts.length > 0 && missingQuestions(state).length === 0;

/**
 * How many questions would go as skipped if the answers so far were sent, in any phase; 0 if they can't be: the host does not
 * allow it, no question is answered, or one of the others is invalid or `required`.
 */
export function missingForPartial(state: AskUserState): number {
  const { request, drafts, options, streaming } = state;
  if (!options.allowPartial || streaming || answeredCount(state) === 0) return 0;
  const missing = missingQuestions(state);
  const maySkip = (at: number, question = request.questions[at]!) =>
    problemOf(question, drafts[at]!) === UNANSWERED && !question.constraints?.required;
  return missing.every((at) => maySkip(at)) ? missing.length : 0;
}

/** Submitting now with `partial` would send. */
export const canSubmitPartial = (state: AskUserState): boolean =>
  state.phase === 'answering' && missingForPartial(state) > 0;

/** What the primary button does. */
export type PrimaryAction = 'submit' | 'next' | 'review';

/** What the primary button does now. */
export function primaryAction(state: AskUserState): PrimaryAction {
  const questions = state.request.questions.length;
  if (questions === 1 || state.active === questions) return 'submit';
  return state.active === questions - 1 ? 'review' : 'next';
}

/** What the primary button does is to send answers again that the host did not take. */
export const retriesNow = (state: AskUserState): boolean =>
  state.error?.result.status === 'answered' && primaryAction(state) === 'submit';

/** Cancelling now would lose something that the host wants asked about. */
export function mustConfirmDiscard({ options, drafts, message }: AskUserState): boolean {
  const { confirmCancel } = options;
  if (confirmCancel === 'always') return true;
  if (drafts.length > 1) return drafts.some(isTouched) || !isBlank(message);
  return confirmCancel === 'auto' && (drafts.some(hasText) || !isBlank(message));
}

/** What would be sent for one question; `undefined` while it is neither answered nor skipped. */
function toReply(question: Question, draft: Draft): Reply | undefined {
  const { selected, custom, notes, skipped } = draft;
  const typed = !skipped && customCounts(question, draft);
  if (!skipped && !typed && selected.length === 0) return undefined;
  return defined<Reply>({
    questionId: question.id,
    selected: skipped ? [] : selected,
    custom: typed ? custom : undefined,
    notes: isBlank(notes) ? undefined : notes,
    skipped: skipped || undefined,
  });
}

/**
 * What would be sent, by position: a reply for each question that is answered or skipped.
 *
 * @param partial - every other question is skipped, too; its notes are kept
 */
export const toReplies = ({ request, drafts }: AskUserState, partial = false): Reply[] =>
  request.questions.flatMap((question, i) => {
    const draft = drafts[i]!;
    return (toReply(question, draft) ?? (partial && toReply(question, { ...draft, skipped: true }))) || [];
  });

/** The answered result of what is entered now, or the issues that stand against it. */
export function toResult(state: AskUserState): AskUserResult {
  const built = buildAnswers(state.request, toReplies(state));
  return built.ok ? { status: 'answered', answers: built.value } : { status: 'invalid', issues: built.issues };
}

/** The answer of one question as it stands; `undefined` while there is none. */
export function answerOf({ request, drafts }: AskUserState, index: number): Answer | undefined {
  const question = request.questions[index];
  const reply = question && toReply(question, drafts[index]!);
  return reply && toAnswer(question, reply);
}
