/** A question with options, a multi-select question, and a question without options. */
export const CALL = {
  questions: [
    {
      header: 'Database',
      question: 'Which database?',
      options: [{ label: 'Postgres', description: 'A server' }, { label: 'SQLite' }],
    },
    { question: 'Which parts?', options: ['Auth, mail', 'Search', 'Jobs'], multiSelect: true },
    { question: 'Which name?' },
  ],
};
export const ONE = { questions: [{ question: 'Deploy now?', options: ['Yes', 'No'] }] };
