/**
 * Returns a function that loads a module once for all callers and resolves in call order. Browsers may settle several
 * imports of one module in any order. After a failed load, the next call tries again.
 */
export function createSharedLoader<T>(load: () => Promise<T>): () => Promise<T> {
  let file: Promise<T> | undefined;
  return () => {
    file ??= load().catch((error: unknown) => {
      file = undefined;
      throw error;
    });
    return file;
  };
}
