import type { AskUserContextValue } from '../dialog/context.js';
import type { KeyEventLike } from '../keys/key-events.js';
import { byUser } from '../engine/focus-after.js';
import { isElement, targetFor } from '../keys/key-target.js';

/** Keys of `aria-keyshortcuts` whose events have another name, and common aliases. */
const NAMED: Readonly<Record<string, string>> = {
  space: ' ',
  plus: '+',
  esc: 'escape',
  ctrl: 'control',
  cmd: 'meta',
  command: 'meta',
  option: 'alt',
};

/**
 * Whether an event is one of the shortcuts that `getUsableShortcuts` returned, with exactly its modifiers. A letter from
 * A to Z or a digit also stands for its physical key, if that key types neither such a letter nor a digit. For example,
 * the key Q types œ with Alt on a Mac, and й in a Russian layout.
 */
export function isShortcut(event: KeyEventLike, shortcuts: string): boolean {
  const held = { alt: event.altKey, control: event.ctrlKey, meta: event.metaKey, shift: event.shiftKey };
  const typed = event.key.toLowerCase();
  const physicalKey = event.code.toLowerCase().replace(/^(key|digit)/, '');
  return shortcuts.split(' ').some((shortcut) => {
    const modifiers = shortcut.toLowerCase().split('+');
    const [key = ''] = modifiers.splice(-1).map(nameOf);
    const isHeld = Object.entries(held).every(([name, down]) => down === modifiers.map(nameOf).includes(name));
    return isHeld && (typed === key || (key.length === 1 && physicalKey === key && !/^[a-z\d]$/.test(typed)));
  });
}

const nameOf = (name: string) => NAMED[name] ?? name;

const CARD = '[data-ask-user="card"]';

/** Handles the shortcuts in the card's whole window, and names them. Returns a function that stops it. */
export function listenToShortcut(element: Element, ask: AskUserContextValue, shortcuts: string): () => void {
  const { card, engine, presentation, composerRef, returnFocusTo } = ask;
  const view = element.ownerDocument.defaultView;
  let origin: HTMLElement | null = null;

  function restoreFocus(page: Document): void {
    const candidates = [origin, composerRef?.current, returnFocusTo?.current];
    const returnTarget = candidates.find((one) => one?.isConnected && one !== page.body);
    if (returnTarget) returnTarget.focus();
    // Focus stays in a modal: while it is expanded, nothing outside of it can get focus.
    else if (presentation !== 'modal') (page.activeElement as HTMLElement | null)?.blur();
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const { current: ownCard } = card;
    // A browser that fills in a form dispatches events without a key.
    if (!ownCard || !event.key || event.defaultPrevented || event.repeat) return;
    // A key of an input method, or with AltGr, types a character.
    if (event.isComposing || event.keyCode === 229 || event.getModifierState('AltGraph')) return;
    if (!isShortcut(event, shortcuts)) return;
    const first = targetFor(ownCard, event);
    // A script can dispatch the event on the document.
    const target = isElement(first) ? first : ownCard.ownerDocument.activeElement;
    const targetCard = target?.closest(CARD);
    // Another card with the same shortcut has focus, and handles the key.
    if (targetCard && targetCard !== ownCard && targetCard.getAttribute('aria-keyshortcuts') === shortcuts) return;
    if (targetCard === ownCard) restoreFocus(ownCard.ownerDocument);
    else {
      origin = target as HTMLElement | null;
      // Register the key before focus moves, so that the guard waits for its release.
      engine.keyDown();
      // The card cannot get focus, for example behind another modal. Do not use the key.
      if (!engine.move(byUser)) return;
    }
    event.preventDefault();
    event.stopPropagation();
  };
  element.setAttribute('aria-keyshortcuts', shortcuts);
  view?.addEventListener('keydown', onKeyDown, true);
  return () => {
    element.removeAttribute('aria-keyshortcuts');
    view?.removeEventListener('keydown', onKeyDown, true);
  };
}
