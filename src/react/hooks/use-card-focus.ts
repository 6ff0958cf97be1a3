import { useEffect, useRef, type FocusEvent } from 'react';
import { longAnswers } from '../../core/flow/selectors.js';
import type { DeliveryError, Phase } from '../../core/flow/types.js';
import type { AskUserContextValue } from '../context.js';
import { isConfirming } from '../keys/route.js';
import { useFlowValue } from './use-flow-value.js';
import { useIsomorphicLayoutEffect } from './use-isomorphic-layout-effect.js';

/** Sending that is over in a blink needs no word. */
const SENDING_MS = 400;

export interface CardFocusHandlers {
  onFocus: (event: FocusEvent<HTMLElement>) => void;
  onBlur: (event: FocusEvent<HTMLElement>) => void;
}

/**
 * Takes the focus along when the card changes under it: into a confirmation and back to the very element before, to
 * the line that stays at the end. Never moves it when it was elsewhere, and says aloud what happened then.
 */
export function useCardFocus(
  ask: AskUserContextValue,
  phase: Phase,
  error: DeliveryError | undefined,
): CardFocusHandlers {
  const inside = useRef<HTMLElement | null>(null);
  const remembered = useRef<HTMLElement | null>(null);
  const cameFrom = useRef<EventTarget | null>(null);
  const before = useRef(phase);
  const { controls, store, ids, messages, body, card } = ask;

  useIsomorphicLayoutEffect(() => {
    const was = before.current;
    before.current = phase;
    if (was === phase) return;
    // Within a frame or a window of its own, the focus is elsewhere, though nothing here was told where.
    const focused = controls.elsewhere() ? null : inside.current;
    if (body.current) body.current.inert = isConfirming(phase);
    if (isConfirming(phase)) {
      remembered.current = focused;
      if (focused) card.current?.querySelector<HTMLElement>('[data-ask-user="confirm-actions"] button')?.focus();
    } else if (isConfirming(was) && phase === 'answering' && focused) {
      const { active, drafts } = store.getState();
      const long = was === 'confirmingLongAnswer' ? longAnswers(store.getState())[0]?.index : undefined;
      const field = long === undefined ? undefined : ids('field', long);
      const last = remembered.current;
      if (field !== undefined) controls.focus(field);
      else if (last?.isConnected) last.focus();
      else controls.focus(drafts.length > 0 ? ids('heading', active) : ids('title'));
    } else if (isConfirming(was) && phase === 'submitting' && focused) {
      remembered.current?.focus();
    } else if (phase === 'settled') {
      const { result } = store.getState();
      if (focused) controls.focus(ids('title'));
      else if (result) controls.announce(messages.settled[result.status].replace('{asker}', () => askerName(ask)));
    }
  });

  const request = useFlowValue(store, (state) => state.request);
  useIsomorphicLayoutEffect(() => {
    if (!inside.current || inside.current.isConnected) return;
    // What had the focus is gone: another request took its place, or this one has changed.
    controls.focus(ids('title'));
    controls.disarm();
  }, [store, request, controls, ids]);

  useIsomorphicLayoutEffect(() => {
    if (error) controls.announce(messages.failed(error.result.status), true);
    // Not again for new words: hosts write `messages={{ … }}` in place.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [error, controls]);

  useEffect(() => {
    if (phase !== 'submitting') return undefined;
    const timer = setTimeout(() => controls.announce(messages.sending), SENDING_MS);
    return () => clearTimeout(timer);
  }, [phase, controls, messages]);

  useEffect(() => controls.silence, [controls]);

  // A host that takes the card away with the focus in it gets the focus back where it came from.
  useIsomorphicLayoutEffect(
    () => () => {
      const from = cameFrom.current;
      if (inside.current && !controls.elsewhere() && from instanceof HTMLElement) from.focus({ preventScroll: true });
    },
    [],
  );

  return {
    onFocus(event) {
      const { relatedTarget: from, currentTarget } = event;
      // Radix moves the focus on within its own handler: the inner event is heard first.
      if (from instanceof Node && !currentTarget.contains(from)) cameFrom.current = from;
      inside.current = event.target;
    },
    onBlur(event) {
      const { relatedTarget, currentTarget } = event;
      if (relatedTarget instanceof Node && !currentTarget.contains(relatedTarget)) inside.current = null;
    },
  };
}

const askerName = ({ store, messages }: AskUserContextValue) => store.getState().request.asker ?? messages.asker;
