export { clean, cleanText, excerpt, isEmpty } from '../../core/clean.js';
