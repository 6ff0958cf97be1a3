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

/** Several handlers of ours, each after the host's of the same name. */
export const chainAll = <Handlers extends object>(
  theirs: { readonly [Name in keyof Handlers]?: unknown },
  ours: Handlers,
): Handlers =>
  Object.fromEntries(
    Object.entries(ours).map(([name, handler]) => [
      name,
      chain(theirs[name as keyof Handlers] as typeof handler, handler),
    ]),
  ) as Handlers;
