/** Runs a function with a module once it is loaded. Returns a function that prevents the run, or ends it. */
export function whenLoaded<T>(
  file: Promise<T>,
  run: (file: T) => (() => void) | null | undefined,
  /** Called if the module could not be loaded. */
  fail?: () => void,
): () => void {
  let stop: (() => void) | null | undefined;
  let isCancelled = false;
  file.then(
    (loaded) => {
      if (!isCancelled) stop = run(loaded);
    },
    () => isCancelled || fail?.(),
  );
  return () => {
    isCancelled = true;
    stop?.();
  };
}
