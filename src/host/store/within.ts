/**
 * What the work gives, or a rejection when it takes too long.
 *
 * @param late gets what comes after that
 */
export function within<T>(
  ms: number,
  work: Promise<T>,
  message: string | (() => string),
  late: (value: T) => void = () => undefined,
): Promise<T> {
  return new Promise((resolve, reject) => {
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      reject(new Error(typeof message === 'string' ? message : message()));
    }, ms);
    work.then(
      (value) => {
        clearTimeout(timer);
        if (isLate) late(value);
        else resolve(value);
      },
      (error: unknown) => {
        clearTimeout(timer);
        reject(error);
      },
    );
  });
}

/** A timer that keeps no process alive. */
export const quiet = <T>(timer: T): T => {
  (timer as { unref?: () => void }).unref?.();
  return timer;
};
