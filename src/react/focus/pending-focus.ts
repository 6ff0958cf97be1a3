/** Focus move that waits until the effect of an action is rendered. */
export interface PendingFocus {
  /**
   * Sets the element to focus by ID, in the root of `from`. `otherwise` is used if there is no element with `id`.
   * Without `id`, discards the move that waits.
   */
  readonly set: (from: Element, id: string | false | undefined, otherwise?: string) => void;
  /** Sets the element to focus if `set` names none that exists. */
  readonly returnTo: (element: Element | null) => void;
  /** Moves focus now, at most once per `set` and `returnTo`. */
  readonly apply: () => void;
}

export function createPendingFocus(): PendingFocus {
  let pending: { root: ParentNode; ids: readonly (string | undefined)[] } | undefined;
  let origin: Element | null = null;
  return {
    set(from, id, otherwise) {
      pending = id ? { root: from.getRootNode() as Document | ShadowRoot, ids: [id, otherwise] } : undefined;
    },
    returnTo(element) {
      origin = element;
    },
    apply() {
      const { root, ids = [] } = pending ?? {};
      const found = ids.map((id) => (id ? root?.querySelector(`[id="${id}"]`) : null));
      const target = found.find((element) => element) ?? origin;
      pending = undefined;
      origin = null;
      (target as HTMLElement | null)?.focus();
    },
  };
}
