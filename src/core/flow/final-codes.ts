/** Codes of a host that no longer waits for the answer. */
export const FINAL_CODES: readonly string[] = ['already_resolved', 'unknown', 'orphaned'];
