import type { KeptRequest } from '../../core/flow/kept-answers.js';

/** Where a dialog or hook keeps answers without a storage. */
export interface KeptMemory {
  kept: readonly KeptRequest[];
  /** Whether something was entered into an earlier request. */
  isUsed?: boolean;
}
