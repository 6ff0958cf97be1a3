import { useEffect, useRef } from 'react';
import type { AskUserState } from '../../core/flow/types.js';
import { isConfirming } from '../keys/route.js';
import { requestCollapsedChange } from './collapsed.js';
import type { Flow, HostedFlow } from './flow.js';
import { useIsomorphicLayoutEffect } from './use-isomorphic-layout-effect.js';

export function useCollapsed(flow: HostedFlow, collapsed: boolean | undefined): boolean {
  const uncontrolled = flow.isCollapsed();
  const shown = useRef({ flow, uncontrolled });
  useIsomorphicLayoutEffect(() => {
    const before = shown.current;
    shown.current = { flow, uncontrolled };
    // The card of a dock may have decided otherwise meanwhile.
    if (before.flow !== flow && before.uncontrolled !== uncontrolled && flow.isCollapsed() === uncontrolled)
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
