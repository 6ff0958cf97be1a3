import { allowsOther, getAnswerIssue } from '../../core/flow/selectors.js';
import type { Draft, OptionRef, Phase } from '../../core/flow/types.js';
import type { Question } from '../../core/question/types.js';
import type { Filter } from './shown-options.js';
import { digitOf, hasModifier, isCharacter, type KeyEventLike } from './key-events.js';

export type FocusKind =
  | 'option'
  | 'tab'
  | 'heading'
  | 'filter'
  | 'answer'
  | 'notes'
  | 'ask-back'
  | 'button'
  | 'elsewhere';

/** Whether keys type a text there. */
export const isField = (focus: FocusKind | undefined): boolean =>
  focus === 'answer' || focus === 'notes' || focus === 'ask-back' || focus === 'filter';

export interface KeyContext {
  readonly phase: Phase;
  readonly focus: FocusKind;
  readonly option?: OptionRef | undefined;
  /** Shown question, or `undefined` on Review and without questions. */
  readonly question?: Question | undefined;
  readonly draft?: Draft | undefined;
  /** Filter of the shown question, if the user has typed one. */
  readonly filter?: Filter | undefined;
  /**
   * Whether the primary pointer is coarse, such as a finger. Enter in an answer then inserts a line break. A function,
   * because reading it is slow.
   */
  readonly coarse?: (() => boolean) | undefined;
  /** Whether the keys that wait have no effect now; see `KeyGuard`. */
  readonly disarmed?: boolean | undefined;
  /** Whether the card is a modal dialog, which uses Escape even after the request is settled. */
  readonly modal?: boolean | undefined;
  /** Whether digits select no option, because the host turned shortcuts off. */
  readonly noDigits?: boolean | undefined;
}

export type KeyIntent =
  /**
   * Selects (single-select) or toggles (multi-select) an option, and focuses it or the field of Other. With
   * `advanceOnChoose`, then continues.
   */
  | { readonly do: 'choose'; readonly option: OptionRef }
  /** Focuses an option and, with `select`, selects it. */
  | { readonly do: 'move'; readonly option: OptionRef; readonly select: boolean }
  /** Does what the primary button does. */
  | { readonly do: 'continue' }
  /** Asks the agent about the question. */
  | { readonly do: 'askBack' }
  /** Shows the error of the missing or invalid answer on the question, and moves focus there. */
  | { readonly do: 'require' }
  /** Shows another question or Review, and focuses its tab. */
  | { readonly do: 'goTo'; readonly to: number }
  /** Cancels the request, or asks for confirmation first. */
  | { readonly do: 'cancel' }
  /** Clears the filter of the options. */
  | { readonly do: 'unfilter' }
  /** Closes the confirmation and keeps everything that was entered. */
  | { readonly do: 'dismiss' }
  /** Closes a modal dialog whose request is settled. */
  | { readonly do: 'close' }
  /** Uses the key without an effect. */
  | { readonly do: 'ignore' }
  /** Focuses the field of Other; the browser types the character there. */
  | { readonly do: 'type' }
  /** Stops propagation; the browser's default action runs. */
  | { readonly do: 'release' };

export const IGNORE: KeyIntent = { do: 'ignore' };
export const isConfirming = (phase: Phase): boolean =>
  phase === 'confirmingDiscard' || phase === 'confirmingLongAnswer';

/** Returns what Escape does, and the Back button of a phone. */
export function escapeIntent(phase: Phase, filter?: Filter): KeyIntent {
  if (phase === 'submitting') return IGNORE;
  if (phase === 'settled') return { do: 'close' };
  if (phase === 'answering' && filter) return { do: 'unfilter' };
  return { do: isConfirming(phase) ? 'dismiss' : 'cancel' };
}

function enter({ shiftKey, repeat }: KeyEventLike, context: KeyContext): KeyIntent | undefined {
  const { focus, option, question, draft } = context;
  const asks = focus === 'ask-back';
  const typing = focus === 'answer' || asks;
  if (focus === 'notes' || (typing && (shiftKey || context.coarse?.()))) return undefined;
  // A held Enter must not press the element that it moved focus to.
  if (repeat || focus === 'filter') return IGNORE;
  if (context.phase !== 'answering') return typing ? IGNORE : undefined;
  if (focus === 'button' || focus === 'elsewhere') return undefined;
  if (focus === 'tab' || context.disarmed) return IGNORE;
  if (asks) return { do: 'askBack' };
  // The first Enter selects the option, the second one continues.
  const unanswered = question && !question.multiSelect && !draft?.other && !draft?.selected.length;
  if (option !== undefined && unanswered) return { do: 'move', option, select: true };
  const hasNothing = question && draft?.other && getAnswerIssue(question, draft)?.code === 'unanswered';
  return { do: typing && hasNothing ? 'require' : 'continue' };
}

/** Returns what a key means in a state, or `undefined` if the card does not use it. */
export function route(event: KeyEventLike, context: KeyContext): KeyIntent | undefined {
  const { phase, focus, question } = context;
  const { key, repeat } = event;
  const settled = phase === 'settled';
  if (hasModifier(event) || (settled && !context.modal)) return undefined;
  if (key === 'Escape') return repeat ? IGNORE : escapeIntent(phase, context.filter);
  if (settled) return undefined;
  if (key === 'Enter') return enter(event, context);
  if (phase !== 'answering' || isField(focus)) return undefined;
  if (key === ' ') return focus === 'option' && (context.disarmed || repeat) ? IGNORE : undefined;
  const digit = context.noDigits ? undefined : digitOf(event);
  // The field of Other opens below its row and looks ready for typing.
  if (digit === undefined && isCharacter(key) && context.option === 'other' && context.draft?.other)
    return { do: 'type' };
  if (digit === undefined || repeat || !question) return undefined;
  const option = digit === 0 ? 'other' : digit - 1;
  const exists = option === 'other' ? allowsOther(question) : question.options[option];
  if (!exists) return undefined;
  return context.disarmed ? IGNORE : { do: 'choose', option };
}
