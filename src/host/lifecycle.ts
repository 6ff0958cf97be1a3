/** `lost`: nobody knows how it ended. `unreached`: it has settled, and its agent has gone on without that settlement. */
export type Phase = 'awaiting_user_response' | 'orphaned' | 'lost' | 'settled' | 'unreached';

/** The phases that end an instance. Each can follow the ones before it. */
const ENDINGS: readonly Phase[] = ['lost', 'settled', 'unreached'];

/** What was told of an instance. Reads of a store are numbered as they begin: `read` is the one that `phase` comes from. */
export interface Told {
  readonly phase: Phase;
  readonly read: number;
}

/**
 * Returns what is told of an instance once `heard` is heard: `before` itself if that is nothing newer. An instance is published, settles, and
 * is never pending again, however late a read that began before arrives.
 */
export function advance<T extends Told>(before: T | undefined, heard: T): T {
  if (!before) return heard;
  const [from, to] = [ENDINGS.indexOf(before.phase), ENDINGS.indexOf(heard.phase)];
  const isNewer = to === -1 && heard.read > before.read;
  return to > from || (to === from && isNewer) ? heard : before;
}

export const phaseOf = ({ reached }: { readonly reached?: boolean | undefined }): Phase =>
  reached === false ? 'unreached' : 'settled';
