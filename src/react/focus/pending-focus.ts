/** Focus move that waits until the effect of an action is rendered. */
export interface PendingFocus {
  /**
   * Sets the element to focus by ID, in the root of `from`. `otherwise` is used if there is no element with `id`.
   * Without `id`, discards the move that waits.
   */
  readonly set: (from: Element, id: string | false | undefined, otherwise?: string) => void;
  /** Moves focus now, at most once per `set`. */
  readonly apply: () => void;
}

export function createPendingFocus(): PendingFocus {
  let pending: { root: ParentNode; ids: readonly (string | undefined)[] } | undefined;
  return {
    set(from, id, otherwise) {
      pending = id ? { root: from.getRootNode() as Document | ShadowRoot, ids: [id, otherwise] } : undefined;
    },
    apply() {
      const { root, ids = [] } = pending ?? {};
      pending = undefined;
      const found = ids.map((id) => (id ? root?.querySelector<HTMLElement>(`[id="${id}"]`) : null));
      found.find((element) => element)?.focus();
    },
  };
}
