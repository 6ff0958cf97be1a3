export { createMemoryStore } from './store/memory/index.js';
export type {
  Found,
  LeaseMs,
  NewRecord,
  NewRequest,
  RecordKey,
  RequestStore,
  Settlement,
  StoreChange,
  StoreChanges,
  StoredRecord,
  StoredRequest,
  Written,
} from './store/types.js';
export { createMemoryClaims } from './store/memory/claims.js';
export type { ClaimStore } from './store/claims.js';
export { continueOnce } from './claims/continue-once.js';
