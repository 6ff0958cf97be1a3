import type { AskUserContextValue } from '../dialog/context.js';
import type { KeyEventLike } from '../keys/key-events.js';
import { isElement, targetFor } from '../keys/key-target.js';

const MODIFIERS: readonly string[] = ['alt', 'control', 'meta', 'shift'];
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

/** One shortcut of `aria-keyshortcuts`, in lower case. */
export interface Shortcut {
  readonly modifiers: readonly string[];
  readonly key: string;
}

/** Parses the shortcuts that `getUsableShortcuts` returned. */
export const parseShortcuts = (text: string): readonly Shortcut[] =>
  text
    .toLowerCase()
    .split(' ')
    .map((one) => {
      const modifiers = one.split('+').map((name) => NAMED[name] ?? name);
      return { key: modifiers.pop() ?? '', modifiers };
    });

/**
 * Whether an event is this shortcut, with exactly these modifiers. A letter from A to Z or a digit also stands for its
 * physical key, if that key types neither such a letter nor a digit. For example, the key Q types œ with Alt on a Mac,
 * and й in a Russian layout.
 */
export function isShortcut(event: KeyEventLike, { modifiers, key }: Shortcut): boolean {
  const { altKey, ctrlKey, metaKey, shiftKey } = event;
  const held: Record<string, boolean> = { alt: altKey, control: ctrlKey, meta: metaKey, shift: shiftKey };
  if (MODIFIERS.some((one) => held[one] !== modifiers.includes(one))) return false;
  const typed = event.key.toLowerCase();
  const physicalKey = event.code.toLowerCase().replace(/^(key|digit)/, '');
  return typed === key || (key.length === 1 && physicalKey === key && !/^[a-z\d]$/.test(typed));
}

const CARD = '[data-ask-user="card"]';

/** Handles the shortcuts in the card's whole window. Returns a function that stops it. */
export function listenToShortcut(ask: AskUserContextValue, text: string): () => void {
  const { card, commands, presentation, composerRef, returnFocusTo } = ask;
  const view = card.current?.ownerDocument.defaultView;
  const shortcuts = parseShortcuts(text);
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
    if (!shortcuts.some((one) => isShortcut(event, one))) return;
    const first = targetFor(ownCard, event);
    // A script can dispatch the event on the document.
    const target = isElement(first) ? first : ownCard.ownerDocument.activeElement;
    const targetCard = target?.closest(CARD);
    // Another card with the same shortcut has focus, and handles the key.
    if (targetCard && targetCard !== ownCard && targetCard.getAttribute('aria-keyshortcuts') === text) return;
    if (targetCard === ownCard) restoreFocus(ownCard.ownerDocument);
    else {
      origin = target as HTMLElement | null;
      // Register the key before focus moves, so that the guard waits for its release.
      commands.keyDown();
      // The card cannot get focus, for example behind another modal. Do not use the key.
      if (!commands.move('user')) return;
    }
    event.preventDefault();
    event.stopPropagation();
  };
  view?.addEventListener('keydown', onKeyDown, true);
  return () => view?.removeEventListener('keydown', onKeyDown, true);
}
