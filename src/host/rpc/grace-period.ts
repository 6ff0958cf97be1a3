/** How long a peer that does not read can delay a close, in milliseconds. */
const PATIENCE_MS = 1_000;

/** Settles with `promise`, or resolves after `PATIENCE_MS`. */
export async function withinReason(promise: Promise<unknown>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, PATIENCE_MS)));
  try {
    await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
