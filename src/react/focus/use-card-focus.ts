import { useEffect, useRef, type FocusEvent, type SyntheticEvent } from 'react';
import type { DeliveryError, Phase } from '../../core/flow/types.js';
import { useDeferredChunk } from '../lazy/chunks.js';
import type { AskUserContextValue } from '../dialog/context.js';
import { isConfirming } from '../keys/route.js';
import { getSettledKey, nameAsker } from '../../messages/asker.js';
import { failureReason } from '../text/failure-reason.js';
import { hasFocus } from './focus-mover.js';
import { useFlowValue } from '../flow/use-flow-value.js';
import { useIsomorphicLayoutEffect } from '../flow/use-isomorphic-layout-effect.js';
import { useModal } from '../dialog/use-modal.js';

/** Time in milliseconds after which a delivery in flight is announced. */
const SENDING_MS = 400;

export interface CardFocusHandlers {
  onFocus: (event: FocusEvent<HTMLElement>) => void;
  onBlur: (event: FocusEvent<HTMLElement>) => void;
  onClose: (event: SyntheticEvent<HTMLElement>) => void;
}

/**
 * Moves focus along when the card changes while focus is inside it. If focus is outside, it stays there, unless the
 * card becomes modal.
 */
export function useCardFocus(
  ask: AskUserContextValue,
  phase: Phase,
  error: DeliveryError | undefined,
  collapsed: boolean,
): CardFocusHandlers {
  const inside = useRef<HTMLElement | null>(null);
  const before = useRef({ phase, collapsed });
  const { commands, store, messages, body, presentation, returnFocusTo } = ask;
  const { memory, move } = commands;
  const modal = useModal(ask);
  /** Focuses the composer once it is visible, because the host of a dock may show it again only later. */
  const restoreComposerFocus = () => {
    const { composer } = memory;
    if (composer) void useDeferredChunk.load().then((file) => file?.focusOnceShown(composer));
  };

  useIsomorphicLayoutEffect(() => {
    const previous = before.current;
    before.current = { phase, collapsed };
    memory.composer = returnFocusTo?.current;
    // If focus moves into an iframe, the `blur` event may not name the iframe.
    const focused = commands.isFocusOutside() ? null : inside.current;
    const becameModal = modal.sync(collapsed);
    // Set `inert` after each render, because the element may have been replaced.
    if (body.current) body.current.inert = isConfirming(phase);
    if (previous.phase === 'settled') memory.beforeCollapse = null;
    else if (previous.phase !== phase || previous.collapsed !== collapsed) {
      if (isConfirming(phase)) memory.beforeConfirmation = previous.collapsed ? memory.beforeCollapse : focused;
      else if (phase === 'settled') {
        commands.silence();
        const { result } = store.getState();
        if (!focused && result) commands.announce(nameAsker(messages.settled[getSettledKey(result)], messages));
      } else if (collapsed && !previous.collapsed) memory.beforeCollapse = focused;
    }
    const moved = move('change', { phase, collapsed, inside: focused !== null, becameModal }, previous);
    if (phase === 'settled' && previous.phase !== phase && focused && !moved) restoreComposerFocus();
  });

  const request = useFlowValue(store, (state) => state.request);
  useIsomorphicLayoutEffect(() => {
    // The focused element may be detached or in a hidden panel after the request or the presentation changed.
    if (inside.current && (!inside.current.isConnected || inside.current.closest('[hidden]'))) move('loss');
    // oxlint-disable-next-line react/exhaustive-deps
  }, [store, request, presentation]);

  useIsomorphicLayoutEffect(() => {
    if (error) commands.announce(`${messages.failed(error.result.status)} ${failureReason(error)}`.trimEnd(), true);
    // Do not repeat the announcement if only `messages` changes.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [error, commands]);

  useEffect(() => {
    if (phase !== 'submitting') return undefined;
    const timer = setTimeout(() => commands.announce(messages.sending), SENDING_MS);
    return () => clearTimeout(timer);
  }, [phase, commands, messages]);

  // Clear the announcement before the next request is announced.
  useIsomorphicLayoutEffect(() => commands.silence, [commands]);

  const onUnmount = useRef(() => {});
  useIsomorphicLayoutEffect(() => {
    onUnmount.current = () => {
      const focused = inside.current && !commands.isFocusOutside();
      modal.close();
      memory.composer = returnFocusTo?.current;
      if (focused && !move('leave')) restoreComposerFocus();
    };
  });
  // If the host unmounts the card, restore focus if the card contains it, or lost it to no other element.
  useIsomorphicLayoutEffect(() => () => onUnmount.current(), []);

  return {
    onFocus(event) {
      const { relatedTarget: from, currentTarget } = event;
      if (from && !currentTarget.contains(from)) memory.origin = from as HTMLElement;
      // A handler may have moved focus on. The event of the new element is then handled before this one.
      if (hasFocus(event.target)) inside.current = event.target;
    },
    onBlur(event) {
      const { relatedTarget, currentTarget } = event;
      if (relatedTarget && !currentTarget.contains(relatedTarget)) inside.current = null;
    },
    onClose({ target, currentTarget }) {
      if (target !== currentTarget) return;
      // If the dialog was closed while the request is pending, open it again.
      const becameModal = modal.sync(collapsed);
      // If the user settled the request, focus has already moved.
      if (becameModal || store.getState().settledExternally) move('leave', { becameModal });
    },
  };
}
