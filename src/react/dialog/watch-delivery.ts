import type { AskUserContextValue } from './context.js';

/** Time in milliseconds after which a delivery in flight is announced. */
const SENDING_MS = 400;

/**
 * Announces each delivery that takes longer, and logs what the host's callback threw, because the card does not show
 * the text of an error. Returns a function that stops this.
 */
export function watchDelivery({ store, engine, messages }: AskUserContextValue): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let before = store.getState().error;
  const check = () => {
    clearTimeout(timer);
    const { phase, error } = store.getState();
    timer = phase === 'submitting' ? setTimeout(() => engine.announce(messages.sending), SENDING_MS) : undefined;
    // A `DeliveryFailure` with a reason or a code is no surprise to the host.
    if (error?.cause && error !== before && !error.message && !error.code) console.error(error.cause);
    before = error;
  };
  check();
  const unsubscribe = store.subscribe(check, null);
  return () => {
    unsubscribe();
    clearTimeout(timer);
  };
}
