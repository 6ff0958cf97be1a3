import type { OptionRef, Phase } from '../../core/flow/types.js';
import type { KeyGuard } from '../keys/guard.js';
import { isConfirming } from '../keys/route.js';

export type FocusTarget =
  /** Control that covers or replaces the questions: of a confirmation, or of a collapsed card. */
  | 'overlay'
  | 'title'
  | 'heading'
  | 'field'
  /** Field of the question to the agent, unless an answer is long. */
  | 'ask-back'
  | 'control'
  | 'beforeConfirmation'
  | 'beforeCollapse'
  /** Element of the context's `returnFocusTo`. */
  | 'composer'
  /** The element from which focus came into the card. If focus is already outside, it stays there. */
  | 'origin';

export interface CardView {
  readonly phase: Phase;
  /** Whether the card renders as one line. */
  readonly collapsed: boolean;
}

/** What a rule knows of the place to which focus moves. */
export interface FocusFacts {
  /** Index of the question concerned. The number of questions stands for Review. */
  readonly index: number;
  readonly isReview: boolean;
  /** `field` if the question has no options. It is named by the question, and the user types there. */
  readonly question: 'field' | 'heading';
  readonly other: boolean;
  /** Option that `control` stands for. */
  readonly option: OptionRef;
}

export interface FocusMove {
  /** Targets in order of preference. */
  readonly to: readonly FocusTarget[];
  /** New condition that keys wait for. `undefined` keeps the current one. */
  readonly guard?: KeyGuard | undefined;
}

/** Where focus moves for one cause. Each cause is an export, so that the hook does not load those of the card. */
export type FocusRule = (facts: FocusFacts) => FocusMove;

const LEAVE_TARGETS = ['composer', 'origin'] as const;
const NOTHING = [] as const;

/** The user went to a question or Review, but not by its tab. */
export const onStep: FocusRule = ({ question, isReview }) =>
  // On Review, a second Enter would submit.
  ({ to: [question], guard: isReview ? 'all' : 'none' });

/** The user selected or deselected an option by a digit, or Other by a click or tap. */
export const onChoice: FocusRule = ({ option, other }) => ({ to: [option === 'other' && other ? 'field' : 'control'] });

/** An answer is missing or breaks a rule. */
export const onRefusal: FocusRule = ({ other, question }) =>
  // Never focus an option here: in a single-select question, a second Enter would select it.
  ({ to: [other ? 'field' : question] });

/**
 * The focused element disappeared. Or the card's element got focus other than by a press, usually by the host's
 * `focus()`, or `if-idle` applies.
 */
export const onLoss: FocusRule = () => ({ to: ['overlay', 'title', 'heading'], guard: 'all' });

/** Another question or Review is shown, but not by the user, and the focused element is hidden. */
export const onHidden: FocusRule = () => ({ to: ['heading', 'title'], guard: 'all' });

/** The user pressed the shortcut, or `focus({ byUser: true })` was called. */
export const byUser: FocusRule = ({ question }) => ({ to: ['overlay', question, 'title'], guard: 'release' });

/**
 * The card arrived. With the guard `all`, it takes the place of an empty composer, and focus is in the composer or its
 * form. With `follow`, `autoFocus="follow"` applies; see `isAwaited`.
 */
export const onArrival =
  (guard: 'all' | 'follow'): FocusRule =>
  // A user with focus in an empty composer may be about to type.
  ({ question }) => ({
    to: ['overlay', question === 'field' ? question : 'control', 'heading', 'title'],
    guard,
  });

/** The card is unmounted, the user collapsed or closed a dock, or the dialog was closed. */
export const onLeave: FocusRule = () => ({ to: LEAVE_TARGETS });

/** The card is expanded, or a closed dialog is shown again. */
export const onReturn: FocusRule = ({ question }) => ({ to: ['beforeCollapse', question, 'title'] });

/** A confirmation has closed, and the request is not settled. */
export const onConfirmed =
  (before: Phase, now: Phase): FocusRule =>
  ({ question }) => ({
    to:
      // The user usually edits the long answer now.
      before === 'confirmingLongAnswer' && now !== 'submitting'
        ? ['ask-back', 'field', 'beforeConfirmation', 'heading', 'title']
        : ['beforeConfirmation', question, 'title'],
  });

export interface ViewChange extends CardView {
  readonly inside: boolean;
  readonly becameModal: boolean;
  readonly settledExternally: boolean;
}

function afterChange(
  before: CardView,
  { phase, collapsed, inside, becameModal, settledExternally }: ViewChange,
  facts: FocusFacts,
): readonly FocusTarget[] {
  const same = before.phase === phase && before.collapsed === collapsed;
  if (same || before.phase === 'settled') return becameModal ? ['overlay', 'title'] : NOTHING;
  // A dialog that becomes modal takes focus even from outside, unless the request is settled.
  if (!inside && (!becameModal || phase === 'settled')) return NOTHING;
  if (isConfirming(phase)) return ['overlay'];
  // If the user settled the request, prefer the composer. Otherwise prefer the title, so the user reads the notice.
  if (phase === 'settled') return settledExternally ? ['title', ...LEAVE_TARGETS] : ['composer', 'title', 'origin'];
  if (collapsed) return before.collapsed ? NOTHING : ['overlay'];
  if (isConfirming(before.phase)) return onConfirmed(before.phase, phase)(facts).to;
  return before.collapsed || becameModal ? onReturn(facts).to : NOTHING;
}

/** The card was rendered. Its phase or collapsed state may have changed, or its dialog may have become modal. */
export const onChange =
  (before: CardView, now: ViewChange): FocusRule =>
  (facts) => ({
    to: afterChange(before, now, facts),
    // If the dialog became modal, guard the keys, unless focus was in the collapsed card. Then the user has usually
    // expanded it.
    guard: now.becameModal && !(before.collapsed && now.inside) ? 'all' : undefined,
  });
