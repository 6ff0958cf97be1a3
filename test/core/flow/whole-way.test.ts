import { describe, expect, it, vi } from 'vitest';

vi.mock('react', () => {
  throw new Error('core imports React');
});

const SEED = {
  questions: [
    {
      question: 'Which database should we use?',
      header: 'Database Selection',
      options: [
        { label: 'PostgreSQL (Recommended)', description: 'Battle-tested relational DB' },
        { label: 'SQLite', description: 'Lightweight, file-based' },
        { label: 'MongoDB', description: 'Document store' },
      ],
    },
    { question: 'What should we name this service?', header: 'Service Setup' },
  ],
  metadata: { source: 'project-setup' },
};

describe('core without React', () => {
  it('leads from a model’s input to the output and the record [R-RESULT] [R-RECORD]', async () => {
    const { createAskUserStore, parseRequest, summarize, toOutput, toRecord } =
      await import('../../../src/core/index.js');
    const parsed = parseRequest(SEED, { requestId: 'r1', asker: 'Setup assistant' });
    if (!parsed.ok) throw new Error('not parsed');
    const request = parsed.value;
    const store = createAskUserStore(request);
    const [database, name] = request.questions.map(({ id }) => id);
    store.dispatch({ type: 'selectOption', questionId: database ?? '', option: 0 });
    store.dispatch({ type: 'submit' });
    expect(store.getState()).toMatchObject({ phase: 'answering', missing: [1], active: 1 });
    store.dispatch({ type: 'setCustom', questionId: name ?? '', text: 'order-processor' });
    store.dispatch({ type: 'submit' });

    const { phase, result } = store.getState();
    expect(phase).toBe('settled');
    if (!result) throw new Error('no result');
    expect(toOutput(result)).toEqual({
      answered: true,
      answers: [
        {
          question: 'Which database should we use?',
          answer: 'PostgreSQL (Recommended)',
          selectedOption: 'PostgreSQL (Recommended)',
          wasCustom: false,
        },
        { question: 'What should we name this service?', answer: 'order-processor', wasCustom: true },
      ],
    });

    const record = toRecord(result, request, { mode: 'interactive', answeredAt: 1_707_091_200_000 });
    expect(record).toMatchObject({ version: 1, asker: 'Setup assistant', metadata: { source: 'project-setup' } });
    expect(summarize(JSON.parse(JSON.stringify(record)))).toBe(
      'User was asked "Which database should we use?" and chose "PostgreSQL (Recommended)".\n' +
        'User was asked "What should we name this service?" and answered "order-processor".',
    );
  });

  it('would fail this file if it imported React', async () => {
    await expect(import('react')).rejects.toThrow('mocking a module');
  });
});
