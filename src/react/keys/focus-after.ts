import type { OptionRef, Phase } from '../../core/flow/types.js';
import type { KeyGuard } from './guard.js';
import { isConfirming } from './route.js';

/** Why the focus may have to move. */
export type FocusCause =
  /** The card was drawn in another phase, collapsed, expanded, or brought over the page. */
  | 'change'
  /** What had the focus is gone: another request has come, or this one has changed. */
  | 'loss'
  /** The user went to a question: Next, Back, Enter, Change, Skip. */
  | 'step'
  /** The user chose an option by a digit or a tap. */
  | 'choice'
  /** An answer is missing, or breaks a rule. */
  | 'refusal'
  /** The user's own way into the card: a link of the host's, or `focusShortcut`. */
  | 'user'
  /** The user has just answered or sent a message, and touched nothing since. */
  | 'follow'
  /** The host's `focus()`, or `if-idle`: the user did not ask for it. */
  | 'host'
  /** The card takes the place of an empty composer that has the focus. */
  | 'dock'
  /** The card is removed, or a modal was closed by somebody else. */
  | 'leave';

/** Where the focus may go. A heading, a field and a control are those of one question; Review has a heading. */
export type FocusTarget =
  /** The open confirmation. */
  | 'sheet'
  /** The line of a collapsed card. */
  | 'bar'
  | 'title'
  | 'heading'
  | 'field'
  | 'control'
  /** What had it before the confirmation, and before the card was collapsed. */
  | 'confirmed'
  | 'kept'
  /** The host's `returnFocusTo`. */
  | 'composer'
  /** Where it came from, unless it is outside of the card already. */
  | 'origin';

/** How the card was drawn before. */
export interface CardView {
  readonly phase: Phase;
  /** Drawn as one line. */
  readonly folded: boolean;
}

/** All that the next place of the focus depends on. */
export interface FocusFacts extends CardView {
  readonly by: FocusCause;
  /** The focus is in the card. */
  readonly inside: boolean;
  /** A modal has just been brought over the page. */
  readonly raised: boolean;
  /** It was ended from outside. */
  readonly withdrawn: boolean;
  /** The question in question; the number of questions is Review. */
  readonly index: number;
  readonly isReview: boolean;
  /** It has no options. */
  readonly isText: boolean;
  /** Its Other is chosen. */
  readonly other: boolean;
  /** The option that was chosen last, or the first one. */
  readonly option: OptionRef;
}

export interface FocusMove {
  /** The first of these that is there and takes it. */
  readonly to: readonly FocusTarget[];
  /** What keys wait for from now on; as before if it is not said. */
  readonly guard?: KeyGuard | undefined;
}

/** What covers the questions, if anything does. */
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
  // A modal that comes over the page has it, wherever it was.
  if (!inside && (!raised || phase === 'settled')) return NOTHING;
  if (isConfirming(phase)) return ['sheet'];
  // What the user has ended is behind them; what was ended for them is to be read.
  if (phase === 'settled') return withdrawn ? ['title', ...LEAVE] : ['composer', 'title', 'origin'];
  if (folded) return before.folded ? NOTHING : ['bar'];
  // The long answer is edited.
  if (before.phase === 'confirmingLongAnswer' && phase === 'answering')
    return ['field', 'confirmed', 'heading', 'title'];
  if (isConfirming(before.phase)) return ['confirmed', 'heading', 'title'];
  return before.folded || raised ? BACK : NOTHING;
}

/** From what was and what is to where the focus goes, whatever moves it. Pure and total. */
export function focusAfter(before: CardView, now: FocusFacts): FocusMove {
  const { by, inside, raised } = now;
  // A text is typed at once; its field has the question's name.
  const question = now.isText ? 'field' : 'heading';
  switch (by) {
    case 'change':
      // Unless the user has called it back.
      return { to: afterChange(before, now), guard: raised && !(before.folded && inside) ? 'all' : undefined };
    case 'host':
    case 'loss':
      return { to: [...COVER, 'title', 'heading'], guard: 'all' };
    case 'user':
      return { to: [...COVER, question, 'title'], guard: 'release' };
    case 'dock':
    case 'follow':
      // Into an empty composer the user may be about to type.
      return {
        to: [...COVER, now.isText ? 'field' : 'control', 'heading', 'title'],
        guard: by === 'dock' ? 'all' : by,
      };
    case 'step':
      // On Review the next Enter would send.
      return { to: [question], guard: now.isReview ? 'all' : 'none' };
    case 'choice':
      return { to: [now.option === 'other' && now.other ? 'field' : 'control'] };
    case 'refusal':
      // Never onto an option: the next Enter would choose it.
      return { to: [now.other ? 'field' : question] };
    case 'leave':
      return { to: raised ? BACK : LEAVE };
  }
}
