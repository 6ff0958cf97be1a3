export { markdownPreview, markdownText } from './render.js';
