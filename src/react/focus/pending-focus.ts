type Target = string | Element | null | undefined;

/** Focus move that waits until the effect of an action is rendered. */
export interface PendingFocus {
  /**
   * Sets the element to focus by ID, in the root of `from`. `otherwise` is used if there is no element with `id`.
   * Without `id`, discards the move that waits.
   */
  readonly set: (from: Element, id?: string | false, otherwise?: string) => void;
  /** Adds an element, and the ID of another one, to focus if the others do not exist. */
  readonly returnTo: (from: Element, element: Element | null, otherwise: string) => void;
  /** Moves focus now, at most once per `set` and `returnTo`. */
  readonly apply: () => void;
}

export function createPendingFocus(): PendingFocus {
  let root: ParentNode;
  let targets: Target[] = [];
  const add = (from: Element, ...more: readonly Target[]) => {
    root = from.getRootNode() as Document | ShadowRoot;
    targets.push(...more);
  };
  return {
    set(from, id, otherwise) {
      targets = [];
      if (id) add(from, id, otherwise);
    },
    returnTo: add,
    apply() {
      const found = targets
        .map((target) => (typeof target === 'string' ? root.querySelector(`[id="${target}"]`) : target))
        .find((element) => element?.isConnected);
      targets = [];
      (found as HTMLElement | undefined)?.focus();
    },
  };
}
