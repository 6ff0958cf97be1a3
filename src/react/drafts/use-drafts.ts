import { useEffect, useRef, useState } from 'react';
import type { RestoredDrafts } from './restored-drafts.js';
import type { HostedFlow } from '../flow/flow.js';
import { laterFlow } from '../lazy/later-flow.js';

export function useDrafts(flow: HostedFlow, enabled: boolean): RestoredDrafts | undefined {
  const [restored, setRestored] = useState<RestoredDrafts>();
  const running = useRef<HostedFlow>(null);
  useEffect(() => {
    if (!enabled || flow.id === undefined) return undefined;
    let stop: (() => void) | undefined;
    let stopped = false;
    running.current = flow;
    // In the order of the calls, so that a card has written its drafts before the card that replaces it reads them.
    void laterFlow.load().then((later) => {
      // StrictMode has started again with the same request.
      if (!later || (stopped && running.current === flow)) return;
      // After `stop`, the notice belongs to another request.
      stop = later.keepDrafts(flow, (notice) => stopped || setRestored(notice));
      // If the card was unmounted during the load, this still stores what was entered.
      if (stopped) stop();
    });
    return () => {
      stopped = true;
      running.current = null;
      stop?.();
      setRestored(undefined);
    };
  }, [flow, enabled]);
  return restored;
}
