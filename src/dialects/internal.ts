// Helpers of the dialects for integrations. They are not part of the public entry.
export { ELICIT } from './form/elicitation.js';
