import type { AskUserStore } from '../../core/flow/store.js';

/**
 * Logs what the host's callback threw, because the card does not show the text of an error. Returns a function that
 * stops this.
 */
export function logFailures({ getState, subscribe }: AskUserStore): () => void {
  let { error: before } = getState();
  return subscribe(() => {
    const { error } = getState();
    if (error === before) return;
    before = error;
    // A `DeliveryFailure` with a reason or a code is no surprise to the host.
    if (error?.cause === undefined || error.message || error.code) return;
    const callback = error.result.status === 'answered' ? 'onSubmit' : 'onCancel';
    console.error(
      new Error(`\`${callback}\` threw an error or rejected, so the user can change the input or try again.`, {
        cause: error.cause,
      }),
    );
  }, null);
}
