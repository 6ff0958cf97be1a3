import { useEffect, useRef, type FocusEvent, type SyntheticEvent } from 'react';
import { longAnswers } from '../../core/flow/selectors.js';
import type { DeliveryError, Phase } from '../../core/flow/types.js';
import type { AskUserContextValue } from '../context.js';
import { isConfirming } from '../keys/route.js';
import { settledAs } from '../text/settled-as.js';
import { nameAsker } from '../text/asker.js';
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

/** In its document or shadow root, whether or not the window has it. */
const hasFocus = (element: Element) => (element.getRootNode() as Partial<Document>).activeElement === element;

/** Whether it took it: what is gone, inert, hidden or disabled does not. */
function give(element: HTMLElement | null | undefined): boolean {
  element?.focus();
  return Boolean(element && hasFocus(element));
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
  /** What had it before a confirmation, and before the card was folded. */
  const confirmed = useRef<HTMLElement | null>(null);
  const kept = useRef<HTMLElement | null>(null);
  const cameFrom = useRef<HTMLElement | null>(null);
  const before = useRef({ phase, folded });
  const { controls, store, ids, messages, body, card, presentation, returnFocusTo } = ask;
  const modal = useModal(ask);

  const first = (part: string) =>
    card.current?.querySelector<HTMLElement>(`[data-ask-user="${part}"] :is(textarea, button)`);
  const enter = (element: HTMLElement | null) => {
    const { active, drafts } = store.getState();
    if (!give(element)) controls.focus(drafts.length > 0 ? ids('heading', active) : ids('title'));
  };
  /** What the card has to say first, whatever it was drawn in before. */
  const top = () => give(first('sheet')) || give(first('bar')) || controls.focus(ids('title'));
  const leave = () => give(returnFocusTo?.current) || controls.elsewhere() || give(cameFrom.current);

  useIsomorphicLayoutEffect(() => {
    const was = before.current;
    before.current = { phase, folded };
    // Within a frame or a window of its own, the focus is elsewhere, though nothing here was told where.
    const focused = controls.elsewhere() ? null : inside.current;
    const raised = modal.arrange(folded);
    // Each time: it may be another element by now.
    if (body.current) body.current.inert = isConfirming(phase);
    // Unless the user has called it back.
    if (raised && !(was.folded && focused)) controls.disarm();
    const another = was.phase === 'settled';
    if (another) kept.current = null;
    if (another || (was.phase === phase && was.folded === folded)) {
      if (raised) top();
      return;
    }
    const origin = was.folded ? kept.current : focused;
    if (isConfirming(phase)) {
      confirmed.current = origin;
      if (focused || raised) first('sheet')?.focus();
    } else if (phase === 'settled') {
      controls.silence();
      const { result, withdrawn } = store.getState();
      if (!focused && result) controls.announce(nameAsker(messages.settled[settledAs(result)], askerName(ask)));
      // What the user has ended is behind them; what was ended for them is to be read.
      else if (focused && (withdrawn || !give(returnFocusTo?.current)) && !controls.focus(ids('title'))) leave();
    } else if (folded) {
      if (was.folded) return;
      kept.current = focused;
      if (focused) first('bar')?.focus();
    } else if (focused || raised) {
      const edits = was.phase === 'confirmingLongAnswer' && phase === 'answering';
      const long = edits ? longAnswers(store.getState())[0]?.index : undefined;
      if (long !== undefined) controls.focus(ids('field', long));
      else if (isConfirming(was.phase)) enter(confirmed.current);
      else if (was.folded || raised) enter(kept.current);
    }
  });

  const request = useFlowValue(store, (state) => state.request);
  useIsomorphicLayoutEffect(() => {
    if (!inside.current || inside.current.isConnected) return;
    // What had the focus is gone: another request took its place, or this one has changed, or is shown otherwise.
    top();
    controls.disarm();
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
      if (focused) leave();
    };
  });
  // A host that takes the card away with the focus in it gets the focus back where it came from.
  useIsomorphicLayoutEffect(() => () => depart.current(), []);

  return {
    onFocus(event) {
      const { relatedTarget: from, currentTarget } = event;
      // Radix moves the focus on within its own handler: the inner event is heard first.
      if (from && !currentTarget.contains(from)) cameFrom.current = from as HTMLElement;
      if (hasFocus(event.target)) inside.current = event.target;
    },
    onBlur(event) {
      const { relatedTarget, currentTarget } = event;
      if (relatedTarget && !currentTarget.contains(relatedTarget)) inside.current = null;
    },
    onClose({ target, currentTarget }) {
      if (target !== currentTarget) return;
      // Somebody closed it, though it still asks.
      if (modal.arrange(folded)) enter(kept.current);
      // Where the user has ended it, the focus has gone on since then.
      else if (store.getState().withdrawn) leave();
    },
  };
}

const askerName = ({ store, messages }: AskUserContextValue) => store.getState().request.asker ?? messages.asker;
