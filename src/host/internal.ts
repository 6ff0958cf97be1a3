// Helpers of host for integrations. They are not part of the public entry.
export { storeWhileHeld } from './claims/continue-once.js';
export { acquireLease, pause } from './claims/hold-claim.js';
