import type { AskUserStore } from '../../core/flow/store.js';

interface Saving {
  readonly onChange: () => void;
  /** Called when the page may be closed, and by the function that stops. */
  readonly save: () => unknown;
  /** Called after that function if a delivery was in flight, which may still be accepted: once it has ended. */
  readonly onEnd: () => void;
}

/** Follows a flow and the end of its page. Returns a function that saves and stops. */
export function saveAtEnd(store: AskUserStore, { onChange, save, onEnd }: Saving): () => void {
  const unsubscribe = store.subscribe(onChange);
  // Without a document, there is no page that could be closed.
  const events = typeof document === 'undefined' ? [] : ['pagehide', 'visibilitychange'];
  for (const event of events) window.addEventListener(event, save);
  return () => {
    save();
    unsubscribe();
    for (const event of events) window.removeEventListener(event, save);
    if (store.getState().phase !== 'submitting') return;
    const unsubscribeLate = store.subscribe(() => {
      if (store.getState().phase === 'submitting') return;
      unsubscribeLate();
      onEnd();
    });
  };
}
