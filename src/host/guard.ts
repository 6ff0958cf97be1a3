/** Returns the message of a thrown value. Never throws. */
export function messageOf(error: unknown): string {
  try {
    return String(error instanceof Error ? error.message : error);
  } catch {
    return 'The thrown value has no message.';
  }
}

export function guard(call: () => unknown, onError: (error: unknown) => void): void {
  try {
    Promise.resolve(call()).catch(onError);
  } catch (error) {
    onError(error);
  }
}

/** Ignores what `onError` throws or rejects with. */
export const safely =
  <Reported>(onError: (error: Reported) => unknown) =>
  (error: Reported) =>
    guard(
      () => onError(error),
      () => undefined,
    );
