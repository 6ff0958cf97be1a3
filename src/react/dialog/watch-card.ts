import type { AskUserContextValue } from './context.js';
import { recordAnswers } from '../focus/auto-focus.js';
import { listenToShortcut } from '../focus/shortcut.js';
import { getUsableShortcuts } from '../focus/usable-shortcuts.js';
import { growFields } from '../text/grow.js';
import { followViewport } from './follow-viewport.js';
import { watchDelivery } from './watch-delivery.js';

/** Starts everything that only listens while a card is rendered. Returns a function that stops it. */
export function watchCard(ask: AskUserContextValue, settled: boolean): (() => void) | undefined {
  const { card, store, presentation, autoFocus, focusShortcut } = ask;
  const { current: element } = card;
  if (!element) return undefined;
  // jsdom has no layout and no `CSS.supports`.
  const growsByScript = globalThis.CSS?.supports?.('field-sizing: content') === false;
  const shortcuts = getUsableShortcuts(focusShortcut);
  const stops = [
    watchDelivery(ask),
    growsByScript && growFields(element, store),
    presentation !== 'inline' && followViewport(element),
    autoFocus === 'follow' && recordAnswers(ask),
    shortcuts && !settled && listenToShortcut(element, ask, shortcuts),
  ];
  return () => {
    for (const stop of stops) if (stop) stop();
  };
}
