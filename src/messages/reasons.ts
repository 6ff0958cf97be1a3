import { FINAL_CODES } from '../core/flow/final-codes.js';

/** Returns a function that words the codes of a host that no longer waits. Other reasons are returned unchanged. */
export const reasons =
  (elsewhere: string, nobody: string) =>
  (reason: string): string =>
    reason === 'already_resolved' ? elsewhere : FINAL_CODES.includes(reason) ? nobody : reason;
