export { createMemoryStore } from './store/memory/index.js';
export type {
  NewRequest,
  StoreChange,
  StoreChanges,
  Lease,
  LeaseMs,
  RequestInstance,
  RequestState,
  RequestStore,
  Settlement,
  StoreSettleOptions,
  StoredRequest,
} from './store/types.js';
export type {
  NextStep,
  Outbox,
  ParkedSettlement,
  SettledStoredRequest,
  TakenSettlement,
  TakeOptions,
} from './store/outbox.js';
export type { Presence } from './store/presence.js';
export { createMemoryClaims, type MemoryClaimsOptions } from './store/memory/claims.js';
export type { ClaimOptions, ClaimStore } from './store/claims.js';
export { continueOnce, type ContinueOnceOptions, type ContinueOptions } from './claims/continue-once.js';
