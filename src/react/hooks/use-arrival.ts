import { useContext, useEffect, useRef, type FocusEvent } from 'react';
import type { AskUserStore } from '../../core/flow/store.js';
import { AnnouncerContext } from '../announcer.js';
import type { AskUserContextValue } from '../context.js';
import { useFlowValue } from './use-flow-value.js';

export interface ArrivalHandlers {
  onMouseDownCapture: () => void;
  onFocusCapture: (event: FocusEvent<HTMLElement>) => void;
}

/** To the heading, where a key that was meant for something else does nothing for a moment. */
function focusHeading({ card, controls, ids, store }: AskUserContextValue): void {
  controls.disarm();
  const covering = card.current?.querySelector<HTMLElement>(
    ':is([data-ask-user="confirm-actions"], [data-ask-user="bar"]) button',
  );
  if (covering) covering.focus();
  else if (!controls.focus(ids('title'))) controls.focus(ids('heading', store.getState().active));
}

/**
 * A request has come to where nobody asked for it: says so, once, or takes the focus where the host wants that and
 * nobody is busy. A host's own `focus()` on the card goes on to the heading.
 */
export function useArrival(ask: AskUserContextValue): ArrivalHandlers {
  const { store, card, autoFocus, presentation, returnFocusTo } = ask;
  const announce = useContext(AnnouncerContext);
  const met = useRef<AskUserStore>(undefined);
  const pointing = useRef(false);
  const ready = useFlowValue(
    store,
    ({ phase, streaming, drafts }) => phase === 'answering' && !streaming && drafts.length > 0,
  );

  useEffect(() => {
    if (!ready || met.current === store || presentation === 'modal') return undefined;
    const meet = (idle: boolean) => {
      met.current = store;
      if (idle) focusHeading(ask);
      // Who is in the card already has heard of it.
      else if (!card.current?.matches(':focus-within')) announce?.(ask);
    };
    const { current: element } = card;
    if (!element || autoFocus !== 'if-idle') return meet(false);
    let stop: (() => void) | undefined;
    let gone = false;
    import('../idle.js').then(
      ({ awaitIdle }) => {
        if (!gone) stop = awaitIdle(element, () => returnFocusTo?.current, meet);
      },
      // Not to be had: then nothing is known of the person, and the focus stays.
      () => gone || meet(false),
    );
    return () => {
      gone = true;
      stop?.();
    };
    // Of a request that has arrived nothing else is new.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [store, ready]);

  return {
    onMouseDownCapture() {
      // The focus that a press brings follows before any timer.
      pointing.current = true;
      setTimeout(() => (pointing.current = false));
    },
    onFocusCapture({ target, currentTarget }) {
      if (target === currentTarget && !pointing.current) focusHeading(ask);
    },
  };
}
