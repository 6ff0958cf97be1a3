// Helpers of the terminal and its English messages for pi.
export { clip, wrap } from './cells.js';
export { questionText } from '../messages/labels.js';
export { answerText } from './text.js';
export { messagesOf } from './words.js';
