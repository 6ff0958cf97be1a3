export const DATABASE = {
  question: 'Which database?',
  header: 'Database',
  multiSelect: false,
  options: [
    { label: 'Postgres', description: 'server', preview: '<pre>pg</pre>' },
    { label: 'SQLite', description: 'file' },
  ],
};
export const FEATURES = {
  question: 'Which features?',
  header: 'Features',
  multiSelect: true,
  options: [
    { label: 'Auth', description: 'logins' },
    { label: 'Mail, SMS', description: 'messages' },
    { label: 'Search', description: 'full text' },
  ],
};
export const INPUT = { questions: [DATABASE, FEATURES], metadata: { source: 'plan' } };
export const SKIPPED = { selected: [], skipped: true } as const;
