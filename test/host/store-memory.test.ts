import { createMemoryStore } from '../../src/host/index.js';
import { createTestBackend } from './helpers.js';
import { describeStore } from './store-contract.js';

describeStore('in memory', () => ({ store: createMemoryStore() }), { leases: false });

describeStore('the tests’ own, of several nodes', () => {
  const backend = createTestBackend();
  return { store: backend.connect(), other: backend.connect(), advance: backend.clock.advance };
});
