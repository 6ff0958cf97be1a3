export const composeEventHandlers =
  <E extends { readonly defaultPrevented: boolean }>(
    theirs: ((event: E) => void) | undefined,
    ours: (event: E) => void,
  ) =>
  (event: E): void => {
    theirs?.(event);
    if (!event.defaultPrevented) ours(event);
  };

/** Composes all functions of `ours`. Its other values are left out. */
export const composeAllEventHandlers = <Handlers extends object>(
  theirs: { readonly [Name in keyof Handlers]?: unknown },
  ours: Handlers,
): Handlers =>
  Object.fromEntries(
    Object.entries(ours).flatMap(([name, handler]) =>
      typeof handler === 'function'
        ? [[name, composeEventHandlers(theirs[name as keyof Handlers] as typeof handler, handler)]]
        : [],
    ),
  ) as Handlers;
