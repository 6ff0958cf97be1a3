import type { Attend } from './attend.js';
import type { AskUserContextValue } from './context.js';
import { fieldText } from './field-text.js';
import { trailOf } from './trail.js';

/** For this long after an answer or a message the next card is awaited. */
const FOLLOW_MS = 10_000;

/** What is known of the user at the moment a card has come. */
export interface FollowFacts {
  /** Milliseconds since they answered this agent or wrote to it, touching nothing since; `undefined` if they did neither. */
  readonly since: number | undefined;
  /** The window is the one in use. */
  readonly windowFocused: boolean;
  /** The focus is where that has left it: on the page, in the composer or its form, in what is settled, in this card. */
  readonly stayed: boolean;
  /** What stands in the composer. */
  readonly text: string;
  /** Another card, before this one, waits for an answer. */
  readonly otherCard: boolean;
}

/** The user is waiting for this card. */
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
  // Of several that come at once, the first one is gone to.
  return [...cards].some((other) => other.compareDocumentPosition(card) & Node.DOCUMENT_POSITION_FOLLOWING);
}

/** `autoFocus="follow"`: goes to the card that the user waits for, and notes how its request ends. */
export const attend: Attend = (ask, meet) => {
  const { store, card, controls, returnFocusTo } = ask;
  const { current: element } = card;
  if (!element) return () => {};
  const trail = trailOf(element.ownerDocument);
  const composer = composerOf(ask);
  const { deed } = trail;
  const follows = mayFollow({
    since: deed?.isFor(composer) ? performance.now() - deed.at : undefined,
    windowFocused: element.ownerDocument.hasFocus(),
    stayed: hasStayed(element, composer, returnFocusTo?.current),
    text: fieldText(composer),
    otherCard: otherCardBefore(element),
  });
  // The key that has sent the message may be down still.
  if (follows && trail.keyIsDown) controls.keyDown();
  // One card for each answer.
  if (meet(follows ? 'follow' : undefined) && follows) trail.deed = undefined;

  let before = store.getState().phase;
  return store.subscribe(() => {
    const { phase, withdrawn } = store.getState();
    if (phase === before) return;
    const sends = phase === 'submitting' || phase === 'settled';
    if (sends && before !== 'submitting' && !withdrawn) {
      const at = composerOf(ask);
      trail.deed = { at: performance.now(), isFor: (other) => other === at };
    }
    // What was not taken is no answer.
    if (before === 'submitting' && phase === 'answering') trail.deed = undefined;
    before = phase;
  }, null);
};
