/** What comes with a change that is about to happen. */
export interface CollapsedDetails {
  /** What asks for it. `request`: another one has come, shown as `defaultCollapsed` says; that can't be cancelled. */
  reason: 'collapse' | 'expand' | 'request';
  /** The event behind it, where there was one. */
  event: unknown;
  /** Keeps it as it is. */
  cancel(): void;
  readonly isCanceled: boolean;
}

export type SetCollapsed = (collapsed: boolean, reason: CollapsedDetails['reason'], event?: unknown) => void;

export interface CollapsedOptions {
  collapsed?: boolean | undefined;
  defaultCollapsed?: boolean | undefined;
  onCollapsedChange?: ((collapsed: boolean, details: CollapsedDetails) => void) | undefined;
}

/** Whether the card of one request is collapsed, as long as the host does not decide that by `collapsed`. */
export interface CollapsedState {
  readonly isCollapsed: () => boolean;
  readonly setCollapsed: SetCollapsed;
}

/** Asks the host, which may cancel the change. */
export function permits(
  { onCollapsedChange }: CollapsedOptions,
  ...[collapsed, reason, event]: Parameters<SetCollapsed>
): boolean {
  let isCanceled = false;
  onCollapsedChange?.(collapsed, {
    reason,
    event,
    cancel: () => {
      isCanceled = true;
    },
    get isCanceled() {
      return isCanceled;
    },
  });
  return !isCanceled;
}

/** Each request has its own: one is not collapsed because the request before it was. */
export function createCollapsedState(host: () => CollapsedOptions, notify: () => void): CollapsedState {
  let uncontrolled = host().defaultCollapsed ?? false;
  return {
    isCollapsed: () => uncontrolled,
    setCollapsed(next, reason, event) {
      const options = host();
      const { collapsed } = options;
      if (next === (collapsed ?? uncontrolled) || !permits(options, next, reason, event) || collapsed !== undefined)
        return;
      uncontrolled = next;
      notify();
    },
  };
}
