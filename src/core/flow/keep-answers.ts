import { isDiscussion } from './is-discussion.js';
import { isBlank } from '../guards.js';
import {
  askedIn,
  boundKept,
  isSameConversation,
  keyOf,
  type KeepScope,
  type KeptAnswer,
  type KeptRequest,
} from './kept-answers.js';
import { isTouched, unrepliedTexts } from './touched.js';
import type { AskUserState, Draft } from './types.js';

/** The typed texts of an answer. */
export const answerTexts = ({ custom, notes }: Draft): string[] => [custom, notes].filter((text) => !isBlank(text));

type Typed = Pick<KeptAnswer, 'draft' | 'asked'>;

/** Returns what is kept of a draft: the exchanges belong to their request, except what the agent has not replied to. */
export const toTyped = ({ askBack, exchanges, ...draft }: Draft): Typed => {
  const asked = unrepliedTexts({ askBack, exchanges }).filter((text) => !isBlank(text));
  return asked.length > 0 ? { draft, asked } : { draft };
};

export const typedTexts = ({ draft, asked = [] }: Typed): string[] => [...answerTexts(draft), ...asked];

/** Whether a draft contains every text of an earlier one, so that no text is lost without the earlier one. */
const contains = (typed: Typed, earlier: Typed): boolean =>
  typedTexts(earlier).every((text) => typedTexts(typed).some((now) => now.includes(text)));

/** Returns a draft without the question to the agent that was sent as part of a message. */
const withoutSent = ({ askBack = '', ...draft }: Draft, message = ''): Draft =>
  isBlank(askBack) || message.includes(askBack) ? draft : { ...draft, askBack };

/** The message of a discussion, if it was sent. */
const sentMessage = ({ phase, result }: AskUserState): string | undefined =>
  phase === 'settled' && isDiscussion(result) ? result.reason : undefined;

/** What was entered, without answers to secret questions and what was sent as a message. */
const enteredIn = (state: AskUserState): KeptAnswer[] =>
  askedIn(state.request).flatMap((asked) => {
    const typed = state.drafts[asked.index];
    const draft = typed && withoutSent(typed, sentMessage(state));
    const isKept = draft && isTouched(draft) && !state.request.questions[asked.index]?.constraints?.secret;
    return isKept ? [{ ...asked, ...toTyped(draft) }] : [];
  });

/**
 * Returns the record with the answers whose typed text has left a request, because the host removed or replaced their
 * question.
 *
 * @param now - Time in milliseconds since 1970.
 */
export function keepRemoved(
  kept: readonly KeptRequest[],
  before: AskUserState,
  { drafts }: AskUserState,
  { conversationId }: KeepScope,
  now: number,
): readonly KeptRequest[] {
  const typed = drafts.map(toTyped);
  const answers = enteredIn(before).filter((answer) => !typed.some((one) => contains(one, answer)));
  if (answers.length === 0) return kept;
  const removed: KeptRequest = { keptAt: now, conversationId, asker: before.request.asker, answers, message: '' };
  return boundKept([...kept, removed], now);
}

type Outcome = 'accepted' | 'discarded' | undefined;

/**
 * An answer of another user counts as accepted: the agent has what it asked for. A cancellation by another user discards
 * nothing of what this user has entered.
 */
function outcomeOf({ phase, result, settledExternally }: AskUserState): Outcome {
  if (phase !== 'settled') return undefined;
  if (result?.status === 'answered') return 'accepted';
  const isLeft = result?.status === 'cancelled' || (result?.status === 'declined' && !isDiscussion(result));
  return isLeft && !settledExternally ? 'discarded' : undefined;
}

/**
 * Returns the record with what is entered into a request now, in place of what it contained of this request. If answers
 * were accepted, or the user discarded them, removes them and earlier answers to the same questions.
 * Contains no answers to secret questions, and at most 20 requests, for 7 days.
 *
 * @param now - Time in milliseconds since 1970.
 */
export function keepAnswers(
  kept: readonly KeptRequest[],
  state: AskUserState,
  scope: KeepScope,
  now: number,
): readonly KeptRequest[] {
  const { request, phase, result, message } = state;
  const outcome = outcomeOf(state);
  const answers = enteredIn(state);
  const entered = new Map(answers.map((answer) => [keyOf(answer), answer]));
  const isReplaced = (answer: KeptAnswer): boolean => {
    const own = entered.get(keyOf(answer));
    return own !== undefined && (outcome !== undefined || contains(own, answer));
  };
  const earlier = kept
    .filter(({ open }) => open !== scope.id)
    .map((one) =>
      isSameConversation(one, request, scope)
        ? {
            ...one,
            answers: one.answers.filter((answer) => !isReplaced(answer)),
            quiet: one.quiet || outcome === 'accepted',
          }
        : one,
    );
  const isSent = phase === 'settled' && isDiscussion(result);
  const own: KeptRequest = {
    keptAt: now,
    conversationId: scope.conversationId,
    asker: request.asker,
    open: phase === 'settled' ? undefined : scope.id,
    answers: outcome ? [] : answers,
    message: outcome || isSent || isBlank(message) ? '' : message,
  };
  return boundKept([...earlier, own], now);
}

/**
 * Returns the record when a request is opened. If it contains an earlier opening of this request, that stays as a
 * request of its own, without what is entered now, such as restored drafts.
 */
export function reopenKept(
  kept: readonly KeptRequest[],
  state: AskUserState,
  scope: KeepScope,
  now: number,
): readonly KeptRequest[] {
  const entered = new Map(enteredIn(state).map((answer) => [keyOf(answer), answer]));
  const isEntered = (answer: KeptAnswer): boolean => {
    const own = entered.get(keyOf(answer));
    return own !== undefined && contains(own, answer);
  };
  const reopened = kept.map((one) =>
    one.open === scope.id
      ? {
          ...one,
          open: undefined,
          answers: one.answers.filter((answer) => !isEntered(answer)),
          message: state.message.includes(one.message) ? '' : one.message,
        }
      : one,
  );
  return boundKept(reopened, now);
}
