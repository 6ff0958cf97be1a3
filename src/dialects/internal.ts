// Exports for integrations that are not part of the public entry.
export { ELICIT } from './form/elicitation.js';
