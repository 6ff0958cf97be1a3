/**
 * Loads a file once for all that wait for it, which are served in order: a browser gives several imports of one file back in any
 * order. A file that could not be loaded is asked for again.
 */
export function shareFile<T>(load: () => Promise<T>): () => Promise<T> {
  let file: Promise<T> | undefined;
  return () => {
    file ??= load().catch((error: unknown) => {
      file = undefined;
      throw error;
    });
    return file;
  };
}
