import type { RefObject } from 'react';
import type { AskUserStore } from '../../core/flow/store.js';
import type { Ids } from '../ids.js';
import { focusAfter, type CardView, type FocusCause, type FocusFacts, type FocusTarget } from '../keys/focus-after.js';
import type { KeyGuard } from '../keys/guard.js';

/** Elements that may get the focus back, from request to request of a card. */
export type FocusMemory = {
  [Target in 'confirmed' | 'kept' | 'composer' | 'origin']?: HTMLElement | null | undefined;
};

export interface FocusMover {
  readonly memory: FocusMemory;
  focus: (id: string | undefined) => boolean;
  /** Something outside of the card has the focus; the page itself is nowhere. */
  elsewhere: () => boolean;
  /** Takes the focus where `focusAfter` says. Returns whether that has moved it. */
  move: (by: FocusCause, told?: Partial<FocusFacts>, before?: CardView) => boolean;
}

/** In its document or shadow root, whether or not the window has it. */
export const hasFocus = (element: Element): boolean =>
  (element.getRootNode() as Partial<Document>).activeElement === element;

/** Whether it took it: what is gone, inert, hidden or disabled does not. */
function give(element: HTMLElement | null | undefined): boolean {
  element?.focus();
  return Boolean(element && hasFocus(element));
}

/** Carries out what `focusAfter` decides, in one card. */
export function createFocusMover(
  { getState }: AskUserStore,
  ids: Ids,
  card: RefObject<HTMLElement | null>,
  memory: FocusMemory,
  guard: (kind: KeyGuard) => void,
): FocusMover {
  const find = (selector: string) => card.current?.querySelector<HTMLElement>(selector);
  const activeElement = () => {
    // A document or a shadow root, of whichever window; an element, where the card is not in one.
    const root = card.current?.getRootNode() as Partial<Document> | undefined;
    return root?.activeElement ?? null;
  };

  function focus(id: string | undefined): boolean {
    const element = id !== undefined && find(`[id="${id}"]`);
    if (!element || element === activeElement()) return false;
    element.focus({ preventScroll: true });
    // Where there is no layout, there is no such method either: hosts test in jsdom.
    element.scrollIntoView?.({ block: 'nearest' });
    return true;
  }

  function elsewhere(): boolean {
    const active = activeElement();
    return active !== null && active !== active.ownerDocument.body && !card.current?.contains(active);
  }

  function take(target: FocusTarget, { index, option }: FocusFacts): boolean {
    switch (target) {
      case 'sheet':
      case 'bar':
        return give(find(`[data-ask-user="${target}"] :is(textarea, button)`));
      case 'origin':
        return elsewhere() || give(memory.origin);
      case 'confirmed':
      case 'kept':
      case 'composer':
        return give(memory[target]);
      default: {
        const id = target === 'title' ? ids(target) : ids(target, index, target === 'control' ? option : undefined);
        return focus(id) || activeElement()?.id === id;
      }
    }
  }

  /** A window that has no room for the question above its first control shows the question, where the user then begins. */
  function showQuestion(id: string): void {
    const top = (element?: Element | null) => element?.getBoundingClientRect().top ?? 0;
    if (top(find(`[id="${id}"]`)) < Math.max(0, top(card.current))) focus(id);
  }

  return {
    memory,
    focus,
    elsewhere,
    move(by, told, before) {
      const { phase, active, request, drafts, withdrawn = false } = getState();
      const index = told?.index ?? active;
      const { other = false, selected: [first = 0] = [] } = drafts[index] ?? {};
      const now: FocusFacts = {
        by,
        phase,
        folded: false,
        inside: true,
        raised: false,
        withdrawn,
        index,
        isReview: index === drafts.length,
        isText: request.questions[index]?.options.length === 0,
        other,
        option: other ? 'other' : first,
        ...told,
      };
      const { to, guard: kind } = focusAfter(before ?? now, now);
      const had = activeElement();
      to.some((target) => take(target, now));
      if (by === 'dock' || by === 'follow') showQuestion(ids('heading', index));
      if (kind) guard(kind);
      return activeElement() !== had;
    },
  };
}
