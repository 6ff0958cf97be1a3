import { useEffect, useState } from 'react';
import { EMPTY_DRAFT } from '../../core/flow/state.js';
import type { RestoredDrafts } from '../restored-drafts.js';
import type { OwnFlow } from './flow.js';

/** Keeps what is entered over a reload, where the host gives a storage and the request's own id. Returns what came back. */
export function useDrafts({ store, id, host, restore }: OwnFlow, kept: boolean): RestoredDrafts | undefined {
  const [restored, setRestored] = useState<RestoredDrafts>();
  useEffect(() => {
    if (!kept || id === undefined) return undefined;
    let stop: (() => void) | undefined;
    let gone = false;
    const keep = async () => {
      // Most hosts keep no drafts, and need not load how.
      const { keepDrafts } = await import('../keep-drafts.js');
      // The request's own id: a queue's `id` is that of one instance, and an agent that asks again after a restart means the same question.
      const { requestId } = store.getState().request;
      const restoring = { ...store, dispatch: restore };
      stop = keepDrafts(restoring, requestId, () => host().draftStorage, EMPTY_DRAFT, setRestored);
      // Even so it has kept what was entered meanwhile.
      if (gone) stop();
    };
    // A file that can't be loaded costs the draft, and nothing else.
    keep().catch(() => {});
    return () => {
      gone = true;
      stop?.();
      setRestored(undefined);
    };
  }, [store, id, kept, host, restore]);
  return restored;
}
