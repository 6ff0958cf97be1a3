/** Returns a signal that is aborted with the first of the signals. */
export const anyOf = (...signals: readonly (AbortSignal | undefined)[]): AbortSignal =>
  AbortSignal.any(signals.filter((one) => one !== undefined));
