/** Where the focus goes as soon as what an action changes is rendered. */
export interface PendingFocus {
  /** Without an id, the focus stays. */
  readonly set: (from: Element, id: string | false | undefined) => void;
  readonly apply: () => void;
}

export function createPendingFocus(): PendingFocus {
  let pending: { root: ParentNode; id: string } | undefined;
  return {
    set(from, id) {
      pending = id ? { root: from.getRootNode() as Document | ShadowRoot, id } : undefined;
    },
    apply() {
      const { root, id } = pending ?? {};
      pending = undefined;
      root?.querySelector<HTMLElement>(`[id="${id}"]`)?.focus();
    },
  };
}
