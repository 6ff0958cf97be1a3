import { answerIn, bare, heard } from '../answers.js';
import type { Topic } from '../types.js';

const REMARKS: Readonly<Record<string, string>> = {
  PostgreSQL: 'PostgreSQL it is: a safe choice for orders.',
  SQLite: 'SQLite it is: one file and nothing to run.',
  MongoDB: 'MongoDB it is: your orders will be documents.',
};

/** One single-select question with a recommendation. */
export const database: Topic = {
  name: 'database',
  title: 'the database',
  questions: () => [
    {
      question: 'Which database should we use?',
      header: 'Database',
      context: 'The service stores about 2 GB of orders and is read far more often than it is written.',
      multiSelect: false,
      options: [
        { label: 'PostgreSQL (Recommended)', description: 'Battle-tested relational database' },
        { label: 'SQLite', description: 'Lightweight, one file, nothing to run' },
        { label: 'MongoDB', description: 'Document store' },
      ],
    },
  ],
  reply(round) {
    const choice = answerIn(round, 'Database');
    const label = bare(choice?.labels[0] ?? '');
    return REMARKS[label] ?? heard(choice?.custom ?? '');
  },
};
