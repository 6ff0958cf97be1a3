import { useEffect, useRef } from 'react';
import type { AskUserState } from '../../core/flow/types.js';
import { isConfirming } from '../keys/route.js';
import type { Flow, HostedFlow } from './flow.js';
import { useIsomorphicLayoutEffect } from './use-isomorphic-layout-effect.js';

/** Details of a change of the collapsed state. */
export interface CollapsedDetails {
  /**
   * Cause of the change. `request`: a new request is shown in its `defaultCollapsed` state, which differs from the
   * state of the previous request.
   */
  reason: 'collapse' | 'expand' | 'request';
  /** Event that caused the change, if there was one. */
  event: unknown;
  /** Prevents the change. Has no effect if `reason` is `request`. */
  cancel(): void;
  /** Whether `cancel()` was called. */
  readonly isCanceled: boolean;
}

export type SetCollapsed = (collapsed: boolean, reason: CollapsedDetails['reason'], event?: unknown) => void;

export interface CollapsedOptions {
  collapsed?: boolean | undefined;
  defaultCollapsed?: boolean | undefined;
  onCollapsedChange?: ((collapsed: boolean, details: CollapsedDetails) => void) | undefined;
}

/** Collapsed state of one request. `collapsed` of the host takes precedence. */
export interface CollapsedState {
  readonly isCollapsed: () => boolean;
  readonly setCollapsed: SetCollapsed;
}

export function requestCollapsedChange(
  { onCollapsedChange }: CollapsedOptions,
  ...[collapsed, reason, event]: Parameters<SetCollapsed>
): boolean {
  let isCanceled = false;
  onCollapsedChange?.(collapsed, {
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
}

export function createCollapsedState(host: () => CollapsedOptions, notify: () => void): CollapsedState {
  let uncontrolled = host().defaultCollapsed ?? false;
  return {
    isCollapsed: () => uncontrolled,
    setCollapsed(next, reason, event) {
      const options = host();
      const { collapsed } = options;
      if (
        next === (collapsed ?? uncontrolled) ||
        !requestCollapsedChange(options, next, reason, event) ||
        collapsed !== undefined
      )
        return;
      uncontrolled = next;
      notify();
    },
  };
}

export function useCollapsed(flow: HostedFlow, collapsed: boolean | undefined): boolean {
  const uncontrolled = flow.isCollapsed();
  const shown = useRef({ flow, uncontrolled });
  useIsomorphicLayoutEffect(() => {
    const before = shown.current;
    shown.current = { flow, uncontrolled };
    if (before.flow !== flow && before.uncontrolled !== uncontrolled)
      requestCollapsedChange(flow.host(), uncontrolled, 'request');
  }, [flow, uncontrolled]);
  return collapsed ?? uncontrolled;
}

export function useExpand({ store, intents }: Flow): void {
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
