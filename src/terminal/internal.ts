// Helpers of the terminal for pi. They are not part of the public entry.
export { clip, wrap } from './cells.js';
export { answerText, questionText } from './text.js';
