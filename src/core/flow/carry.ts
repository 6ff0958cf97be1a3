import { defined } from '../guards.js';
import type { Question } from '../question/types.js';
import { EMPTY_DRAFT } from './empty-draft.js';
import { answerTexts, toTyped, typedTexts } from './keep-answers.js';
import {
  askedIn,
  boundKept,
  isSameConversation,
  keyOf,
  type KeepScope,
  type KeptAnswer,
  type KeptRequest,
} from './kept-answers.js';
import { isTouched } from './touched.js';
import type { AskUserAction, AskUserState, Draft } from './types.js';

/** What the user entered earlier for a question that is asked again. */
export interface EarlierAnswer {
  readonly questionId: string;
  /** Index of the question in its request. */
  readonly index: number;
  /** The labels of the selected options, joined with `, `, then the custom text and the notes, without what is empty. */
  readonly texts: readonly string[];
}

/** Earlier answers that can be offered for a request. */
export interface CarryOffer {
  /** Answers to questions that are asked again unchanged. Only these can be filled in. */
  readonly answers: readonly (EarlierAnswer & { readonly draft: Draft })[];
  /** Answers to questions that have changed since. */
  readonly changed: readonly EarlierAnswer[];
  /**
   * Typed texts of questions that are not asked again, or that have a newer answer, and what the user asked the agent
   * without a reply.
   */
  readonly left: readonly { readonly question: string; readonly texts: readonly string[] }[];
}

/** Change of a draft by `fillIn`. */
export interface FilledDraft {
  readonly questionId: string;
  readonly before: Draft;
  readonly after: Draft;
}

const describe = ({ question, draft }: KeptAnswer): string[] => {
  const labels = draft.selected.map((index) => question.options[index]?.label ?? '');
  return [labels.join(', '), ...answerTexts(draft)].filter((text) => text !== '');
};

/** Whether nothing is entered for a question, and the user has not skipped it. */
const isUnanswered = (draft = EMPTY_DRAFT): boolean => !isTouched(draft) && !draft.skipped;

type Rule = (earlier: KeptAnswer, now: Question, index: number) => boolean;

/** How a question that has changed is found again. */
const CHANGED: readonly Rule[] = [
  ({ question }, now) => question.question === now.question,
  ({ question, index }, now, at) => !!now.header && question.header === now.header && index === at,
];

/**
 * Returns what can be offered for a request. A question that is asked again unchanged gets its newest answer. It is
 * unchanged if its text, header, context and options are the same, also whether it has Other and is multi-select. A
 * question has changed if it has the same text as an earlier one, or the same header at the same index. Questions with
 * input and secret ones get nothing.
 *
 * @param now - Time in milliseconds since 1970.
 */
export function findOffer(
  kept: readonly KeptRequest[],
  { request, drafts, message }: AskUserState,
  scope: KeepScope,
  now: number,
): CarryOffer {
  const requests = boundKept(kept, now).filter((one) => isSameConversation(one, request, scope));
  const unused = requests.toReversed().flatMap(({ answers, quiet }) => answers.map((answer) => ({ ...answer, quiet })));
  const taken: KeptAnswer[] = [];
  const take = (isWanted: (answer: KeptAnswer) => boolean): KeptAnswer | undefined => {
    const at = unused.findIndex((one) => isTouched(one.draft) && isWanted(one));
    const [answer] = at < 0 ? [] : unused.splice(at, 1);
    if (answer) taken.push(answer);
    return answer;
  };
  const keys = askedIn(request).map(keyOf);
  let open = request.questions.flatMap((question, index) =>
    !question.constraints?.secret && isUnanswered(drafts[index]) ? { question, index } : [],
  );
  /** Finds an answer for each open question, which is then no longer open. */
  const collect = (isWanted: (answer: KeptAnswer, now: Question, index: number) => boolean) => {
    const found = open.flatMap(({ question, index }) => {
      const answer = take((candidate) => isWanted(candidate, question, index));
      return answer ? { questionId: question.id, index, texts: describe(answer), draft: answer.draft } : [];
    });
    open = open.filter(({ index }) => !found.some((one) => one.index === index));
    return found;
  };
  const answers = collect((answer, _, index) => keyOf(answer) === keys[index]);
  // An answer to a question that is asked again unchanged belongs to that question only.
  const changed = CHANGED.flatMap((rule) =>
    collect((answer, ...asked) => !keys.includes(keyOf(answer)) && rule(answer, ...asked)),
  ).map(({ draft: _, ...answer }) => answer);

  const shown = new Set([
    message,
    ...drafts.map(toTyped).flatMap(typedTexts),
    ...answers.flatMap(({ draft }) => answerTexts(draft)),
    ...changed.flatMap(({ texts }) => texts),
  ]);
  const leave = (question: string, typed: readonly string[]) => {
    const texts = typed.filter((text) => text !== '' && !shown.has(text) && shown.add(text));
    return texts.length > 0 ? [{ question, texts }] : [];
  };
  const left = [
    ...taken.flatMap(({ question, asked = [] }) => leave(question.question, asked)),
    ...unused.flatMap(({ quiet, ...one }) => (quiet ? [] : leave(one.question.question, typedTexts(one)))),
    ...requests.flatMap((one) => (one.quiet ? [] : leave('', [one.message]))),
  ];
  return { answers, changed: changed.sort((a, b) => a.index - b.index), left };
}

/** Answers of an offer that can be filled in now: those of questions that are still unanswered. */
export const fillable = ({ answers }: CarryOffer, { request, drafts }: AskUserState): CarryOffer['answers'] =>
  answers.filter(({ questionId }) => {
    const at = request.questions.findIndex(({ id }) => id === questionId);
    return at >= 0 && isUnanswered(drafts[at]);
  });

/** Returns the action that fills in the earlier answers. It submits nothing. */
export const fillIn = (offer: CarryOffer, state: AskUserState): AskUserAction => ({
  type: 'restore',
  drafts: fillable(offer, state).map(({ questionId, draft }) => ({ questionId, ...draft })),
});

/** Returns the drafts that `fillIn` changed. */
export const filledIn = (before: AskUserState, after: AskUserState): FilledDraft[] =>
  before.request.questions.flatMap(({ id: questionId }, at) => {
    const [was, is] = [before.drafts[at], after.drafts[at]];
    return was && is && was !== is ? { questionId, before: was, after: is } : [];
  });

/** What the user asks the agent about a question does not change its answer. */
const answerIn = ({ askBack: _asked, exchanges: _exchanges, ...answer }: Draft): string => JSON.stringify(answer);

const draftOf = ({ request, drafts }: AskUserState, questionId: string): Draft =>
  drafts[request.questions.findIndex(({ id }) => id === questionId)] ?? EMPTY_DRAFT;

/** Returns the filled-in drafts whose answers the user has not edited since. Only these can be undone. */
export const unedited = (filled: readonly FilledDraft[], state: AskUserState): FilledDraft[] =>
  filled.filter(({ questionId, after }) => answerIn(draftOf(state, questionId)) === answerIn(after));

/** Returns the action that undoes `fillIn`. Keeps what the user has edited since. */
export const undoFillIn = (filled: readonly FilledDraft[], state: AskUserState): AskUserAction => ({
  type: 'restore',
  drafts: unedited(filled, state).map(({ questionId, before }) => {
    const { askBack, exchanges } = draftOf(state, questionId);
    return defined<Draft & { questionId: string }>({ ...before, questionId, askBack, exchanges });
  }),
});
