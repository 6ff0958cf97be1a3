import type { AskUserContextValue } from '../dialog/context.js';
import { onLoss } from '../engine/focus-after.js';
import { getFieldText } from '../text/field-text.js';
import { arrivalStep, type ArrivalFacts } from './arrival.js';
import { getUserActivity } from './user-activity.js';

const getComposer = ({ composerRef, returnFocusTo }: AskUserContextValue): HTMLElement | null =>
  (composerRef ?? returnFocusTo)?.current ?? null;

function focusPlace(
  card: HTMLElement,
  composer: HTMLElement | null,
  returnTarget: HTMLElement | null | undefined,
): ArrivalFacts['focus'] {
  if (composer?.matches(':focus')) return 'composer';
  const page = card.ownerDocument;
  const active = (card.getRootNode() as Partial<Document>).activeElement ?? page.activeElement;
  if (!active || active === page.body || active === page.documentElement) return 'page';
  // `active` may be the host of a shadow root in which one of these has focus.
  const isInside = [card, composer?.closest('form'), composer, returnTarget].some((one) =>
    one?.matches(':focus-within'),
  );
  return isInside || active.closest('[data-ask-user="card"][data-phase="settled"]') ? 'chat' : 'elsewhere';
}

function findOtherCards(card: Element): ArrivalFacts['otherCards'] {
  const root = card.getRootNode() as ParentNode & Partial<ShadowRoot>;
  const all = root.querySelectorAll('[data-ask-user="card"]:not([data-phase="settled"], [data-blocking])');
  const others = [...all].filter((one) => one !== card);
  // If several cards arrive at once, the first one gets focus.
  if (others.some((one) => one.compareDocumentPosition(card) & Node.DOCUMENT_POSITION_FOLLOWING)) return 'before';
  // Elements of a shadow root have no order with those outside of it, but its host does.
  const outside = root.host ? findOtherCards(root.host) : 'none';
  return outside === 'none' && others.length > 0 ? 'after' : outside;
}

/** Time in milliseconds without input after which `autoFocus="if-idle"` moves focus. */
const QUIET_MS = 1000;

/** Moves focus to the card, or calls `stay` if focus stays where it is: at once or after the wait. */
export function startAutoFocus(
  ask: AskUserContextValue,
  moveIn: (guard: 'follow') => void,
  stay: () => void,
): (() => void) | undefined {
  const { store, card, engine, autoFocus, presentation, returnFocusTo } = ask;
  const { current: element } = card;
  if (!element) return undefined;
  const page = element.ownerDocument;
  const activity = getUserActivity(page);
  const decide = (input?: boolean) => {
    const composer = getComposer(ask);
    const { lastMessage } = activity;
    const isOwn = lastMessage?.from.some((one) => one === composer || composer?.contains(one));
    const step = arrivalStep({
      autoFocus,
      phase: store.getState().phase,
      modal: presentation === 'modal',
      windowFocused: page.hasFocus(),
      focus: focusPlace(element, composer, returnFocusTo?.current),
      text: getFieldText(composer),
      otherCards: findOtherCards(element),
      since: lastMessage && isOwn ? performance.now() - lastMessage.sentAt : undefined,
      input,
    });
    // Each message moves focus to one card only.
    if (step === 'follow') {
      activity.lastMessage = undefined;
      moveIn(step);
    }
    if (step === 'host') engine.move(onLoss);
    if (step === 'stay') stay();
    return step === 'wait';
  };
  // The key that sent the message may still be down.
  if (activity.keyIsDown) engine.keyDown();
  const { inputs } = activity;
  if (!decide()) return undefined;
  const timer = setTimeout(() => decide(activity.inputs !== inputs), QUIET_MS);
  return () => clearTimeout(timer);
}

/** For `autoFocus="follow"`: records when the user answers, cancels or declines this request, for the next card. */
export function recordAnswers(ask: AskUserContextValue): (() => void) | undefined {
  const { store, card } = ask;
  if (!card.current) return undefined;
  const activity = getUserActivity(card.current.ownerDocument);
  let before = store.getState().phase;
  return store.subscribe(() => {
    const { phase, settledExternally } = store.getState();
    if (phase === before) return;
    const isSending = phase === 'submitting' || phase === 'settled';
    if (isSending && before !== 'submitting' && !settledExternally)
      activity.lastMessage = { sentAt: performance.now(), from: [getComposer(ask)] };
    // A failed delivery does not count as a message.
    if (before === 'submitting' && phase === 'answering') activity.lastMessage = undefined;
    before = phase;
  }, null);
}
