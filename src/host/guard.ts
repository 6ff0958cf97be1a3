/** Returns the message of a thrown value. Never throws. */
export function messageOf(error: unknown): string {
  try {
    return String(error instanceof Error ? error.message : error);
  } catch {
    return 'The thrown value has no message.';
  }
}

/** Calls a function of the host. Passes what it throws, or what its promise rejects with, to `onError`. */
export function guard(call: () => unknown, onError: (error: unknown) => void): void {
  try {
    Promise.resolve(call()).catch(onError);
  } catch (error) {
    onError(error);
  }
}

/** Returns a function that calls `onError` and never throws. Errors of `onError` are ignored. */
export const safely =
  <Reported>(onError: (error: Reported) => unknown) =>
  (error: Reported) =>
    guard(
      () => onError(error),
      () => undefined,
    );
