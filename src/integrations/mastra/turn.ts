import { acquireLease, storeWhileHeld } from '../../host/internal.js';
import type { ContinueRunOptions } from '../shared/continue.js';
import type { SuspendedCall } from './types.js';

/** This process's turn to continue a run. */
export interface Turn {
  /** Whether a process has continued the run from this call to its next stop. */
  isContinued(toolCallId: string): Promise<boolean>;
  markContinued(): Promise<void>;
  release(): Promise<void>;
}

const ALONE: Turn = {
  isContinued: async () => false,
  markContinued: async () => {},
  release: async () => {},
};

/** With `claims`, waits until no other process continues the run, and takes its lease. */
export async function takeTurn(
  { runId, toolCallId }: SuspendedCall,
  { claims, leaseMs, signal }: ContinueRunOptions & { readonly signal?: AbortSignal | undefined },
): Promise<Turn> {
  if (!claims) return ALONE;
  const lease = await acquireLease({ claims, leaseMs, signal, key: `lease mastra ${runId}` });
  const keyOf = (call: string) => `continued mastra ${runId} ${call}`;
  return {
    isContinued: async (call) => (await claims.get(keyOf(call))) !== undefined,
    markContinued: async () => void (await storeWhileHeld(lease, () => claims.claim(keyOf(toolCallId), ''))),
    release: lease.release,
  };
}
