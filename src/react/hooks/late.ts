/** Runs what a file holds once it has come, unless it is stopped before. Returns the way to stop. */
export function late<T>(
  file: Promise<T>,
  run: (file: T) => (() => void) | null | undefined,
  /** It could not be loaded. */
  fail?: () => void,
): () => void {
  let stop: (() => void) | null | undefined;
  let gone = false;
  file.then(
    (loaded) => {
      if (!gone) stop = run(loaded);
    },
    () => gone || fail?.(),
  );
  return () => {
    gone = true;
    stop?.();
  };
}
