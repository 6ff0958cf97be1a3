export { createMemoryStore } from './store/memory/index.js';
export type { NewRequest, StoreChange, LeaseMs, RequestStore, Settlement, StoredRequest } from './store/types.js';
export { createMemoryClaims } from './store/memory/claims.js';
export type { ClaimStore } from './store/claims.js';
export { continueOnce } from './claims/continue-once.js';
