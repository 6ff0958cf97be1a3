import { getFieldText } from '../text/field-text.js';

/**
 * Message that the user probably sent. An answer, a cancellation or a decline in a card with `autoFocus="follow"` is a
 * message, too.
 */
export interface LastMessage {
  /** Time in milliseconds, by the clock of `performance.now()`. */
  readonly sentAt: number;
  /**
   * Whether it was meant for the agent with this composer. `null` stands for a card without a composer, and matches
   * only a message from such a card.
   */
  readonly isFor: (composer: Element | null) => boolean;
}

export interface UserActivity {
  /**
   * The latest message. Removed if the user presses something else or leaves the window, if a card has followed it, or
   * if a card's delivery failed.
   */
  lastMessage: LastMessage | undefined;
  keyIsDown: boolean;
}

/**
 * Activities by document, so that agents in other frames or windows are separate. Several agents on one page are
 * distinguished by their composers; see `LastMessage`.
 */
const activities = new WeakMap<Document, UserActivity>();

const FIELDS = 'textarea, input, [contenteditable]';

const getFilledFields = (element: Element): Element[] =>
  [element, ...element.querySelectorAll(FIELDS)].filter(
    (one) => one.matches(FIELDS) && getFieldText(one).trim() !== '',
  );

/**
 * Returns the record of what the user of a page does. The first call starts it. Enter in a field with text, or the
 * submit of a form with such a field, counts as a message. Whether it was sent shows only when a card arrives. Any
 * other key, any press, and a window that loses focus reset `lastMessage`.
 */
export function getUserActivity(page: Document): UserActivity {
  const existing = activities.get(page);
  if (existing) return existing;
  const activity: UserActivity = { lastMessage: undefined, keyIsDown: false };
  activities.set(page, activity);

  const recordMessage = (event: Event) => {
    const [target] = event.composedPath() as Element[];
    // A script can dispatch the event on the window.
    const fields = target?.nodeType === 1 ? getFilledFields(target) : [];
    if (fields.length === 0) return false;
    const isFor: LastMessage['isFor'] = (composer) => fields.some((field) => composer?.contains(field));
    activity.lastMessage = { sentAt: performance.now(), isFor };
    return true;
  };
  const resetActivity = () => {
    activity.lastMessage = undefined;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // If a key is held, only its first event counts.
    if (event.repeat) return;
    activity.keyIsDown = true;
    const composing = event.isComposing || event.keyCode === 229;
    if (event.key !== 'Enter' || composing || !recordMessage(event)) resetActivity();
  };
  const onKeyUp = () => {
    activity.keyIsDown = false;
  };

  // The listeners stay for the lifetime of the page, because another card may be mounted later.
  const view = page.defaultView;
  view?.addEventListener('keydown', onKeyDown, true);
  view?.addEventListener('keyup', onKeyUp, true);
  view?.addEventListener('pointerdown', resetActivity, true);
  view?.addEventListener('submit', recordMessage, true);
  view?.addEventListener('blur', () => {
    onKeyUp();
    resetActivity();
  });
  return activity;
}
