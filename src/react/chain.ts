/** The host's handler first; ours unless it called `preventDefault()`. */
export const chain =
  <E extends { readonly defaultPrevented: boolean }>(
    theirs: ((event: E) => void) | undefined,
    ours: (event: E) => void,
  ) =>
  (event: E): void => {
    theirs?.(event);
    if (!event.defaultPrevented) ours(event);
  };
