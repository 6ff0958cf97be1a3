/** Settles with `work`, or rejects after `ms` milliseconds. `late` receives a value that arrives after that. */
export function withTimeout<T>(
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

/** Unreferences a timer, so that it does not keep the process alive. */
export const quiet = <T>(timer: T): T => {
  (timer as { unref?: () => void }).unref?.();
  return timer;
};
