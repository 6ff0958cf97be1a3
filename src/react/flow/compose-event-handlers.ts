/** Returns a handler that calls the host's handler first, then the package's unless `preventDefault()` was called. */
export const composeEventHandlers =
  <E extends { readonly defaultPrevented: boolean }>(
    theirs: ((event: E) => void) | undefined,
    ours: (event: E) => void,
  ) =>
  (event: E): void => {
    theirs?.(event);
    if (!event.defaultPrevented) ours(event);
  };

/** Combines several handlers of the package with the host's handlers of the same names. */
export const composeAllEventHandlers = <Handlers extends object>(
  theirs: { readonly [Name in keyof Handlers]?: unknown },
  ours: Handlers,
): Handlers =>
  Object.fromEntries(
    Object.entries(ours).map(([name, handler]) => [
      name,
      composeEventHandlers(theirs[name as keyof Handlers] as typeof handler, handler),
    ]),
  ) as Handlers;
