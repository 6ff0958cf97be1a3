/**
 * `lost`: the store has lost the instance. `unreached`: it is settled, and the agent went on without the settlement.
 */
export type InstancePhase = 'awaiting_user_response' | 'orphaned' | 'lost' | 'settled' | 'unreached';

/** The final phases of an instance. Each can follow the ones before it. */
const ENDINGS: readonly InstancePhase[] = ['lost', 'settled', 'unreached'];

/** The published phase of an instance. Reads of the store are numbered in starting order; `phase` comes from `read`. */
export interface PublishedPhase {
  readonly phase: InstancePhase;
  readonly read: number;
}

/**
 * Returns the newer of two states of an instance, or `before` itself if the other one is not newer. A settled instance
 * never becomes pending again, even if an older read arrives late.
 */
export function advance<T extends PublishedPhase>(before: T | undefined, observed: T): T {
  if (!before) return observed;
  const [from, to] = [ENDINGS.indexOf(before.phase), ENDINGS.indexOf(observed.phase)];
  const isNewer = to === -1 && observed.read > before.read;
  return to > from || (to === from && isNewer) ? observed : before;
}

export const phaseOf = ({ reached }: { readonly reached?: boolean | undefined }): InstancePhase =>
  reached === false ? 'unreached' : 'settled';
