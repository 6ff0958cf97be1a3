import { createTestClock } from '../host/helpers.js';
import { describeStore } from '../host/store/contract.js';
import { createKvStore, type Kv } from './kv-store.js';

/** An in-memory bucket of an engine: every write has a revision and notifies the listeners. */
function createBucket(): Kv & { lose(key: string): void } {
  const entries = new Map<string, { text: string; revision: number }>();
  const listeners = new Set<(key?: string) => void>();
  let revision = 0;
  return {
    get: async (key) => entries.get(key),
    async write(key, text, expected) {
      if ((entries.get(key)?.revision ?? 0) !== expected) return false;
      entries.set(key, { text, revision: ++revision });
      for (const listener of listeners) listener(key);
      return true;
    },
    delete: async (key, expected) => entries.get(key)?.revision === expected && entries.delete(key),
    lose: (key) => void entries.delete(key),
    keys: async () => [...entries.keys()],
    watch(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

describeStore('a store with keys and revisions', make);

function make() {
  const bucket = createBucket();
  const clock = createTestClock();
  return {
    store: createKvStore(bucket, clock.now),
    other: createKvStore(bucket, clock.now),
    forget: (requestId: string) => bucket.lose(`request:${requestId}`),
    advance: clock.advance,
  };
}
