import { useContext, useEffect, useRef, type FocusEvent } from 'react';
import type { AskUserStore } from '../../core/flow/store.js';
import type { Attend, Meet } from '../attend.js';
import type { CardFocusOptions } from '../card-element.js';
import { useLaterChunk } from '../chunks.js';
import { AnnouncerContext, type AskUserContextValue } from '../context.js';
import { fieldText } from '../field-text.js';
import { late } from './late.js';
import { useFlowValue } from './use-flow-value.js';
import { useIsomorphicLayoutEffect } from './use-isomorphic-layout-effect.js';

export interface ArrivalHandlers {
  onMouseDownCapture: () => void;
  onFocusCapture: (event: FocusEvent<HTMLElement>) => void;
}

/**
 * A request has come to where nobody asked for it: says so once, by the announcer or by itself, or takes the focus where the
 * host wants that and nobody is busy. A host's own `focus()` on the card goes on to the heading.
 */
export function useArrival(ask: AskUserContextValue): ArrivalHandlers {
  const { store, intents, card, controls, autoFocus, presentation, composerRef } = ask;
  const announce = useContext(AnnouncerContext);
  const met = useRef<AskUserStore>(undefined);
  /** Stops an announcement that is on its way. */
  const hush = useRef<() => void>(undefined);
  const pointing = useRef(false);
  const ready = useFlowValue(
    store,
    ({ phase, streaming, drafts }) => phase === 'answering' && !streaming && drafts.length > 0,
  );

  const placed = useRef<AskUserStore>(undefined);
  /** In the place of the composer. */
  const place = () => {
    const composer = presentation === 'dock' && composerRef?.current;
    if (!composer || !ready || placed.current === store) return;
    placed.current = store;
    // A message is not taken away from the user who writes it: the card waits above it, as one line.
    if (fieldText(composer).trim() !== '') intents.collapse();
    // At once: a host that hides its composer takes the focus from it.
    else if ((composer.closest('form') ?? composer).matches(':focus-within')) controls.move('dock');
  };
  // Of a request that has arrived nothing else is new.
  // oxlint-disable-next-line react/exhaustive-deps
  useIsomorphicLayoutEffect(place, [store, ready]);
  // A composer that is mounted with the card, and after it, is known only now.
  // oxlint-disable-next-line react/exhaustive-deps
  useEffect(place, [store, ready]);

  useEffect(() => {
    const follows = autoFocus === 'follow';
    const modal = presentation === 'modal';
    const tell = () => {
      if (announce) return announce(ask);
      const done = () => (hush.current = undefined);
      hush.current = late(useLaterChunk.load(), (file) => file?.announceArrival(ask, done), done);
    };
    const meet: Meet = (by) => {
      if (!ready || met.current === store) return false;
      met.current = store;
      if (by) controls.move(by);
      // Who is in the card already has heard of it, and a modal takes the focus by itself.
      else if (!modal && !card.current?.matches(':focus-within')) tell();
      return true;
    };
    // A card that follows hears how its request ends, too.
    if (!follows && (modal || !ready || met.current === store)) return undefined;
    if (!autoFocus || !card.current) return void meet();
    const file: Promise<{ attend: Attend }> = follows ? import('../follow.js') : import('../idle.js');
    // Where the file is not to be had, nothing is known of the user, and the focus stays.
    return late(file, ({ attend }) => attend(ask, meet), meet);
    // Of a request that has arrived nothing else is new.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [store, ready]);

  useEffect(
    () => () => {
      if (!hush.current) return;
      hush.current();
      hush.current = undefined;
      // In StrictMode the card comes again at once, and nothing has been said.
      met.current = undefined;
    },
    [store],
  );

  useIsomorphicLayoutEffect(() => {
    const { current: element } = card;
    if (!element) return undefined;
    const focus = (options?: CardFocusOptions) => {
      if (options?.byUser) controls.move('user');
      else HTMLElement.prototype.focus.call(element, options);
    };
    // An assignment would go to the prototype where that has a setter, as in Storybook.
    Object.defineProperty(element, 'focus', { value: focus, configurable: true });
    return () => void Reflect.deleteProperty(element, 'focus');
    // Another presentation is another element.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [card, controls, presentation]);

  return {
    onMouseDownCapture() {
      // The focus that a press brings follows before any timer.
      pointing.current = true;
      setTimeout(() => (pointing.current = false));
    },
    onFocusCapture({ target, currentTarget }) {
      if (target === currentTarget && !pointing.current) controls.move('host');
    },
  };
}
