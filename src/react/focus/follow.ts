import type { AutoFocusStrategy } from './attend.js';
import type { AskUserContextValue } from '../dialog/context.js';
import { fieldText } from '../text/field-text.js';
import { getUserActivity } from './trail.js';

/** Time in milliseconds in which a card can follow an answer or a message. */
const FOLLOW_MS = 10_000;

/** Facts about the user at the moment a card arrives. */
export interface FollowFacts {
  /**
   * Milliseconds since the user answered this agent or wrote to it. `undefined` if the user did neither, or has touched
   * something since.
   */
  readonly since: number | undefined;
  /** Whether the window has focus. */
  readonly windowFocused: boolean;
  /** Whether focus is on the page, in the composer or its form, in a settled card, or in this card. */
  readonly stayed: boolean;
  /** Text of the composer. */
  readonly text: string;
  /** Whether another pending card precedes this one. */
  readonly otherCard: boolean;
}

/** Whether the user is waiting for this card. */
export const mayFollow = ({ since, windowFocused, stayed, text, otherCard }: FollowFacts): boolean =>
  since !== undefined && since <= FOLLOW_MS && windowFocused && stayed && text.trim() === '' && !otherCard;

const composerOf = ({ composerRef, returnFocusTo }: AskUserContextValue): HTMLElement | null =>
  (composerRef ?? returnFocusTo)?.current ?? null;

function hasStayed(card: HTMLElement, composer: HTMLElement | null, back: HTMLElement | null | undefined): boolean {
  const page = card.ownerDocument;
  const active = (card.getRootNode() as Partial<Document>).activeElement ?? page.activeElement;
  if (!active || active === page.body || active === page.documentElement) return true;
  const own = [card, composer?.closest('form'), composer, back].some((one) => one?.contains(active));
  return own || active.closest('[data-ask-user="card"][data-phase="settled"]') !== null;
}

function otherCardBefore(card: HTMLElement): boolean {
  const cards = card.ownerDocument.querySelectorAll('[data-ask-user="card"]:not([data-phase="settled"])');
  // If several cards arrive at once, the first one gets focus.
  return [...cards].some((other) => other.compareDocumentPosition(card) & Node.DOCUMENT_POSITION_FOLLOWING);
}

/**
 * `autoFocus="follow"`: moves focus to a card that the user is waiting for. Records when the user answers it, for the
 * next card.
 */
export const startAutoFocus: AutoFocusStrategy = (ask, handleArrival) => {
  const { store, card, controls, returnFocusTo } = ask;
  const { current: element } = card;
  if (!element) return () => {};
  const trail = getUserActivity(element.ownerDocument);
  const composer = composerOf(ask);
  const { lastMessage } = trail;
  const follows = mayFollow({
    since: lastMessage?.isFor(composer) ? performance.now() - lastMessage.at : undefined,
    windowFocused: element.ownerDocument.hasFocus(),
    stayed: hasStayed(element, composer, returnFocusTo?.current),
    text: fieldText(composer),
    otherCard: otherCardBefore(element),
  });
  // The key that sent the message may still be down.
  if (follows && trail.keyIsDown) controls.keyDown();
  // Each answer or message moves focus to one card only.
  if (handleArrival(follows ? 'follow' : undefined) && follows) trail.lastMessage = undefined;

  let before = store.getState().phase;
  return store.subscribe(() => {
    const { phase, settledExternally } = store.getState();
    if (phase === before) return;
    const sends = phase === 'submitting' || phase === 'settled';
    if (sends && before !== 'submitting' && !settledExternally) {
      const at = composerOf(ask);
      trail.lastMessage = { at: performance.now(), isFor: (other) => other === at };
    }
    // A failed delivery does not count as an answer.
    if (before === 'submitting' && phase === 'answering') trail.lastMessage = undefined;
    before = phase;
  }, null);
};
