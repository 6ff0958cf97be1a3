// Exports for the integrations of this package. They are not part of the public entry.
export { ELICIT } from './form/elicitation.js';
export { parseCall } from './parse-call.js';
