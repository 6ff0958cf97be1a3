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
import { isTouched } from './touched.js';
import type { AskUserState, Draft } from './types.js';

export const typedTexts = ({ custom, notes }: Draft): string[] => [custom, notes].filter((text) => !isBlank(text));

/** Whether a draft contains every text of an earlier one, so that no text is lost without the earlier one. */
const contains = (draft: Draft, earlier: Draft): boolean =>
  typedTexts(earlier).every((text) => typedTexts(draft).some((now) => now.includes(text)));

/** What was entered, without answers to secret questions. */
const enteredIn = ({ request, drafts }: AskUserState): KeptAnswer[] =>
  askedIn(request).flatMap((asked) => {
    const draft = drafts[asked.index];
    const isKept = draft && isTouched(draft) && !request.questions[asked.index]?.constraints?.secret;
    return isKept ? [{ ...asked, draft }] : [];
  });

type Outcome = 'accepted' | 'discarded' | undefined;

/**
 * An answer of another user counts as accepted: the agent has what it asked for. A cancellation by another user discards
 * nothing of what this user has entered.
 */
function outcomeOf({ phase, result, settledExternally }: AskUserState): Outcome {
  if (phase !== 'settled') return undefined;
  if (result?.status === 'answered') return 'accepted';
  const isLeft = result?.status === 'cancelled' || (result?.status === 'declined' && !result.discuss);
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
  const drafts = new Map(answers.map((answer) => [keyOf(answer), answer.draft]));
  const isReplaced = (answer: KeptAnswer): boolean => {
    const draft = drafts.get(keyOf(answer));
    return draft !== undefined && (outcome !== undefined || contains(draft, answer.draft));
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
  const isSent = phase === 'settled' && result?.status === 'declined' && result.discuss;
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
  const drafts = new Map(enteredIn(state).map((answer) => [keyOf(answer), answer.draft]));
  const isEntered = (answer: KeptAnswer): boolean => {
    const draft = drafts.get(keyOf(answer));
    return draft !== undefined && contains(draft, answer.draft);
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
