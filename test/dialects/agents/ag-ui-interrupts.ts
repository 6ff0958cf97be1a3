export const questions = [
  { question: 'Which database?', header: 'Database', options: [{ label: 'Postgres' }, { label: 'SQLite' }] },
  { question: 'Which features?', options: ['Auth, all', 'Mail'], multiSelect: true },
];
export const asked = { id: 'int_1', reason: 'input_required', message: 'Before I start', metadata: { questions } };
export const form = {
  id: 'int_2',
  reason: 'input_required',
  message: 'Where to?',
  responseSchema: {
    type: 'object',
    required: ['region'],
    properties: {
      region: {
        type: 'string',
        title: 'Region',
        oneOf: [
          { const: 'eu', title: 'Europe' },
          { const: 'us', title: 'US' },
        ],
      },
      replicas: { type: 'integer', minimum: 1, maximum: 5 },
      backup: { type: 'boolean' },
      tag: { type: 'string', pattern: '^v\\d+$' },
    },
  },
};
export const open = { id: 'int_3', reason: 'confirmation', message: 'What is it called?' };
export const outcome = (...interrupts: readonly object[]) => ({ type: 'interrupt', interrupts });
export const event = (...interrupts: readonly object[]) => ({
  type: 'RUN_FINISHED',
  threadId: 't',
  runId: 'r',
  outcome: outcome(...interrupts),
});
export const skipped = { selected: [], skipped: true } as const;
