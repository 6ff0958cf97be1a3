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
  readonly rtl: boolean;
  /** `false` for a moment after the focus was moved without the user's doing, and on arriving at Review. */
  readonly armed: boolean;
  /** The key that repeats was first pressed on an option. */
  readonly walking: boolean;
  /** A finger rather than a mouse: Enter is a new line. */
  readonly coarse: boolean;
  /** Number keys are on. */
  readonly shortcuts: boolean;
  /** Native inputs move and select by themselves. */
  readonly native: boolean;
}

/** What a key means. Every one but `release` also prevents the browser's own effect. */
export type KeyIntent =
  /** Choose (single) or toggle (multi) an option and focus it; Other gets its field focused. */
  | { readonly do: 'choose'; readonly option: OptionRef }
  | { readonly do: 'move'; readonly option: OptionRef; readonly select: boolean }
  /** What the primary button does. */
  | { readonly do: 'continue' }
  /** Say that an answer is missing here, and stay. */
  | { readonly do: 'require' }
  | { readonly do: 'cancel' }
  /** The safe way out of a confirmation. */
  | { readonly do: 'dismiss' }
  | { readonly do: 'ignore' }
  /** Keep the key from others; the browser does what it does. */
  | { readonly do: 'release' };

const IGNORE: KeyIntent = { do: 'ignore' };

export const isConfirming = (phase: Phase): boolean =>
  phase === 'confirmingDiscard' || phase === 'confirmingLongAnswer';

function escape(event: KeyEventLike, { phase }: KeyContext): KeyIntent {
  if (event.repeat || phase === 'submitting') return IGNORE;
  return { do: isConfirming(phase) ? 'dismiss' : 'cancel' };
}

/** Where an arrow, Home or End leads among the options, Other included; `undefined` for keys that lead nowhere. */
function destination(key: string, at: OptionRef, question: Question, rtl: boolean): OptionRef | undefined {
  const count = question.options.length;
  const last = question.constraints?.allowCustom === false ? count - 1 : count;
  const from = at === 'other' ? count : at;
  const [forward, backward] = rtl ? ['ArrowLeft', 'ArrowRight'] : ['ArrowRight', 'ArrowLeft'];
  const sideways = !question.multiSelect;
  let to: number | undefined;
  if (key === 'Home') to = 0;
  else if (key === 'End') to = last;
  else if (key === 'ArrowDown' || (sideways && key === forward)) to = from === last ? 0 : from + 1;
  else if (key === 'ArrowUp' || (sideways && key === backward)) to = from === 0 ? last : from - 1;
  return to === count ? 'other' : to;
}

function enter(event: KeyEventLike, context: KeyContext): KeyIntent | undefined {
  const { focus, option, question, draft, coarse, armed } = context;
  if (focus === 'notes' || (focus === 'answer' && (event.shiftKey || coarse))) return undefined;
  // A held Enter would press whatever it brought the focus to.
  if (event.repeat) return IGNORE;
  if (focus === 'button' || focus === 'other' || context.phase !== 'answering') return focus === 'answer' ? IGNORE : undefined;
  if (focus === 'tab' || !armed) return IGNORE;
  if (focus === 'option' && question && draft && option !== undefined && !question.multiSelect) {
    const chosen = draft.other || draft.selected.length > 0;
    if (!chosen) return { do: 'move', option, select: true };
  }
  const blankOther = focus === 'answer' && draft?.other === true && !/\S/.test(draft.custom);
  return { do: blankOther ? 'require' : 'continue' };
}

/** From a key and what is on the screen to what it means; `undefined` leaves the key alone. */
export function route(event: KeyEventLike, context: KeyContext): KeyIntent | undefined {
  const { phase, focus, option, question } = context;
  const { key } = event;
  if (key === 'Escape') return escape(event, context);
  if (key === 'Tab' || event.ctrlKey || event.altKey || event.metaKey) return undefined;
  if (key === 'Enter') return enter(event, context);
  if (phase !== 'answering' || focus === 'answer' || focus === 'notes') return undefined;

  if (focus === 'option' && question && option !== undefined && !context.native) {
    if (key === 'PageUp' || key === 'PageDown') return { do: 'release' };
    const to = destination(key, option, question, context.rtl);
    if (to !== undefined) {
      if (event.shiftKey) return undefined;
      return event.repeat && !context.walking ? IGNORE : { do: 'move', option: to, select: !question.multiSelect };
    }
  }
  if (focus === 'heading' && key === 'ArrowDown' && question && question.options.length > 0) {
    const chosen = context.draft?.other ? 'other' : (context.draft?.selected[0] ?? 0);
    return event.repeat ? IGNORE : { do: 'move', option: chosen, select: false };
  }
  if (key === ' ') return context.armed && !event.repeat ? undefined : focus === 'option' ? IGNORE : undefined;

  const digit = context.shortcuts ? digitOf(event) : undefined;
  if (digit === undefined || !question || event.repeat) return undefined;
  const chosen = digit === 0 ? 'other' : digit - 1;
  const exists =
    chosen === 'other'
      ? question.options.length > 0 && question.constraints?.allowCustom !== false
      : chosen < question.options.length;
  if (!exists) return undefined;
  return context.armed ? { do: 'choose', option: chosen } : IGNORE;
}
