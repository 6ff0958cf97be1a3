import type { OptionRef, Phase } from '../../core/flow/types.js';
import type { KeyGuard } from '../keys/guard.js';
import { isConfirming } from '../keys/route.js';

export type FocusCause =
  /** The card was rendered. Its phase or collapsed state may have changed, or its dialog may have become modal. */
  | 'change'
  /** The focused element disappeared. */
  | 'loss'
  /** The user went to a question or Review, but not by its tab. */
  | 'step'
  /** The user selected or deselected an option by a digit, or Other by a click or tap. */
  | 'choice'
  /** An answer is missing or breaks a rule. */
  | 'refusal'
  /** The user pressed the shortcut, or `focus({ byUser: true })` was called. */
  | 'user'
  /** The card arrived, and `autoFocus="follow"` applies; see `mayFollow`. */
  | 'follow'
  /** The card's element got focus other than by a press, usually by the host's `focus()`. Or `if-idle` applies. */
  | 'host'
  /** The card takes the place of an empty composer, and focus is in the composer or its form. */
  | 'dock'
  /** The card is unmounted, the user collapsed or closed a dock, or the dialog was closed. */
  | 'leave';

export type FocusTarget =
  | 'sheet'
  | 'collapsed-bar'
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

export interface FocusFacts extends CardView {
  readonly cause: FocusCause;
  readonly inside: boolean;
  readonly becameModal: boolean;
  readonly settledExternally: boolean;
  /** Index of the question concerned. The number of questions stands for Review. */
  readonly index: number;
  readonly isReview: boolean;
  /** Whether the question has no options. */
  readonly isText: boolean;
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

/** Targets that cover or replace the questions. */
const OVERLAYS = ['sheet', 'collapsed-bar'] as const;
const LEAVE_TARGETS = ['composer', 'origin'] as const;
const NOTHING = [] as const;

function afterChange(
  before: CardView,
  { phase, collapsed, inside, becameModal, settledExternally }: FocusFacts,
  question: FocusTarget,
): readonly FocusTarget[] {
  const same = before.phase === phase && before.collapsed === collapsed;
  if (same || before.phase === 'settled') return becameModal ? [...OVERLAYS, 'title'] : NOTHING;
  // A dialog that becomes modal takes focus even from outside, unless the request is settled.
  if (!inside && (!becameModal || phase === 'settled')) return NOTHING;
  if (isConfirming(phase)) return ['sheet'];
  // If the user settled the request, prefer the composer. Otherwise prefer the title, so the user reads the notice.
  if (phase === 'settled') return settledExternally ? ['title', ...LEAVE_TARGETS] : ['composer', 'title', 'origin'];
  if (collapsed) return before.collapsed ? NOTHING : ['collapsed-bar'];
  // The user usually edits or sends that text now.
  if (before.phase === 'confirmingLongAnswer' && phase === 'answering')
    return ['ask-back', 'field', 'beforeConfirmation', 'heading', 'title'];
  if (isConfirming(before.phase)) return ['beforeConfirmation', question, 'title'];
  return before.collapsed || becameModal ? ['beforeCollapse', question, 'title'] : NOTHING;
}

export function focusAfter(before: CardView, now: FocusFacts): FocusMove {
  const { cause, inside, becameModal } = now;
  // The field of a question without options is named by the question, and the user types there.
  const question = now.isText ? 'field' : 'heading';
  switch (cause) {
    case 'change':
      // If the dialog became modal, guard the keys, unless focus was in the collapsed card. Then the user has usually
      // expanded it.
      return {
        to: afterChange(before, now, question),
        guard: becameModal && !(before.collapsed && inside) ? 'all' : undefined,
      };
    case 'host':
    case 'loss':
      return { to: [...OVERLAYS, 'title', 'heading'], guard: 'all' };
    case 'user':
      return { to: [...OVERLAYS, question, 'title'], guard: 'release' };
    case 'dock':
    case 'follow':
      // A user with focus in an empty composer may be about to type.
      return {
        to: [...OVERLAYS, now.isText ? 'field' : 'control', 'heading', 'title'],
        guard: cause === 'dock' ? 'all' : cause,
      };
    case 'step':
      // On Review, a second Enter would submit.
      return { to: [question], guard: now.isReview ? 'all' : 'none' };
    case 'choice':
      return { to: [now.option === 'other' && now.other ? 'field' : 'control'] };
    case 'refusal':
      // Never focus an option here: in a single-select question, a second Enter would select it.
      return { to: [now.other ? 'field' : question] };
    case 'leave':
      return { to: becameModal ? ['beforeCollapse', question, 'title'] : LEAVE_TARGETS };
  }
}
