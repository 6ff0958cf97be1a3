import type { PendingRequest } from './broker/types.js';

/**
 * Phase of an instance. `awaited`: an agent waits for it that did not before. `lost`: a newer instance has replaced it,
 * and its result is unknown. `unreached`: it is settled, and the agent went on without the settlement.
 */
export type InstancePhase = 'awaiting_user_response' | 'awaited' | 'orphaned' | 'lost' | 'settled' | 'unreached';

/** The final phases of an instance. Each can follow the ones before it. */
const ENDINGS: readonly InstancePhase[] = ['lost', 'settled', 'unreached'];

/** A phase of an instance. Among pending phases, a higher `read` is newer. */
export interface PublishedPhase {
  readonly phase: InstancePhase;
  readonly read: number;
}

/** Returns `observed` if it is the first or newer, else `before` itself. A final phase never becomes pending again. */
export function advance<T extends PublishedPhase>(before: T | undefined, observed: T): T {
  if (!before) return observed;
  const [from, to] = [ENDINGS.indexOf(before.phase), ENDINGS.indexOf(observed.phase)];
  const isNewer = to === -1 && observed.read > before.read;
  return to > from || (to === from && isNewer) ? observed : before;
}

export const pendingPhaseOf = ({ state, awaited }: Pick<PendingRequest, 'state' | 'awaited'>): InstancePhase =>
  awaited ? 'awaited' : state;

export const phaseOf = ({ reached }: { readonly reached?: boolean | undefined }): InstancePhase =>
  reached === false ? 'unreached' : 'settled';
