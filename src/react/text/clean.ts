export { clean, cleanText, excerpt, isEmpty, type Cleaned } from '../../core/clean.js';
