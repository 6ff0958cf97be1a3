import { useEffect, useRef, useState } from 'react';
import { touchedCount } from '../../core/flow/selectors.js';
import type { AskUserState } from '../../core/flow/types.js';
import type { HostedFlow } from '../flow/flow.js';
import { laterFlow } from '../lazy/later-flow.js';
import type { CarriedAnswers } from './carried-answers.js';
import type { KeptMemory } from './kept-memory.js';
import type { RestoredDrafts } from './restored-drafts.js';

/** What an earlier request or an earlier rendering of this one has left for the user. */
export interface EarlierInput {
  readonly restored: RestoredDrafts | undefined;
  readonly carried: CarriedAnswers | undefined;
}

const NOTHING: EarlierInput = { restored: undefined, carried: undefined };

export function useDrafts(flow: HostedFlow, hasStorage: boolean): EarlierInput {
  const [earlier, setEarlier] = useState(NOTHING);
  const [memory] = useState<KeptMemory>(() => ({ kept: [] }));
  const running = useRef<HostedFlow>(null);
  useEffect(() => {
    let stop: (() => void) | undefined;
    let stopped = false;
    const start = (before?: AskUserState) =>
      // In the order of the calls, so that a card has written its drafts before the card that replaces it reads them.
      void laterFlow.load().then((later) => {
        // StrictMode has started again with the same request.
        if (!later || (stopped && running.current === flow)) return;
        // After `stop`, the notices belong to another request.
        stop = later.keepDrafts(
          flow,
          memory,
          (now) => stopped || setEarlier((shown) => ({ ...shown, ...now })),
          before,
        );
        // If the card was unmounted during the load, this still stores what was entered.
        if (stopped) stop();
      });
    running.current = flow;
    let isStarted = (hasStorage && flow.id !== undefined) || memory.isUsed;
    if (isStarted) start();
    // Without a storage, the code is loaded with the first input. So it is there when the next request arrives, and the
    // offer does not move what the user is about to press.
    let last = flow.store.getState();
    const unsubscribe = isStarted
      ? undefined
      : flow.store.subscribe(() => {
          const before = last;
          last = flow.store.getState();
          if (isStarted) return;
          // The host may have removed a question into which the user has typed.
          isStarted = before.request !== last.request && touchedCount(before) > 0;
          if (isStarted) {
            memory.isUsed = true;
            start(before);
          } else void laterFlow.load();
        });
    return () => {
      stopped = true;
      running.current = null;
      unsubscribe?.();
      const state = flow.store.getState();
      if (!isStarted && (touchedCount(state) > 0 || state.message)) {
        memory.isUsed = true;
        start();
      }
      stop?.();
      setEarlier(NOTHING);
    };
  }, [flow, hasStorage, memory]);
  return earlier;
}
