import type { AskUserContextValue } from '../dialog/context.js';

/** Time in milliseconds after which a delivery in flight is announced. */
const SENDING_MS = 400;

/** Announces each delivery that takes longer. Returns a function that stops it. */
export function announceSending({ store, engine, messages }: AskUserContextValue): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const check = () => {
    clearTimeout(timer);
    const isSending = store.getState().phase === 'submitting';
    timer = isSending ? setTimeout(() => engine.announce(messages.sending), SENDING_MS) : undefined;
  };
  check();
  const unsubscribe = store.subscribe(check, null);
  return () => {
    unsubscribe();
    clearTimeout(timer);
  };
}
