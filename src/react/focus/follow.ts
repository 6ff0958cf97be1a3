import type { AutoFocusStrategy } from './use-arrival.js';
import type { AskUserContextValue } from '../dialog/context.js';
import { getFieldText } from '../text/field-text.js';
import { getUserActivity } from './user-activity.js';

/** Time in milliseconds in which a card can follow `lastMessage` of `UserActivity`. */
const FOLLOW_MS = 10_000;

export interface FollowFacts {
  /** Milliseconds since `lastMessage` of `UserActivity`, or `undefined` if it is missing or for another agent. */
  readonly since: number | undefined;
  readonly windowFocused: boolean;
  readonly focusStayed: boolean;
  /** Text of the composer. */
  readonly text: string;
  /** Whether another pending card precedes this one in the document. */
  readonly otherCard: boolean;
}

/** Whether focus may move to the card, because the user is probably waiting for it. */
export const mayFollow = ({ since, windowFocused, focusStayed, text, otherCard }: FollowFacts): boolean =>
  since !== undefined && since <= FOLLOW_MS && windowFocused && focusStayed && text.trim() === '' && !otherCard;

const getComposer = ({ composerRef, returnFocusTo }: AskUserContextValue): HTMLElement | null =>
  (composerRef ?? returnFocusTo)?.current ?? null;

function hasStayed(
  card: HTMLElement,
  composer: HTMLElement | null,
  returnTarget: HTMLElement | null | undefined,
): boolean {
  const page = card.ownerDocument;
  const active = (card.getRootNode() as Partial<Document>).activeElement ?? page.activeElement;
  if (!active || active === page.body || active === page.documentElement) return true;
  // `active` may be the host of a shadow root in which one of these has focus.
  const isInside = [card, composer?.closest('form'), composer, returnTarget].some((one) =>
    one?.matches(':focus-within'),
  );
  return isInside || active.closest('[data-ask-user="card"][data-phase="settled"]') !== null;
}

function otherCardBefore(card: Element): boolean {
  const root = card.getRootNode() as ParentNode & Partial<ShadowRoot>;
  const cards = root.querySelectorAll('[data-ask-user="card"]:not([data-phase="settled"])');
  // If several cards arrive at once, the first one gets focus.
  const isBefore = (other: Element) => other.compareDocumentPosition(card) & Node.DOCUMENT_POSITION_FOLLOWING;
  // Elements of a shadow root have no order with those outside of it, but its host does.
  return [...cards].some(isBefore) || (root.host !== undefined && otherCardBefore(root.host));
}

/**
 * `autoFocus="follow"`: moves focus to a card that the user is probably waiting for. Records when the user answers,
 * cancels or declines its request, for the next card.
 */
export const startAutoFocus: AutoFocusStrategy = (ask, handleArrival) => {
  const { store, card, commands, returnFocusTo } = ask;
  const { current: element } = card;
  if (!element) return () => {};
  const activity = getUserActivity(element.ownerDocument);
  const composer = getComposer(ask);
  const { lastMessage } = activity;
  const follows = mayFollow({
    since: lastMessage?.isFor(composer) ? performance.now() - lastMessage.sentAt : undefined,
    windowFocused: element.ownerDocument.hasFocus(),
    focusStayed: hasStayed(element, composer, returnFocusTo?.current),
    text: getFieldText(composer),
    otherCard: otherCardBefore(element),
  });
  // The key that sent the message may still be down.
  if (follows && activity.keyIsDown) commands.keyDown();
  // Each message moves focus to one card only.
  if (handleArrival(follows ? 'follow' : undefined) && follows) activity.lastMessage = undefined;

  let before = store.getState().phase;
  return store.subscribe(() => {
    const { phase, settledExternally } = store.getState();
    if (phase === before) return;
    const isSending = phase === 'submitting' || phase === 'settled';
    if (isSending && before !== 'submitting' && !settledExternally) {
      const sentFrom = getComposer(ask);
      activity.lastMessage = { sentAt: performance.now(), isFor: (other) => other === sentFrom };
    }
    // A failed delivery does not count as a message.
    if (before === 'submitting' && phase === 'answering') activity.lastMessage = undefined;
    before = phase;
  }, null);
};
