// Helpers of core for integrations and pi.
export { cleanText } from './clean.js';
export { limitNotes, readAllow } from './flow/allow.js';
export { isBlank, isRecord } from './guards.js';
export { getAppearance } from './appearance.js';
export { fromJson } from './question/scan.js';
