import type { Attend } from './attend.js';
import { fieldText } from './field-text.js';

/** What is known of a person at the moment a request could take the focus. */
export interface IdleFacts {
  /** The window is the one in use. */
  readonly windowFocused: boolean;
  /** What has the focus: the page itself, the field that the host named, or anything else. */
  readonly focus: 'page' | 'composer' | 'elsewhere';
  /** What stands in the host's field. */
  readonly text: string;
  /** A key or a pointer was pressed, or something composed, within the last second. */
  readonly busy: boolean;
  /** Another card waits for an answer. */
  readonly otherCard: boolean;
}

/** Nobody loses a key or their place if the focus moves now. */
export const mayTakeFocus = ({ windowFocused, focus, text, busy, otherCard }: IdleFacts): boolean =>
  windowFocused && !busy && !otherCard && (focus === 'page' || (focus === 'composer' && text.trim() === ''));

function focusOf({ activeElement, body, documentElement }: Document, composer: HTMLElement | null): IdleFacts['focus'] {
  if (composer?.matches(':focus')) return 'composer';
  return activeElement === null || activeElement === body || activeElement === documentElement ? 'page' : 'elsewhere';
}

export function idleFacts(card: HTMLElement, composer: HTMLElement | null, busy: boolean): IdleFacts {
  const { ownerDocument: page } = card;
  const cards = page.querySelectorAll('[data-ask-user="card"]:not([data-phase="settled"])');
  return {
    windowFocused: page.hasFocus(),
    focus: focusOf(page, composer),
    text: fieldText(composer),
    busy,
    otherCard: [...cards].some((other) => other !== card),
  };
}

/** What people press and write with. The end of a composition has one of its own before it. */
const INPUT = ['keydown', 'pointerdown', 'beforeinput', 'compositionstart', 'compositionupdate'];
const QUIET_MS = 1000;

/** Tells once whether a second went by without a key or a press. Returns the way to stop. */
export function watchInput({ ownerDocument: page }: HTMLElement, tell: (busy: boolean) => void): () => void {
  const view = page.defaultView ?? window;
  const stop = () => {
    clearTimeout(timer);
    for (const type of INPUT) view.removeEventListener(type, hear, true);
  };
  const end = (busy: boolean) => {
    stop();
    tell(busy);
  };
  const hear = () => end(true);
  const timer = setTimeout(() => end(false), QUIET_MS);
  for (const type of INPUT) view.addEventListener(type, hear, true);
  return stop;
}

/** `autoFocus="if-idle"`: a request is met now or, where its card may take the focus, after a quiet second. */
export const attend: Attend = ({ card, composerRef, returnFocusTo }, meet) => {
  const { current: element } = card;
  const stay = () => {};
  if (!element) return stay;
  const idle = (busy: boolean) =>
    mayTakeFocus(idleFacts(element, (composerRef ?? returnFocusTo)?.current ?? null, busy));
  if (idle(false)) return watchInput(element, (busy) => void meet(idle(busy) ? 'host' : undefined));
  meet();
  return stay;
};
