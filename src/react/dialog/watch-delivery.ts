import type { AskUserContextValue } from './context.js';

/** Time in milliseconds after which a delivery in flight is announced. */
const SENDING_MS = 400;

/**
 * Announces each delivery that takes longer, and logs a mistake in the code of the host's callback, because the card
 * does not show its text. Returns a function that stops this.
 */
export function watchDelivery({ store, engine, messages }: AskUserContextValue): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let before = store.getState().error?.cause;
  const check = () => {
    clearTimeout(timer);
    const { phase, error } = store.getState();
    if (phase === 'submitting') timer = setTimeout(() => engine.announce(messages.sending), SENDING_MS);
    const cause = error?.cause;
    if (cause !== before && cause instanceof TypeError) console.error(cause);
    before = cause;
  };
  check();
  const unsubscribe = store.subscribe(check, null);
  return () => {
    unsubscribe();
    clearTimeout(timer);
  };
}
