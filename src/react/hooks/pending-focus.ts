/** Where the focus goes as soon as what an action changes is rendered. */
export interface PendingFocus {
  /** To the element with this id, or with the other one where the first is missing. Without an id, the focus stays. */
  readonly set: (from: Element, id: string | false | undefined, otherwise?: string) => void;
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
