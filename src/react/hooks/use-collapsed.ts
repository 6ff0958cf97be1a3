import { useCallback, useEffect, useRef, useState } from 'react';
import type { AskUserState } from '../../core/flow/types.js';
import { isConfirming } from '../keys/route.js';
import type { Flow } from './use-flow.js';
import { useIsomorphicLayoutEffect } from './use-isomorphic-layout-effect.js';

/** What comes with a change that is about to happen. */
export interface CollapsedDetails {
  /** What asks for it. `request`: another one has come, shown as `defaultCollapsed` says; that can't be cancelled. */
  reason: 'collapse' | 'expand' | 'request';
  /** The event behind it, where there was one. */
  event: unknown;
  /** Keeps it as it is. */
  cancel(): void;
  readonly isCanceled: boolean;
}

export type SetCollapsed = (collapsed: boolean, reason: CollapsedDetails['reason'], event?: unknown) => void;

interface CollapsedOptions {
  collapsed?: boolean | undefined;
  defaultCollapsed?: boolean | undefined;
  onCollapsedChange?: ((collapsed: boolean, details: CollapsedDetails) => void) | undefined;
}

/**
 * Whether the card is folded: the host's where it gives `collapsed`, else our own. The setter is always the same;
 * `reset` is for another request, which is not born folded because the one before was.
 */
export function useCollapsed(options: CollapsedOptions): readonly [boolean, SetCollapsed, reset: () => void] {
  const { defaultCollapsed = false } = options;
  const [own, setOwn] = useState<{ is: boolean; was?: boolean }>({ is: defaultCollapsed });
  const collapsed = options.collapsed ?? own.is;
  const latest = useRef({ options, collapsed });
  useIsomorphicLayoutEffect(() => {
    latest.current = { options, collapsed };
  });
  const permits = useCallback<(...change: Parameters<SetCollapsed>) => boolean>((next, reason, event) => {
    let isCanceled = false;
    latest.current.options.onCollapsedChange?.(next, {
      reason,
      event,
      cancel: () => {
        isCanceled = true;
      },
      get isCanceled() {
        return isCanceled;
      },
    });
    return !isCanceled;
  }, []);
  const set = useCallback<SetCollapsed>(
    (next, reason, event) => {
      const now = latest.current;
      if (next === now.collapsed || !permits(next, reason, event) || now.options.collapsed !== undefined) return;
      // A second call before the next drawing is no second change.
      now.collapsed = next;
      setOwn({ is: next });
    },
    [permits],
  );
  useIsomorphicLayoutEffect(() => {
    const { is, was = is } = own;
    if (is !== was) permits(is, 'request');
  }, [own, permits]);
  return [collapsed, set, () => setOwn(({ is }) => ({ is: defaultCollapsed, was: is }))];
}

/** A confirmation, an error and a refused submit are to be seen: they open the card, and leave it open. */
export function useUnfold({ store, intents }: Flow): void {
  useEffect(() => {
    let before: AskUserState = store.getState();
    return store.subscribe(() => {
      const now = store.getState();
      const refused = now.missing !== before.missing && now.missing.length > 0;
      const failed = now.error !== undefined && now.error !== before.error;
      before = now;
      if (refused || failed || isConfirming(now.phase)) intents.expand();
    });
  }, [store, intents]);
}
