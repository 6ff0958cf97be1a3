import type { AutoFocusStrategy } from './use-arrival.js';
import { getFieldText } from '../text/field-text.js';

export interface ActivitySnapshot {
  readonly windowFocused: boolean;
  readonly focus: 'page' | 'composer' | 'elsewhere';
  /** Text of the composer. */
  readonly text: string;
  /**
   * Whether the user pressed a key or a pointer, or entered text, while the arrival waited. `false` before the wait.
   */
  readonly busy: boolean;
  /** Whether another card in the document, or in the same shadow root, is pending. */
  readonly otherCard: boolean;
}

/** Whether focus may move without interrupting the user. */
export const mayTakeFocus = ({ windowFocused, focus, text, busy, otherCard }: ActivitySnapshot): boolean =>
  windowFocused && !busy && !otherCard && (focus === 'page' || (focus === 'composer' && text.trim() === ''));

function getFocusPlace(
  { activeElement, body, documentElement }: Document,
  composer: HTMLElement | null,
): ActivitySnapshot['focus'] {
  if (composer?.matches(':focus')) return 'composer';
  return activeElement === null || activeElement === body || activeElement === documentElement ? 'page' : 'elsewhere';
}

export function readActivity(card: HTMLElement, composer: HTMLElement | null, busy: boolean): ActivitySnapshot {
  const { ownerDocument: page } = card;
  // The card may be in a shadow root, whose elements are not found from the document.
  const cards = [page, card.getRootNode() as ParentNode].flatMap((root) => [
    ...root.querySelectorAll('[data-ask-user="card"]:not([data-phase="settled"])'),
  ]);
  return {
    windowFocused: page.hasFocus(),
    focus: getFocusPlace(page, composer),
    text: getFieldText(composer),
    busy,
    otherCard: cards.some((other) => other !== card),
  };
}

/** Events of pressing and writing. `compositionend` is not needed, because another of these events precedes it. */
const INPUT = ['keydown', 'pointerdown', 'beforeinput', 'compositionstart', 'compositionupdate'];
const QUIET_MS = 1000;

/**
 * Reports once: `true` on the first input, or `false` after `QUIET_MS` without input. Returns a function that stops it.
 */
export function watchInput({ ownerDocument: page }: HTMLElement, report: (busy: boolean) => void): () => void {
  const view = page.defaultView ?? window;
  const stop = () => {
    clearTimeout(timer);
    for (const type of INPUT) view.removeEventListener(type, onInput, true);
  };
  const finish = (busy: boolean) => {
    stop();
    report(busy);
  };
  const onInput = () => finish(true);
  const timer = setTimeout(() => finish(false), QUIET_MS);
  for (const type of INPUT) view.addEventListener(type, onInput, true);
  return stop;
}

/**
 * `autoFocus="if-idle"`: handles the arrival at once if focus may not move. Otherwise waits 1 s or until the first
 * input, and checks again.
 */
export const startAutoFocus: AutoFocusStrategy = ({ card, composerRef, returnFocusTo }, handleArrival) => {
  const { current: element } = card;
  const noCleanup = () => {};
  if (!element) return noCleanup;
  const idle = (busy: boolean) =>
    mayTakeFocus(readActivity(element, (composerRef ?? returnFocusTo)?.current ?? null, busy));
  if (idle(false)) return watchInput(element, (busy) => void handleArrival(idle(busy) ? 'host' : undefined));
  handleArrival();
  return noCleanup;
};
