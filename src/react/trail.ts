import { fieldText } from './field-text.js';

/** An answer or a message of the user's. */
export interface Deed {
  /** By the clock of `performance.now()`. */
  readonly at: number;
  /** Whether it was for the agent with this composer; `null` is the only agent of its page. */
  readonly isFor: (composer: Element | null) => boolean;
}

/** What the user of a page did last. */
export interface Trail {
  /** Set while nothing was touched since. */
  deed: Deed | undefined;
  keyIsDown: boolean;
}

/**
 * By page, so that neither a frame nor a window of another agent's is mixed up with it. Several agents on one page are told apart
 * by their composers, which each `Deed` knows.
 */
const trails = new WeakMap<Document, Trail>();

const FIELDS = 'textarea, input, [contenteditable]';

/** The fields in which something is written: of a form, or the one in which a key was pressed. */
const writtenIn = (element: Element): Element[] =>
  [element, ...element.querySelectorAll(FIELDS)].filter((one) => one.matches(FIELDS) && fieldText(one).trim() !== '');

/**
 * Follows what the user of a page does: a message is an Enter in a field with a text, or a form with one that is sent; whether it
 * is gone from there says the moment in which a card comes. Any other key and any press is something else that was touched.
 */
export function trailOf(page: Document): Trail {
  const known = trails.get(page);
  if (known) return known;
  const trail: Trail = { deed: undefined, keyIsDown: false };
  trails.set(page, trail);

  const send = (event: Event) => {
    const [target] = event.composedPath() as Element[];
    // A script may send it to the window itself.
    const fields = target?.nodeType === 1 ? writtenIn(target) : [];
    if (fields.length === 0) return false;
    const isFor: Deed['isFor'] = (composer) => fields.some((field) => composer?.contains(field));
    trail.deed = { at: performance.now(), isFor };
    return true;
  };
  const touch = () => {
    trail.deed = undefined;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Of a key that is held, the first one counts.
    if (event.repeat) return;
    trail.keyIsDown = true;
    const composing = event.isComposing || event.keyCode === 229;
    if (event.key !== 'Enter' || composing || !send(event)) touch();
  };
  const onKeyUp = () => {
    trail.keyIsDown = false;
  };

  // For as long as the page is there: the next card may be another one, with none in between.
  const view = page.defaultView;
  view?.addEventListener('keydown', onKeyDown, true);
  view?.addEventListener('keyup', onKeyUp, true);
  view?.addEventListener('pointerdown', touch, true);
  view?.addEventListener('submit', send, true);
  view?.addEventListener('blur', () => {
    onKeyUp();
    touch();
  });
  return trail;
}
