export { createMemoryStore } from './store/memory/index.js';
export { sealStore, type SealOptions } from './store/seal.js';
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
export { takeTurn, type Turn, type TurnOptions } from './runs/take-turn.js';
