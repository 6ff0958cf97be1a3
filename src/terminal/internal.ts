// Helpers of the terminal for pi.
export { clip, wrap } from './cells.js';
export { answerText, questionText } from './text.js';
