/** Details of a change of the collapsed state. */
export interface CollapsedDetails {
  /**
   * Cause of the change. `request`: a new request is shown in its `defaultCollapsed` state, which differs from the
   * state of the previous request. When a dock arrives, the cause is `collapse` or `expand`, without an event.
   */
  reason: 'collapse' | 'expand' | 'request';
  /** Event that caused the change, if there was one. */
  event: unknown;
  /** Prevents the change. Has no effect if `reason` is `request`. */
  cancel(): void;
  /** Whether `cancel()` was called. */
  readonly isCanceled: boolean;
}

export type SetCollapsed = (collapsed: boolean, reason: CollapsedDetails['reason'], event?: unknown) => void;

export interface CollapsedOptions {
  collapsed?: boolean | undefined;
  defaultCollapsed?: boolean | undefined;
  onCollapsedChange?: ((collapsed: boolean, details: CollapsedDetails) => void) | undefined;
}

/** Asks the host for a change. Returns whether it may be made. */
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
