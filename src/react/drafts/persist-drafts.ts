import type { AskUserStore } from '../../core/flow/store.js';
import type { AskUserState } from '../../core/flow/types.js';
import type { HostedFlow } from '../flow/flow.js';
import { EMPTY_DRAFT } from '../../core/flow/empty-draft.js';
import {
  boundDrafts,
  draftKey,
  type DraftStorage,
  isSameDraft,
  readDrafts,
  restoreDrafts,
  writeDrafts,
} from './saved-drafts.js';
import { carryAnswers } from './carried-answers.js';
import type { KeptMemory } from './kept-memory.js';
import { createRestoredNotice, type RestoredDrafts } from './restored-drafts.js';
import { saveAtEnd } from './save-at-end.js';
import type { EarlierInput } from './use-drafts.js';

/** Maximum time in milliseconds from a change to its write. Later changes until then are written with it. */
const WRITE_MS = 250;

/**
 * Restores the stored drafts of a request, then stores changes until the request is settled. Then removes the stored
 * drafts, unless the result is `invalid`. Returns a stop function, which first writes the changes that are not stored
 * yet. If a delivery is in flight when it is called, a settlement still removes the drafts.
 */
export function persistDrafts(
  store: AskUserStore,
  requestId: string,
  storage: () => DraftStorage | undefined,
  onRestoredChange: (restored: RestoredDrafts | undefined) => unknown = () => {},
): () => void {
  const key = draftKey(requestId);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const started = store.getState();
  let { request } = started;

  const attempt = <T>(run: (to: DraftStorage) => T): T | undefined => {
    const to = storage();
    try {
      return to && run(to);
    } catch {
      // The storage may be full or forbidden. Only drafts are lost.
      return undefined;
    }
  };
  const removeDrafts = () =>
    attempt((to) => {
      to.remove(key);
      boundDrafts(to, key);
    });
  const stop = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  const write = () => {
    if (timer === undefined) return;
    stop();
    const state = store.getState();
    // Unless stored drafts were found, store nothing while the first question is shown and nothing is entered.
    const entered =
      saved || state.active > 0 || state.message || state.drafts.some((draft) => !isSameDraft(draft, EMPTY_DRAFT));
    if (!entered) return removeDrafts();
    return attempt((to) => {
      to.set(key, writeDrafts(state, saved));
      boundDrafts(to, key, true);
    });
  };
  const onStateChange = () => {
    const now = store.getState();
    const hasNewRequest = now.request !== request;
    notice.onStateChange(now, hasNewRequest);
    if (now.phase === 'settled') {
      stop();
      // An invalid request may arrive again, complete.
      if (now.result?.status !== 'invalid') removeDrafts();
      return;
    }
    timer ??= setTimeout(write, WRITE_MS);
    if (!hasNewRequest) return;
    ({ request } = now);
    restore();
  };
  let isRestored = false;
  const restore = (to?: number) => {
    if (saved && restoreDrafts(store, saved, to)) isRestored = true;
    // While the request is streaming, more drafts may be restored.
    if (!isRestored || store.getState().streaming) return;
    isRestored = false;
    notice.show();
  };

  attempt((to) => boundDrafts(to));
  const text = attempt((to) => to.get(key));
  let saved = typeof text === 'string' ? readDrafts(text) : undefined;
  const notice = createRestoredNotice(store, onRestoredChange, () => {
    saved = undefined;
  });
  const { phase, active, streaming } = started;
  if (phase === 'settled') {
    onStateChange();
    return stop;
  }
  if (text != null && !saved) removeDrafts();
  const hasEarlyInput = started.message !== '' || started.drafts.some((draft) => draft !== EMPTY_DRAFT);
  if (saved) {
    const { active: shown } = saved;
    const { questions } = request;
    // While the request is streaming, the number of questions is unknown.
    const review = streaming ? active : questions.length;
    const to = shown === null ? review : questions.findIndex(({ id }) => id === shown);
    restore(active === 0 && !hasEarlyInput ? to : undefined);
  }
  if (hasEarlyInput) onStateChange();
  const onEnd = () => {
    if (store.getState().phase === 'settled') onStateChange();
  };
  return saveAtEnd(store, { onChange: onStateChange, save: write, onEnd });
}

/** Persists the drafts of a flow if it has an ID and a storage, and offers the earlier answers of its conversation. */
export function keepDrafts(
  flow: HostedFlow,
  memory: KeptMemory,
  onChange: (change: Partial<EarlierInput>) => unknown,
  before?: AskUserState,
): () => void {
  const { store, host, id } = flow;
  const isStored = id !== undefined && host().draftStorage !== undefined;
  // Not the instance ID of a queue: after a restart, an agent can ask again with the same request ID.
  const { requestId } = store.getState().request;
  const onRestored = (restored?: RestoredDrafts) => onChange({ restored });
  const stopDrafts = isStored && persistDrafts(store, requestId, () => host().draftStorage, onRestored);
  const stopCarrying = carryAnswers(flow, memory, (carried) => onChange({ carried }), before);
  return () => {
    if (stopDrafts) stopDrafts();
    stopCarrying();
  };
}
