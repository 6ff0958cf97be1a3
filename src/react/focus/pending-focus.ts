type Target = string | Element | null | undefined;

/** Whether an element can have focus for the user: it is in the document, and not `<body>`, which has it if nothing has. */
export const isPlace = (element: Element | null | undefined): element is Element =>
  !!element?.isConnected && element.localName !== 'body';

/** Focus move that waits until the effect of an action is rendered. */
export interface PendingFocus {
  /**
   * Sets the element to focus by ID, in the root of `from`. `otherwise` is used if there is no element with `id`.
   * Without `id`, discards the move that waits.
   */
  readonly set: (from: Element, id: string | false | undefined, otherwise?: string) => void;
  /**
   * Sets the elements to focus if `set` names none that exists: elements, or their IDs in the root of `from`, in order
   * of preference.
   */
  readonly returnTo: (from: Element, ...targets: readonly Target[]) => void;
  /** Moves focus now, at most once per `set` and `returnTo`. */
  readonly apply: () => void;
}

export function createPendingFocus(): PendingFocus {
  let root: ParentNode;
  let moves: readonly Target[] = [];
  let returns: readonly Target[] = [];
  const find = (target: Target) => (typeof target === 'string' ? root.querySelector(`[id="${target}"]`) : target);
  const rootOf = (from: Element) => from.getRootNode() as Document | ShadowRoot;
  return {
    set(from, id, otherwise) {
      root = rootOf(from);
      moves = id ? [id, otherwise] : [];
    },
    returnTo(from, ...targets) {
      root = rootOf(from);
      returns = targets;
    },
    apply() {
      const elements = [...moves, ...returns].map(find);
      moves = returns = [];
      (elements.find(isPlace) as HTMLElement | undefined)?.focus();
    },
  };
}
