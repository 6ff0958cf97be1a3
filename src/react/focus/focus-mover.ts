import type { RefObject } from 'react';
import type { AskUserStore } from '../../core/flow/store.js';
import type { ElementIds } from '../dialog/ids.js';
import { focusAfter, type CardView, type FocusCause, type FocusFacts, type FocusTarget } from './focus-after.js';
import type { KeyGuard } from '../keys/guard.js';

/**
 * Elements that focus may return to:
 * - `beforeConfirmation`: focused before a confirmation opened; in a collapsed card, same as `beforeCollapse`.
 * - `beforeCollapse`: focused before the card was collapsed.
 * - `composer`: the element of the context's `returnFocusTo`.
 * - `origin`: focused outside the card before focus moved into it.
 */
export type FocusMemory = {
  [Target in 'beforeConfirmation' | 'beforeCollapse' | 'composer' | 'origin']?: HTMLElement | null | undefined;
};

export interface FocusMover {
  readonly memory: FocusMemory;
  /** Focuses an element in the card by ID. Returns `false` if there is no such element or it already has focus. */
  focus: (id: string | undefined) => boolean;
  /** Whether an element outside the card, but in its root, has focus. The page's `<body>` does not count. */
  isFocusOutside: () => boolean;
  /** Returns whether the focused element changed. */
  move: (cause: FocusCause, facts?: Partial<FocusFacts>, before?: CardView) => boolean;
}

/** Whether the element has focus in its document or shadow root, even if its window is not focused. */
export const hasFocus = (element: Element): boolean =>
  (element.getRootNode() as Partial<Document>).activeElement === element;

function tryFocus(element: HTMLElement | null | undefined): boolean {
  element?.focus();
  return Boolean(element && hasFocus(element));
}

export function createFocusMover(
  { getState }: AskUserStore,
  ids: ElementIds,
  card: RefObject<HTMLElement | null>,
  memory: FocusMemory,
  guard: (kind: KeyGuard) => void,
): FocusMover {
  const find = (selector: string) => card.current?.querySelector<HTMLElement>(selector);
  const activeElement = () => {
    // A document or shadow root, possibly of another window. For a detached card, an element.
    const root = card.current?.getRootNode() as Partial<Document> | undefined;
    return root?.activeElement ?? null;
  };

  function focus(id: string | undefined): boolean {
    const element = id !== undefined && find(`[id="${id}"]`);
    if (!element || element === activeElement()) return false;
    element.focus({ preventScroll: true });
    // jsdom does not implement `scrollIntoView`.
    element.scrollIntoView?.({ block: 'nearest' });
    return true;
  }

  function isFocusOutside(): boolean {
    const active = activeElement();
    return active !== null && active !== active.ownerDocument.body && !card.current?.contains(active);
  }

  function focusTarget(target: FocusTarget, { index, option }: FocusFacts): boolean {
    switch (target) {
      case 'sheet':
      case 'collapsed-bar':
        return tryFocus(find(`[data-ask-user="${target}"] :is(textarea, button)`));
      case 'origin':
        return isFocusOutside() || tryFocus(memory.origin);
      case 'beforeConfirmation':
      case 'beforeCollapse':
      case 'composer':
        return tryFocus(memory[target]);
      default: {
        const id = target === 'title' ? ids(target) : ids(target, index, target === 'control' ? option : undefined);
        return focus(id) || activeElement()?.id === id;
      }
    }
  }

  /** Focuses the element if its top is above the top of the window or of the card. */
  function showQuestion(id: string): void {
    const top = (element?: Element | null) => element?.getBoundingClientRect().top ?? 0;
    if (top(find(`[id="${id}"]`)) < Math.max(0, top(card.current))) focus(id);
  }

  return {
    memory,
    focus,
    isFocusOutside,
    move(cause, facts, before) {
      const { phase, active, request, drafts, settledExternally = false } = getState();
      const index = facts?.index ?? active;
      const { other = false, selected: [first = 0] = [] } = drafts[index] ?? {};
      const now: FocusFacts = {
        cause,
        phase,
        collapsed: false,
        inside: true,
        becameModal: false,
        settledExternally,
        index,
        isReview: index === drafts.length,
        isText: request.questions[index]?.options.length === 0,
        other,
        option: other ? 'other' : first,
        ...facts,
      };
      const { to, guard: kind } = focusAfter(before ?? now, now);
      const focusedBefore = activeElement();
      to.some((target) => focusTarget(target, now));
      if (cause === 'dock' || cause === 'follow') showQuestion(ids('heading', index));
      if (kind) guard(kind);
      return activeElement() !== focusedBefore;
    },
  };
}
