import { useEffect, useRef, useState } from 'react';
import { EMPTY_DRAFT } from '../../core/flow/state.js';
import type { AskUserStore } from '../../core/flow/store.js';
import type { RestoredDrafts } from './restored-drafts.js';
import type { HostedFlow } from '../flow/flow.js';
import { createSharedLoader } from '../lazy/load.js';

// In call order, so that a card has written its drafts before the card that replaces it reads them.
const loadFile = /* @__PURE__ */ createSharedLoader(() => import('./persist-drafts.js'));

export function useDrafts({ store, id, host, restore }: HostedFlow, enabled: boolean): RestoredDrafts | undefined {
  const [restored, setRestored] = useState<RestoredDrafts>();
  const latest = useRef<{ readonly store: AskUserStore } | undefined>(undefined);
  useEffect(() => {
    if (!enabled || id === undefined) return undefined;
    let stop: (() => void) | undefined;
    let stopped = false;
    const mine = { store };
    latest.current = mine;
    const start = async () => {
      const { persistDrafts } = await loadFile();
      // StrictMode has started again with the same request.
      if (latest.current !== mine && latest.current?.store === store) return;
      // Use the request's ID, not a queue's instance ID: after a restart, an agent can ask again with the same request
      // ID.
      const { requestId } = store.getState().request;
      const restoring = { ...store, dispatch: restore };
      // After `stop`, the notice belongs to another request.
      const show = (notice: RestoredDrafts | undefined) => void (stopped || setRestored(notice));
      stop = persistDrafts(restoring, requestId, () => host().draftStorage, EMPTY_DRAFT, show);
      // If the card was unmounted during the load, this still stores what was entered.
      if (stopped) stop();
    };
    // If the file cannot be loaded, only the drafts are lost.
    start().catch(() => {});
    return () => {
      stopped = true;
      stop?.();
      setRestored(undefined);
    };
  }, [store, id, enabled, host, restore]);
  return restored;
}
