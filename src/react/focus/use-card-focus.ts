import type { SyntheticEvent } from 'react';
import type { DeliveryError, Phase } from '../../core/flow/types.js';
import { laterCard } from '../lazy/later-card.js';
import type { AskUserContextValue } from '../dialog/context.js';
import { isConfirming } from '../keys/route.js';
import { getSettledKey, nameAsker } from '../../messages/asker.js';
import { failureReason } from '../text/failure-reason.js';
import { onChange, onLeave, onLoss, onReturn } from '../engine/focus-after.js';
import type { FocusHandlers } from '../engine/focus-mover.js';
import { useFlowValue } from '../flow/use-flow-value.js';
import { useIsomorphicLayoutEffect } from '../flow/use-isomorphic-layout-effect.js';
import { useLatest } from '../flow/use-latest.js';
import { useModal } from '../dialog/use-modal.js';

export interface CardFocusHandlers extends FocusHandlers {
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
  const { engine, store, messages, body, presentation, returnFocusTo } = ask;
  const { memory, move, focusHandlers } = engine;
  const modal = useModal(ask);
  /** Focuses the composer once it is visible, because the host of a dock may show it again only later. */
  const restoreComposerFocus = () => {
    const { composer } = memory;
    if (composer) void laterCard.load().then((later) => later?.focusOnceShown(composer));
  };

  useIsomorphicLayoutEffect(() => {
    memory.composer = returnFocusTo?.current;
    const view = { phase, collapsed };
    const before = memory.view ?? view;
    memory.view = view;
    const focused = engine.focused();
    const inside = focused !== null;
    const becameModal = modal.sync(collapsed);
    // Set `inert` after each render, because the element may have been replaced.
    if (body.current) body.current.inert = isConfirming(phase);
    if (before.phase === 'settled') memory.beforeCollapse = null;
    else if (before.phase !== phase && isConfirming(phase))
      memory.beforeConfirmation = before.collapsed ? memory.beforeCollapse : focused;
    else if (phase !== 'settled' && collapsed && !before.collapsed) memory.beforeCollapse = focused;
    const { result, settledExternally = false } = store.getState();
    const moved = move(onChange(before, { ...view, inside, becameModal, settledExternally }));
    if (phase !== 'settled' || before.phase === phase) return;
    engine.silence();
    if (!inside && result) engine.announce(nameAsker(messages.settled[getSettledKey(result)], messages));
    else if (inside && !moved) restoreComposerFocus();
  });

  const request = useFlowValue(store, (state) => state.request);
  useIsomorphicLayoutEffect(() => {
    // The focused element may be detached or in a hidden panel after the request or the presentation changed.
    engine.follow(onLoss);
    // oxlint-disable-next-line react/exhaustive-deps
  }, [store, request, presentation]);

  useIsomorphicLayoutEffect(() => {
    if (error) engine.announce(`${messages.failed(error.result.status)} ${failureReason(error)}`.trimEnd(), true);
    // Do not repeat the announcement if only `messages` changes.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [error, engine]);

  // Clear the announcement before the next request is announced.
  useIsomorphicLayoutEffect(() => engine.silence, [engine]);

  const onUnmount = useLatest(() => {
    const focused = engine.focused();
    modal.close();
    memory.composer = returnFocusTo?.current;
    if (focused && !move(onLeave)) restoreComposerFocus();
  });
  // If the host unmounts the card, restore focus if the card contains it, or lost it to no other element.
  useIsomorphicLayoutEffect(() => () => onUnmount()(), [onUnmount]);

  return {
    ...focusHandlers,
    onClose(event) {
      if (event.target !== event.currentTarget) return;
      // React would also tell a dialog of the host around the card, which may close itself.
      event.stopPropagation();
      // If the dialog was closed while the request is pending, open it again.
      const becameModal = modal.sync(collapsed);
      // If the user settled the request, focus has already moved.
      if (becameModal || store.getState().settledExternally) move(becameModal ? onReturn : onLeave);
    },
  };
}
