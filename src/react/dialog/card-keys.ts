import { questionText } from '../../messages/labels.js';
import type { AskUserMessages } from '../../messages/types.js';
import type { Engine } from '../engine/engine.js';
import { hasModifier, type KeyEventLike } from '../keys/key-events.js';
import type { LiveRegions } from './live-regions.js';
import { closeDialog } from './use-modal.js';

/** Enlarged preview, a separate dialog. Its keys are not meant for the questions behind it. */
const LARGER = '[data-ask-user="larger"]';
/** List of more than 8 questions, and the button that opens it. */
const LIST = '[data-ask-user="question-list"]';
const LIST_BUTTON = '[data-ask-user="list-button"]';

type KeyEvent = KeyEventLike & Pick<Event, 'preventDefault' | 'stopPropagation'>;

interface CardKeys extends Engine, LiveRegions {
  readonly messages: AskUserMessages;
}

/** Uses keys of the card that are not for a question: in its dialogs and lists. Returns whether the key was used. */
export function applyCardKey(event: KeyEvent, target: Element, engine: CardKeys): boolean {
  const { current: card } = engine.root;
  if (!card) return false;
  if (event.key === 'Escape') {
    // The enlarged preview exists only while it is open, and is on top regardless of focus.
    const larger = card.querySelector<HTMLElement>(LARGER);
    const list = target.closest(LIST);
    // An empty field for a question to the agent, which closes itself.
    const isEmptyField = target.hasAttribute('data-empty');
    if (!larger && !list && !isEmptyField) return false;
    event.preventDefault();
    event.stopPropagation();
    if (event.repeat) return true;
    if (larger) closeDialog(larger);
    else if (isEmptyField) target.dispatchEvent(new Event('cancel'));
    // The list closes when it loses the focus.
    else card.querySelector<HTMLElement>(LIST_BUTTON)?.focus();
    return true;
  }
  if (target.closest(LARGER)) return true;
  const wrapped = event.key === 'Tab' && getWrappedTabStop(card, target, event.shiftKey);
  if (wrapped) {
    event.preventDefault();
    wrapped.focus();
  }
  return target.closest(LIST) !== null || pressListButton(event, target, engine);
}

/**
 * Page Down and Page Up on the button of the list, or on Review, show the next or the previous question. An arrow opens
 * the list.
 */
function pressListButton(event: KeyEvent, target: Element, engine: CardKeys): boolean {
  const { store, intents, ids, messages, root } = engine;
  const { active, drafts, request } = store.getState();
  const { key } = event;
  const button = root.current?.querySelector<HTMLElement>(LIST_BUTTON);
  if (!button || hasModifier(event) || event.shiftKey) return false;
  const isButton = target === button;
  const opens = isButton && (key === 'ArrowDown' || key === 'ArrowUp');
  const to = { PageDown: active + 1, PageUp: active - 1 }[key];
  // On Review, the browser scrolls by Page Down, and within its list.
  const isReview = active === drafts.length && target.closest('[data-review]') && !target.closest('button');
  if (!opens && (to === undefined || !(isButton || (isReview && to < active)))) return false;
  event.preventDefault();
  event.stopPropagation();
  if (to === undefined) button.click();
  else
    engine.act(
      () => intents.goTo(to),
      () => ids('list-button'),
    );
  const { active: now } = store.getState();
  const question = request.questions[now];
  // The focus stays, so it speaks nothing.
  if (isButton && now !== active)
    engine.announce(
      question
        ? `${messages.position(now + 1, drafts.length)} ${questionText(question, now, messages)}`
        : messages.reviewTitle,
    );
  return true;
}

const STOPS = 'a[href], button, input, select, textarea, summary, iframe, [tabindex], [contenteditable]';

/**
 * If Tab or Shift+Tab would leave the tab stops of a modal, returns the stop at the other end. Otherwise returns
 * `undefined`. The browser alone could move focus out of the page.
 */
function getWrappedTabStop(card: Element, target: Element, back: boolean): HTMLElement | undefined {
  if (!card.matches(':modal')) return undefined;
  const stops = [...card.querySelectorAll<HTMLElement>(STOPS)].filter(
    (stop) =>
      stop === target ||
      (stop.tabIndex >= 0 && !stop.matches(':disabled, [inert] *') && stop.getClientRects().length > 0),
  );
  const at = stops.indexOf(target as HTMLElement);
  if (back) return at < 1 ? stops.at(-1) : undefined;
  return at === stops.length - 1 ? stops[0] : undefined;
}
