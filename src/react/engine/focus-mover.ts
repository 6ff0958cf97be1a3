import type { FocusEvent } from 'react';
import { longAnswers } from '../../core/flow/selectors.js';
import type { AskUserStore } from '../../core/flow/store.js';
import { type CardView, type FocusFacts, type FocusRule, type FocusTarget } from './focus-after.js';
import type { KeyGuard } from '../keys/guard.js';
import type { ElementIds } from './ids.js';

/** The card, or the element with the root props of `useAskUser`. */
export interface RootRef {
  readonly current: HTMLElement | null;
}

/** What is remembered of the focus, also between requests. */
export interface FocusMemory {
  /** View of the card when it was last rendered. */
  view?: CardView;
  /** Element in the root that has focus, or that has lost it to no other element. */
  inside?: HTMLElement | null;
  /** Focused before a confirmation opened; in a collapsed card, same as `beforeCollapse`. */
  beforeConfirmation?: HTMLElement | null | undefined;
  /** Focused before the card was collapsed. */
  beforeCollapse?: HTMLElement | null | undefined;
  /** The element of the context's `returnFocusTo`. */
  composer?: HTMLElement | null | undefined;
  /** Focused outside of the root before focus moved into it. */
  origin?: HTMLElement | null;
}

/** Event handlers of the root that keep the memory up to date. */
export interface FocusHandlers {
  readonly onFocus: (event: FocusEvent<HTMLElement>) => void;
  readonly onBlur: (event: FocusEvent<HTMLElement>) => void;
}

export interface FocusMover {
  readonly memory: FocusMemory;
  readonly focusHandlers: FocusHandlers;
  /** Focuses an element by ID. Returns `false` if there is no such element or it already has focus. */
  focus: (id: string | undefined) => boolean;
  /** Returns the element in the root that has focus, or that has lost it to no other element of the page. */
  focused: () => HTMLElement | null;
  /** Returns whether the focused element changed. */
  move: (rule: FocusRule, facts?: Partial<FocusFacts>) => boolean;
  /** Moves focus if the focused element was removed or hidden. */
  follow: (rule: FocusRule) => void;
}

/** Whether the element has focus in its document or shadow root, even if its window is not focused. */
export const hasFocus = (element: Element): boolean =>
  (element.getRootNode() as Partial<Document>).activeElement === element;

/** Control of what covers or replaces the questions. */
const OVERLAY = ':is([data-ask-user="sheet"], [data-ask-user="collapsed-bar"]) :is(textarea, button)';

function tryFocus(element: HTMLElement | null | undefined): boolean {
  element?.focus();
  return Boolean(element && hasFocus(element));
}

export function createFocusMover(
  { getState }: AskUserStore,
  ids: ElementIds,
  root: RootRef,
  memory: FocusMemory,
  guard: (kind: KeyGuard) => void,
): FocusMover {
  // A document or shadow root, possibly of another window. For a detached root, an element.
  const page = () => root.current?.getRootNode() as Partial<Document> | undefined;
  const find = (selector: string) => root.current?.querySelector<HTMLElement>(selector);
  // The host may render a confirmation in a portal.
  const byId = (id: string) => page()?.getElementById?.(id);
  const activeElement = () => page()?.activeElement ?? null;

  function focus(id: string | undefined): boolean {
    const element = id !== undefined && byId(id);
    if (!element || element === activeElement()) return false;
    element.focus({ preventScroll: true });
    // jsdom does not implement `scrollIntoView`.
    element.scrollIntoView?.({ block: 'nearest' });
    return true;
  }

  /** Whether an element outside of the root, but in its document or shadow root, has focus. `<body>` does not count. */
  function isFocusOutside(): boolean {
    const active = activeElement();
    return active !== null && active !== active.ownerDocument.body && !root.current?.contains(active);
  }

  function focusTarget(target: FocusTarget, { index, option }: FocusFacts): boolean {
    switch (target) {
      case 'overlay':
        return tryFocus(find(OVERLAY));
      case 'origin':
        return isFocusOutside() || tryFocus(memory.origin);
      case 'ask-back':
        return !longAnswers(getState())[0] && focus(ids(target, index));
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

  const move: FocusMover['move'] = (rule, facts) => {
    const { active, request, drafts } = getState();
    const index = facts?.index ?? active;
    const { other = false, selected: [first = 0] = [] } = drafts[index] ?? {};
    const now: FocusFacts = {
      index,
      isReview: index === drafts.length,
      question: request.questions[index]?.options.length === 0 ? 'field' : 'heading',
      other,
      option: other ? 'other' : first,
      ...facts,
    };
    const { to, guard: kind } = rule(now);
    const focusedBefore = activeElement();
    to.some((target) => focusTarget(target, now));
    // During a commit, React handles no events, such as that of a `<dialog>` which returns focus.
    const focused = activeElement();
    if (focused && root.current?.contains(focused)) memory.inside = focused as HTMLElement;
    if (kind) guard(kind);
    return activeElement() !== focusedBefore;
  };

  // If focus moves into an iframe, the `blur` event may not name the iframe.
  const focused = () => (isFocusOutside() ? null : (memory.inside ?? null));

  return {
    memory,
    focus,
    focused,
    move,
    follow(rule) {
      const element = focused();
      if (element && (!element.isConnected || element.closest('[hidden]'))) move(rule);
    },
    focusHandlers: {
      onFocus({ target, currentTarget, relatedTarget: from }) {
        if (from && !currentTarget.contains(from)) memory.origin = from as HTMLElement;
        // A handler may have moved focus on. The event of the new element is then handled before this one.
        if (hasFocus(target)) memory.inside = target;
      },
      onBlur({ currentTarget, relatedTarget }) {
        if (relatedTarget && !currentTarget.contains(relatedTarget)) memory.inside = null;
      },
    },
  };
}
