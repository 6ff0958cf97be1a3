import type { QuestionInput } from '../../../src/react/index.js';

export const DATABASE: QuestionInput = {
  question: 'Which database should we use?',
  header: 'Database',
  options: [
    { label: 'PostgreSQL', description: 'Battle-tested' },
    { label: 'SQLite', description: 'One file' },
    { label: 'MongoDB' },
  ],
};

export const FEATURES: QuestionInput = {
  question: 'Which features should we include?',
  header: 'Features',
  multiSelect: true,
  options: ['Accounts', 'REST API', 'Admin pages'],
};

export const NAME: QuestionInput = { question: 'What is the name of the service?', header: 'Name' };

export const THREE: readonly QuestionInput[] = [DATABASE, FEATURES, NAME];

/** A single-select with so many options, labelled by their number. */
export const choices = (count: number, label = 'Choice'): QuestionInput => ({
  question: 'Which one?',
  options: Array.from({ length: count }, (_, index) => `${label} ${index + 1}`),
});
