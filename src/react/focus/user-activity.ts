import { getFieldText } from '../text/field-text.js';

/**
 * Message that the user probably sent. An answer, a cancellation or a decline in a card with `autoFocus="follow"` is a
 * message, too.
 */
export interface LastMessage {
  /** Time in milliseconds, by the clock of `performance.now()`. */
  readonly sentAt: number;
  /** Fields that contained it, or the composer of the card that was answered: `null` if that card has none. */
  readonly from: readonly (Element | null)[];
}

export interface UserActivity {
  /**
   * The latest message. Removed if the user presses something else or leaves the window, if a card has followed it, or
   * if a card's delivery failed.
   */
  lastMessage: LastMessage | undefined;
  keyIsDown: boolean;
  /** Number of events of pressing and writing so far. */
  inputs: number;
}

/**
 * Activities by document, so that agents in other frames or windows are separate. Several agents on one page are
 * distinguished by their composers; see `LastMessage`.
 */
const activities = new WeakMap<Document, UserActivity>();

/** `compositionend` is not needed, because another of these events precedes it. */
const INPUT = ['keydown', 'pointerdown', 'beforeinput', 'compositionstart', 'compositionupdate'];
const FIELDS = 'textarea, input, [contenteditable]';

function messageIn(event: Event): LastMessage | undefined {
  const [target] = event.composedPath() as Element[];
  // A script can dispatch the event on the window.
  if (target?.nodeType !== 1) return undefined;
  const from = [target, ...target.querySelectorAll(FIELDS)].filter(
    (one) => one.matches(FIELDS) && getFieldText(one).trim() !== '',
  );
  return from.length > 0 ? { sentAt: performance.now(), from } : undefined;
}

/**
 * Returns the record of what the user of a page does. The first call starts it. Enter in a field with text, or the
 * submit of a form with such a field, counts as a message. Whether it was sent shows only when a card arrives. Any
 * other key, any press, and a window that loses focus reset `lastMessage`.
 */
export function getUserActivity(page: Document): UserActivity {
  const existing = activities.get(page);
  if (existing) return existing;
  const activity: UserActivity = { lastMessage: undefined, keyIsDown: false, inputs: 0 };
  activities.set(page, activity);

  const onKeyDown = (event: KeyboardEvent) => {
    // If a key is held, only its first event counts.
    if (event.repeat) return;
    const composing = event.isComposing || event.keyCode === 229;
    const lastMessage = event.key === 'Enter' && !composing ? messageIn(event) : undefined;
    Object.assign(activity, { lastMessage, keyIsDown: true });
  };
  // The listeners stay for the lifetime of the page, because another card may be mounted later.
  const view = page.defaultView;
  for (const type of INPUT) view?.addEventListener(type, () => void (activity.inputs += 1), true);
  view?.addEventListener('keydown', onKeyDown, true);
  view?.addEventListener('keyup', () => void (activity.keyIsDown = false), true);
  view?.addEventListener('pointerdown', () => void (activity.lastMessage = undefined), true);
  // The host may have emptied the field on Enter.
  view?.addEventListener(
    'submit',
    (event) => void (activity.lastMessage = messageIn(event) ?? activity.lastMessage),
    true,
  );
  view?.addEventListener('blur', () => void Object.assign(activity, { lastMessage: undefined, keyIsDown: false }));
  return activity;
}
