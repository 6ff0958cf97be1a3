import type { OptionRef, Phase } from '../../core/flow/types.js';
import type { KeyGuard } from '../keys/guard.js';
import { isConfirming } from '../keys/route.js';

/** Cause of a focus move. */
export type FocusCause =
  /** The phase changed, the card was collapsed or expanded, or its dialog became modal. */
  | 'change'
  /** The focused element disappeared, because the request or its questions changed. */
  | 'loss'
  /** The user went to a question or Review: Next, Back, Enter, Change, Skip. */
  | 'step'
  /** The user selected an option by a digit or a tap. */
  | 'choice'
  /** An answer is missing or breaks a rule. */
  | 'refusal'
  /** The user asked for the card: `focus({ byUser: true })` or `focusShortcut`. */
  | 'user'
  /** The card arrived after the user answered or sent a message, and the user has touched nothing since. */
  | 'follow'
  /** The host called `focus()`, or `if-idle` applies. The user did not ask for it. */
  | 'host'
  /** The card takes the place of an empty composer that has focus. */
  | 'dock'
  /** The card is removed, is closed, or makes way for the composer. */
  | 'leave';

/** Element that focus may move to. `heading`, `field` and `control` belong to one question; Review has a `heading`. */
export type FocusTarget =
  /** The open confirmation. */
  | 'sheet'
  /** The line of a collapsed card. */
  | 'bar'
  | 'title'
  | 'heading'
  | 'field'
  | 'control'
  /** The elements that had focus before the confirmation, and before the card was collapsed. */
  | 'confirmed'
  | 'kept'
  /** The host's `returnFocusTo`. */
  | 'composer'
  /** The element from which focus came, unless focus is already outside the card. */
  | 'origin';

/** How the card was or is rendered. */
export interface CardView {
  readonly phase: Phase;
  /** Whether the card renders as one line. */
  readonly folded: boolean;
}

/** Everything that the next focus target depends on. */
export interface FocusFacts extends CardView {
  readonly by: FocusCause;
  /** Whether focus is in the card. */
  readonly inside: boolean;
  /** Whether the card's dialog has just become modal. */
  readonly raised: boolean;
  /** Whether the agent or host settled the request. */
  readonly withdrawn: boolean;
  /** Index of the question concerned. The number of questions stands for Review. */
  readonly index: number;
  readonly isReview: boolean;
  /** Whether the question has no options. */
  readonly isText: boolean;
  /** Whether Other is selected. */
  readonly other: boolean;
  /** Selected option, or the first one. */
  readonly option: OptionRef;
}

/** Decision of `focusAfter`. */
export interface FocusMove {
  /** Targets in order of preference. The first that exists and accepts focus gets it. */
  readonly to: readonly FocusTarget[];
  /** New condition that keys wait for. `undefined` keeps the current one. */
  readonly guard?: KeyGuard | undefined;
}

/** Targets that cover the questions. */
const COVER = ['sheet', 'bar'] as const;
const BACK = ['kept', 'heading', 'title'] as const;
const LEAVE = ['composer', 'origin'] as const;
const NOTHING = [] as const;

function afterChange(
  before: CardView,
  { phase, folded, inside, raised, withdrawn }: FocusFacts,
): readonly FocusTarget[] {
  const same = before.phase === phase && before.folded === folded;
  if (same || before.phase === 'settled') return raised ? [...COVER, 'title'] : NOTHING;
  // A dialog that becomes modal takes focus even from outside.
  if (!inside && (!raised || phase === 'settled')) return NOTHING;
  if (isConfirming(phase)) return ['sheet'];
  // If the user settled the request, focus returns to the composer. Otherwise it stays, so the notice can be read.
  if (phase === 'settled') return withdrawn ? ['title', ...LEAVE] : ['composer', 'title', 'origin'];
  if (folded) return before.folded ? NOTHING : ['bar'];
  // The user edits the long answer.
  if (before.phase === 'confirmingLongAnswer' && phase === 'answering')
    return ['field', 'confirmed', 'heading', 'title'];
  if (isConfirming(before.phase)) return ['confirmed', 'heading', 'title'];
  return before.folded || raised ? BACK : NOTHING;
}

/** Decides which element gets focus, and what keys wait for afterwards. Pure and total. */
export function focusAfter(before: CardView, now: FocusFacts): FocusMove {
  const { by, inside, raised } = now;
  // The field of a question without options is named by the question, and the user types there.
  const question = now.isText ? 'field' : 'heading';
  switch (by) {
    case 'change':
      // Guard the keys, unless the user expanded the card.
      return { to: afterChange(before, now), guard: raised && !(before.folded && inside) ? 'all' : undefined };
    case 'host':
    case 'loss':
      return { to: [...COVER, 'title', 'heading'], guard: 'all' };
    case 'user':
      return { to: [...COVER, question, 'title'], guard: 'release' };
    case 'dock':
    case 'follow':
      // A user with focus in an empty composer may be about to type.
      return {
        to: [...COVER, now.isText ? 'field' : 'control', 'heading', 'title'],
        guard: by === 'dock' ? 'all' : by,
      };
    case 'step':
      // On Review, a second Enter would submit.
      return { to: [question], guard: now.isReview ? 'all' : 'none' };
    case 'choice':
      return { to: [now.option === 'other' && now.other ? 'field' : 'control'] };
    case 'refusal':
      // Never focus an option here: a second Enter would select it.
      return { to: [now.other ? 'field' : question] };
    case 'leave':
      return { to: raised ? BACK : LEAVE };
  }
}
