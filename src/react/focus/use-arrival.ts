import { type FocusEvent, useContext, useEffect, useRef } from 'react';
import type { AskUserStore } from '../../core/flow/store.js';
import type { CardFocusOptions } from '../dialog/card-props.js';
import { AnnouncerContext, type AskUserContextValue } from '../dialog/context.js';
import { useFlowValue } from '../flow/use-flow-value.js';
import { useIsomorphicLayoutEffect } from '../flow/use-isomorphic-layout-effect.js';
import { useDeferredChunk } from '../lazy/chunks.js';
import { whenLoaded } from '../lazy/load.js';
import { getFieldText } from '../text/field-text.js';
import { hasFocus } from './focus-mover.js';

/** Event handlers of the card that detect when the card's element gets focus other than by a press. */
export interface ArrivalHandlers {
  onMouseDownCapture: () => void;
  onFocusCapture: (event: FocusEvent<HTMLElement>) => void;
}

/** Handles the arrival of a request. Also makes the host's `focus()` on the card move focus to an element inside. */
export function useArrival(ask: AskUserContextValue): ArrivalHandlers {
  const { store, intents, card, commands, autoFocus, presentation, composerRef } = ask;
  const announce = useContext(AnnouncerContext);
  const handledStore = useRef<AskUserStore>(undefined);
  /** Cancels an announcement that was not made yet. */
  const cancelAnnouncement = useRef<() => void>(undefined);
  const pointing = useRef(false);
  /** Whether the card's element had focus when the window lost it. */
  const leftWindow = useRef(false);
  const ready = useFlowValue(
    store,
    ({ phase, streaming, drafts }) => phase === 'answering' && !streaming && drafts.length > 0,
  );

  const placedStore = useRef<AskUserStore>(undefined);
  const placeDock = () => {
    const composer = presentation === 'dock' && composerRef?.current;
    if (!composer || !ready || placedStore.current === store) return;
    placedStore.current = store;
    // Do not interrupt a message that the user has begun: the card arrives collapsed.
    if (getFieldText(composer).trim() !== '') intents.collapse();
    // Move focus now, because a composer that the host hides loses focus.
    else if ((composer.closest('form') ?? composer).matches(':focus-within')) commands.move('dock');
  };
  // Run once for each request, not for other changes.
  // oxlint-disable-next-line react/exhaustive-deps
  useIsomorphicLayoutEffect(placeDock, [store, ready]);
  // If the composer is rendered after the card, its ref is set only now.
  // oxlint-disable-next-line react/exhaustive-deps
  useEffect(placeDock, [store, ready]);

  useEffect(() => {
    const follows = autoFocus === 'follow';
    const modal = presentation === 'modal';
    const announceArrivalNow = () => {
      const done = () => (cancelAnnouncement.current = undefined);
      cancelAnnouncement.current = announce
        ? announce(ask, done)
        : whenLoaded(useDeferredChunk.load(), (file) => file?.announceArrival(ask, done), done);
    };
    const handleArrival: HandleArrival = (by) => {
      if (!ready || handledStore.current === store) return false;
      handledStore.current = store;
      if (by) commands.move(by);
      // If focus is in the card, the user knows about the request. A modal moves focus itself.
      else if (!modal && !card.current?.matches(':focus-within')) announceArrivalNow();
      return true;
    };
    // With `follow`, the loaded file also watches how the request is settled.
    if (!follows && (modal || !ready || handledStore.current === store)) return undefined;
    if (!autoFocus || !card.current) return void handleArrival();
    const file: Promise<{ startAutoFocus: AutoFocusStrategy }> = follows ? import('./follow.js') : import('./idle.js');
    // If the file cannot be loaded, the user's activity is unknown and focus does not move.
    return whenLoaded(file, ({ startAutoFocus }) => startAutoFocus(ask, handleArrival), handleArrival);
    // Changes of props must not rerun this.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [store, ready]);

  useEffect(
    () => () => {
      if (!cancelAnnouncement.current) return;
      cancelAnnouncement.current();
      cancelAnnouncement.current = undefined;
      // StrictMode remounts the card before anything was announced.
      handledStore.current = undefined;
    },
    [store],
  );

  useIsomorphicLayoutEffect(() => {
    const { current: element } = card;
    if (!element) return undefined;
    const focus = (options?: CardFocusOptions) => {
      if (options?.byUser) commands.move('user');
      else HTMLElement.prototype.focus.call(element, options);
    };
    // An assignment would call the prototype's setter if there is one, as in Storybook.
    Object.defineProperty(element, 'focus', { value: focus, configurable: true });
    const onBlur = () => void (leftWindow.current = hasFocus(element));
    element.addEventListener('blur', onBlur);
    return () => {
      Reflect.deleteProperty(element, 'focus');
      element.removeEventListener('blur', onBlur);
    };
    // Another `presentation` may render another element.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [card, commands, presentation]);

  return {
    onMouseDownCapture() {
      // A mouse press focuses the card before any timer runs. This is not a `focus()` call of the host.
      pointing.current = true;
      setTimeout(() => (pointing.current = false));
    },
    onFocusCapture({ target, currentTarget, relatedTarget }) {
      const returns = leftWindow.current && !relatedTarget;
      leftWindow.current = false;
      if (target === currentTarget && !pointing.current && !returns) commands.move('host');
    },
  };
}

/**
 * Moves focus into the card for this cause. Without one, announces the request, unless the card is a modal or contains
 * focus. Returns `false` if the arrival was handled before, or if the request cannot be answered now.
 */
export type HandleArrival = (cause?: 'host' | 'follow') => boolean;

/**
 * Implements one kind of `autoFocus`, in a module that is loaded when the first card needs it. Returns a function that
 * stops it.
 */
export type AutoFocusStrategy = (ask: AskUserContextValue, handleArrival: HandleArrival) => () => void;
