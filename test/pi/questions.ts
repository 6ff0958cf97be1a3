/** The questions of the tool's specification. */
export const DATABASE = {
  question: 'Which database should we use?',
  header: 'Database',
  options: [
    { label: 'PostgreSQL (Recommended)', description: 'Battle-tested relational DB' },
    { label: 'SQLite', description: 'Lightweight, file-based' },
    { label: 'MongoDB', description: 'Document store' },
  ],
};
export const SERVICE = { question: 'What should we name this service?', header: 'Service Name' };
export const FEATURES = {
  question: 'Which features should we include?',
  header: 'Features',
  multiSelect: true,
  options: [{ label: 'Authentication', description: 'OAuth2 + JWT' }, { label: 'REST API' }, { label: 'Admin' }],
};

/** A call of `ask_user`. */
export const call = (id: string, ...questions: readonly object[]) => ({
  id,
  input: { questions, metadata: { source: 'project-setup' } },
});
