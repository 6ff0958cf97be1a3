import { createContext, type Context } from 'react';
import type { KeptRequest } from '../../core/flow/kept-answers.js';

/** Where answers are kept without a storage. */
export interface KeptMemory {
  kept: readonly KeptRequest[];
  /** Whether something was entered into an earlier request. */
  isUsed?: boolean;
}

/** Memory of a queue, whose cards replace each other. Without it, each component has its own. */
export const KeptContext: Context<KeptMemory | undefined> = createContext<KeptMemory | undefined>(undefined);
