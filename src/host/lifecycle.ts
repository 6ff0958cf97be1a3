/**
 * `lost`: the store has lost the instance. `unreached`: it is settled, and the agent went on without the settlement.
 */
export type Phase = 'awaiting_user_response' | 'orphaned' | 'lost' | 'settled' | 'unreached';

/** The final phases of an instance. Each can follow the ones before it. */
const ENDINGS: readonly Phase[] = ['lost', 'settled', 'unreached'];

/** The published phase of an instance. Reads of the store are numbered in starting order; `phase` comes from `read`. */
export interface Told {
  readonly phase: Phase;
  readonly read: number;
}

/**
 * Returns the newer of two states of an instance, or `before` itself if the other one is not newer. A settled instance
 * never becomes pending again, even if an older read arrives late.
 */
export function advance<T extends Told>(before: T | undefined, heard: T): T {
  if (!before) return heard;
  const [from, to] = [ENDINGS.indexOf(before.phase), ENDINGS.indexOf(heard.phase)];
  const isNewer = to === -1 && heard.read > before.read;
  return to > from || (to === from && isNewer) ? heard : before;
}

export const phaseOf = ({ reached }: { readonly reached?: boolean | undefined }): Phase =>
  reached === false ? 'unreached' : 'settled';
