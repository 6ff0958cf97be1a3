import { takesOther } from '../../core/flow/selectors.js';
import { isBlank } from '../../core/guards.js';
import type { Draft, OptionRef, Phase } from '../../core/flow/types.js';
import type { Question } from '../../core/question/types.js';
import { digitOf, type KeyEventLike } from './press.js';

/** What has the focus, as far as keys are concerned. */
export type FocusKind = 'option' | 'tab' | 'heading' | 'answer' | 'notes' | 'button' | 'other';

export interface KeyContext {
  readonly phase: Phase;
  readonly focus: FocusKind;
  /** Which option has the focus, where one has. */
  readonly option?: OptionRef | undefined;
  /** The question shown; `undefined` on Review. */
  readonly question?: Question | undefined;
  readonly draft?: Draft | undefined;
  /** A finger rather than a mouse: Enter is a new line. Asked only where it matters, since it costs more than a key. */
  readonly coarse?: (() => boolean) | undefined;
  /** For a moment after the focus was moved without the user's doing, and on arriving at Review. */
  readonly disarmed?: boolean | undefined;
  /** The card is a dialog of its own: even after the end Escape is not the page's. */
  readonly modal?: boolean | undefined;
  /** Number keys are off. */
  readonly noDigits?: boolean | undefined;
}

/** What a key means. Every one but `release` and `type` also prevents the browser's own effect. */
export type KeyIntent =
  /** Choose (single) or toggle (multi) an option and focus it; Other gets its field focused. */
  | { readonly do: 'choose'; readonly option: OptionRef }
  | { readonly do: 'move'; readonly option: OptionRef; readonly select: boolean }
  /** What the primary button does. */
  | { readonly do: 'continue' }
  /** Say that an answer is missing here, and stay. */
  | { readonly do: 'require' }
  /** Shows another question, from tab to tab. */
  | { readonly do: 'goTo'; readonly to: number }
  | { readonly do: 'cancel' }
  /** The safe way out of a confirmation. */
  | { readonly do: 'dismiss' }
  /** Closes a modal that has nothing more to ask. */
  | { readonly do: 'close' }
  | { readonly do: 'ignore' }
  /** Meant for the field of Other: takes the focus there, and the browser types it. */
  | { readonly do: 'type' }
  /** Keep the key from others; the browser does what it does. */
  | { readonly do: 'release' };

export const IGNORE: KeyIntent = { do: 'ignore' };

export const isConfirming = (phase: Phase): boolean =>
  phase === 'confirmingDiscard' || phase === 'confirmingLongAnswer';

/** What Escape does, and a phone's Back. */
export function retreat(phase: Phase): KeyIntent {
  if (phase === 'submitting') return IGNORE;
  if (phase === 'settled') return { do: 'close' };
  return { do: isConfirming(phase) ? 'dismiss' : 'cancel' };
}

function enter({ shiftKey, repeat }: KeyEventLike, context: KeyContext): KeyIntent | undefined {
  const { focus, option, question, draft } = context;
  const typing = focus === 'answer';
  if (focus === 'notes' || (typing && (shiftKey || context.coarse?.()))) return undefined;
  // A held Enter would press whatever it brought the focus to.
  if (repeat) return IGNORE;
  if (context.phase !== 'answering') return typing ? IGNORE : undefined;
  if (focus === 'button' || focus === 'other') return undefined;
  if (focus === 'tab' || context.disarmed) return IGNORE;
  // The first Enter chooses, the second continues.
  const unanswered = question && !question.multiSelect && !draft?.other && !draft?.selected.length;
  if (option !== undefined && unanswered) return { do: 'move', option, select: true };
  const nothing = draft?.other && isBlank(draft.custom) && draft.selected.length === 0;
  return { do: typing && nothing ? 'require' : 'continue' };
}

/** From a key and what is on the screen to what it means; `undefined` leaves the key alone. */
export function route(event: KeyEventLike, context: KeyContext): KeyIntent | undefined {
  const { phase, focus, question } = context;
  const { key, repeat } = event;
  const over = phase === 'settled';
  if (event.ctrlKey || event.altKey || event.metaKey || (over && !context.modal)) return undefined;
  if (key === 'Escape') return repeat ? IGNORE : retreat(phase);
  if (over) return undefined;
  if (key === 'Enter') return enter(event, context);
  if (phase !== 'answering' || focus === 'answer' || focus === 'notes') return undefined;
  if (key === ' ') return focus === 'option' && (context.disarmed || repeat) ? IGNORE : undefined;
  const digit = context.noDigits ? undefined : digitOf(event);
  // Other's field opens under its row, and looks ready to be typed in.
  if (digit === undefined && key.length === 1 && context.option === 'other' && context.draft?.other)
    return { do: 'type' };
  if (digit === undefined || repeat || !question) return undefined;
  const option = digit === 0 ? 'other' : digit - 1;
  const exists = option === 'other' ? takesOther(question) : question.options[option];
  if (!exists) return undefined;
  return context.disarmed ? IGNORE : { do: 'choose', option };
}
