/** Maximum time that each step of a close waits for the peer, in milliseconds. */
const MAX_WAIT_MS = 1_000;

/** Settles with `promise`, or resolves after `MAX_WAIT_MS`. */
export async function waitBriefly(promise: Promise<unknown>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, MAX_WAIT_MS)));
  try {
    await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
