import { useContext, useEffect, useRef } from 'react';
import type { AskUserStore } from '../../core/flow/store.js';
import { isBlank } from '../../core/guards.js';
import type { CardFocusOptions } from '../dialog/card-props.js';
import { AnnouncerContext, type AskUserContextValue } from '../dialog/context.js';
import { byUser, onArrival, onLoss } from '../engine/focus-after.js';
import { useFlowValue } from '../flow/use-flow-value.js';
import { useIsomorphicLayoutEffect } from '../flow/use-isomorphic-layout-effect.js';
import { useLatest } from '../flow/use-latest.js';
import { whenLoaded } from '../lazy/later.js';
import { laterCard } from '../lazy/later-card.js';
import { getFieldText } from '../text/field-text.js';

/**
 * Handles how focus comes to the card from outside: when its request arrives, and by the host's `focus()` on its
 * element.
 */
export function useArrival(ask: AskUserContextValue): { onMouseDownCapture: () => void } {
  const { store, isCollapsed, intents, ids, card, engine, presentation, autoFocus, composerRef } = ask;
  const announce = useContext(AnnouncerContext);
  const isComplete = useFlowValue(store, ({ streaming, drafts }) => !streaming && drafts.length > 0);
  const hasArrived = () => isComplete && store.getState().phase === 'answering';
  const placedStore = useRef<AskUserStore>(undefined);
  const isPressed = useRef(false);

  /** Moves focus to the question or, if its heading is above the top of the window or of the card, to the heading. */
  const moveIn = (guard: 'all' | 'follow') => {
    engine.move(onArrival(guard));
    const heading = ids('heading', store.getState().active);
    const top = (element?: Element | null) => element?.getBoundingClientRect().top ?? 0;
    const { current: element } = card;
    if (top(element?.querySelector(`[id="${heading}"]`)) < Math.max(0, top(element))) engine.focus(heading);
  };

  const placeDock = () => {
    const composer = presentation === 'dock' && composerRef?.current;
    if (!composer || !hasArrived() || placedStore.current === store) return;
    placedStore.current = store;
    // Do not interrupt a message that the user has begun: the card arrives collapsed.
    if (isCollapsed() || !isBlank(getFieldText(composer))) return intents.collapse();
    // The host may still have the state of the previous request.
    intents.expand();
    // Move focus now, because a composer that the host hides loses focus.
    if ((composer.closest('form') ?? composer).matches(':focus-within')) moveIn('all');
  };

  const arrive = () => {
    // If the composer is rendered after the card, its ref is set only now.
    placeDock();
    if (!hasArrived()) return undefined;
    let stop: (() => void) | undefined;
    const tell = () => {
      stop = announce ? announce(ask) : whenLoaded(laterCard, ({ announceArrival }) => announceArrival(ask));
    };
    // If the file cannot be loaded, the user's activity is unknown and focus does not move.
    if (autoFocus) stop = whenLoaded(laterCard, ({ startAutoFocus }) => startAutoFocus(ask, moveIn, tell), tell);
    else tell();
    return () => stop?.();
  };

  // A request arrives once, so these effects do not depend on props that may change later.
  const latest = useLatest({ placeDock, arrive });
  useIsomorphicLayoutEffect(() => {
    const { current: element } = card;
    const focus = (options?: CardFocusOptions) => {
      if (!options?.byUser) HTMLElement.prototype.focus.call(element, options);
      if (!isPressed.current) engine.move(options?.byUser ? byUser : onLoss);
    };
    // After each render, because the element may have been replaced. An assignment would call the prototype's setter if
    // there is one, as in Storybook.
    if (element) Object.defineProperty(element, 'focus', { value: focus, configurable: true });
  });
  useIsomorphicLayoutEffect(() => latest().placeDock(), [latest, store, isComplete]);
  useEffect(() => latest().arrive(), [latest, store, isComplete]);

  return {
    // Testing libraries call `focus()` for a press on the card. The user is there already.
    onMouseDownCapture() {
      isPressed.current = true;
      setTimeout(() => (isPressed.current = false));
    },
  };
}
