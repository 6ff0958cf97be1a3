/** How long a peer that reads nothing can hold up a close. */
const PATIENCE_MS = 1_000;

/** Resolves when `promise` does, or after a second. */
export async function withinReason(promise: Promise<unknown>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, PATIENCE_MS)));
  try {
    await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
