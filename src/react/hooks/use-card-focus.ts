import { useEffect, useRef, type FocusEvent, type SyntheticEvent } from 'react';
import type { DeliveryError, Phase } from '../../core/flow/types.js';
import { useLaterChunk } from '../chunks.js';
import type { AskUserContextValue } from '../context.js';
import { isConfirming } from '../keys/route.js';
import { settledAs } from '../text/settled-as.js';
import { nameAsker } from '../text/asker.js';
import { hasFocus } from './focus-mover.js';
import { useFlowValue } from './use-flow-value.js';
import { useIsomorphicLayoutEffect } from './use-isomorphic-layout-effect.js';
import { useModal } from './use-modal.js';

/** Sending that is over in a blink needs no word. */
const SENDING_MS = 400;

export interface CardFocusHandlers {
  onFocus: (event: FocusEvent<HTMLElement>) => void;
  onBlur: (event: FocusEvent<HTMLElement>) => void;
  onClose: (event: SyntheticEvent<HTMLElement>) => void;
}

/**
 * Takes the focus along when the card changes under it: into a confirmation or a folded card's line and back to the
 * very element before, to the line that stays at the end, out of a modal. Never moves it when it was elsewhere, and
 * says aloud what happened then.
 */
export function useCardFocus(
  ask: AskUserContextValue,
  phase: Phase,
  error: DeliveryError | undefined,
  folded: boolean,
): CardFocusHandlers {
  const inside = useRef<HTMLElement | null>(null);
  const before = useRef({ phase, folded });
  const { controls, store, messages, body, presentation, returnFocusTo } = ask;
  const { memory, move } = controls;
  const modal = useModal(ask);
  /** Its composer may be hidden while a card has its place, and be shown only after this. */
  const regain = () => {
    const { composer } = memory;
    if (composer) void useLaterChunk.load().then((file) => file?.focusOnceShown(composer));
  };

  useIsomorphicLayoutEffect(() => {
    const was = before.current;
    before.current = { phase, folded };
    memory.composer = returnFocusTo?.current;
    // Within a frame or a window of its own, the focus is elsewhere, though nothing here was told where.
    const focused = controls.elsewhere() ? null : inside.current;
    const raised = modal.arrange(folded);
    // Each time: it may be another element by now.
    if (body.current) body.current.inert = isConfirming(phase);
    if (was.phase === 'settled') memory.kept = null;
    else if (was.phase !== phase || was.folded !== folded) {
      if (isConfirming(phase)) memory.confirmed = was.folded ? memory.kept : focused;
      else if (phase === 'settled') {
        controls.silence();
        const { result } = store.getState();
        if (!focused && result) controls.announce(nameAsker(messages.settled[settledAs(result)], askerName(ask)));
      } else if (folded && !was.folded) memory.kept = focused;
    }
    const moved = move('change', { phase, folded, inside: focused !== null, raised }, was);
    if (phase === 'settled' && was.phase !== phase && focused && !moved) regain();
  });

  const request = useFlowValue(store, (state) => state.request);
  useIsomorphicLayoutEffect(() => {
    // Another request took its place, or this one has changed, or is shown otherwise: its panel may be another question's by now.
    if (inside.current && (!inside.current.isConnected || inside.current.closest('[hidden]'))) move('loss');
    // oxlint-disable-next-line react/exhaustive-deps
  }, [store, request, presentation]);

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

  // Before anything is said of the next request.
  useIsomorphicLayoutEffect(() => controls.silence, [controls]);

  const depart = useRef(() => {});
  useIsomorphicLayoutEffect(() => {
    depart.current = () => {
      const focused = inside.current && !controls.elsewhere();
      modal.close();
      memory.composer = returnFocusTo?.current;
      if (focused && !move('leave')) regain();
    };
  });
  // A host that takes the card away with the focus in it gets the focus back where it came from.
  useIsomorphicLayoutEffect(() => () => depart.current(), []);

  return {
    onFocus(event) {
      const { relatedTarget: from, currentTarget } = event;
      // Radix moves the focus on within its own handler: the inner event is heard first.
      if (from && !currentTarget.contains(from)) memory.origin = from as HTMLElement;
      if (hasFocus(event.target)) inside.current = event.target;
    },
    onBlur(event) {
      const { relatedTarget, currentTarget } = event;
      if (relatedTarget && !currentTarget.contains(relatedTarget)) inside.current = null;
    },
    onClose({ target, currentTarget }) {
      if (target !== currentTarget) return;
      // Somebody closed it, though it still asks.
      const raised = modal.arrange(folded);
      // Where the user has ended it, the focus has gone on since then.
      if (raised || store.getState().withdrawn) move('leave', { raised });
    },
  };
}

const askerName = ({ store, messages }: AskUserContextValue) => store.getState().request.asker ?? messages.asker;
