import type { Shape } from './shape.js';

const list = 'questions';
const question = { question: 'question', header: 'header', options: 'options', multiSelect: 'multiSelect' } as const;

/** The most common shape: questions with headers, and options with descriptions. */
export const CHOICES = {
  list,
  question,
  option: { label: 'label', description: 'description' },
} as const satisfies Shape;

/** The same shape with previews. */
export const PREVIEWED = {
  list,
  question,
  option: { label: 'label', description: 'description', preview: 'preview' },
} as const satisfies Shape;
