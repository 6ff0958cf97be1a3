/** Details of a change that is about to happen to the collapsed state. */
export interface CollapsedDetails {
  /**
   * Cause of the change. `request`: a new request is shown in its `defaultCollapsed` state. This change cannot be
   * cancelled.
   */
  reason: 'collapse' | 'expand' | 'request';
  /** Event that caused the change, if there was one. */
  event: unknown;
  /** Prevents the change. */
  cancel(): void;
  /** Whether `cancel()` was called. */
  readonly isCanceled: boolean;
}

/** Collapses or expands the card. */
export type SetCollapsed = (collapsed: boolean, reason: CollapsedDetails['reason'], event?: unknown) => void;

/** Options of the host for the collapsed state. */
export interface CollapsedOptions {
  collapsed?: boolean | undefined;
  defaultCollapsed?: boolean | undefined;
  onCollapsedChange?: ((collapsed: boolean, details: CollapsedDetails) => void) | undefined;
}

/** Collapsed state of one request, used unless the host passes `collapsed`. */
export interface CollapsedState {
  readonly isCollapsed: () => boolean;
  readonly setCollapsed: SetCollapsed;
}

/** Calls `onCollapsedChange`. Returns `false` if the host cancelled the change. */
export function requestCollapsedChange(
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

/** Creates the collapsed state of one request. Each request starts with `defaultCollapsed`. */
export function createCollapsedState(host: () => CollapsedOptions, notify: () => void): CollapsedState {
  let uncontrolled = host().defaultCollapsed ?? false;
  return {
    isCollapsed: () => uncontrolled,
    setCollapsed(next, reason, event) {
      const options = host();
      const { collapsed } = options;
      if (
        next === (collapsed ?? uncontrolled) ||
        !requestCollapsedChange(options, next, reason, event) ||
        collapsed !== undefined
      )
        return;
      uncontrolled = next;
      notify();
    },
  };
}
