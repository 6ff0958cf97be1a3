/** Whether a callback of the host returned a `DeliveryFailure`. */
export const isFailure = (outcome: unknown): boolean =>
  typeof outcome === 'object' && outcome !== null && 'ok' in outcome && outcome.ok === false;
