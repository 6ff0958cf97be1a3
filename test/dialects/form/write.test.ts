import { describe, expect, it } from 'vitest';
import type { Question } from '../../../src/core/question/types.js';
import { readForm, writeForm } from '../../../src/dialects/form/index.js';
import { issuesOf, valueOf } from '../helpers.js';

describe('writeForm', () => {
  const question = (id: string, more: Partial<Question>): Question => ({
    id,
    question: `${id}?`,
    options: [],
    multiSelect: false,
    ...more,
  });
  const schemaOf = (...questions: readonly Question[]) => valueOf(writeForm(questions)).schema;

  it('writes each kind of question', () => {
    const options = [{ label: 'a' }, { label: 'a' }, { label: 'b, c', description: 'd' }];
    const closed = { allowCustom: false } as const;
    expect(
      schemaOf(
        question('text', { header: 'T', constraints: { maxLength: 5, required: false } }),
        question('count', { constraints: { input: 'integer', minimum: 1 } }),
        question('mail', { constraints: { input: 'email' } }),
        question('one', { options, constraints: closed }),
        question('plain', { options: [{ label: 'x', value: 'x' }], constraints: closed }),
        question('many', { options: [{ label: 'x' }], multiSelect: true, constraints: { ...closed, maxSelected: 2 } }),
        question('sure', {
          options: [
            { label: 'Yes', value: 'true' },
            { label: 'No', value: 'false' },
          ],
          constraints: closed,
        }),
      ),
    ).toStrictEqual({
      type: 'object',
      properties: {
        text: { type: 'string', maxLength: 5, title: 'T', description: 'text?' },
        count: { type: 'integer', minimum: 1, title: 'count?' },
        mail: { type: 'string', format: 'email', minLength: 1, title: 'mail?' },
        one: {
          type: 'string',
          oneOf: [
            { const: 'a', title: 'a' },
            { const: 'a (2)', title: 'a' },
            { const: 'b, c', title: 'b, c', description: 'd' },
          ],
          title: 'one?',
        },
        plain: { type: 'string', enum: ['x'], title: 'plain?' },
        many: { type: 'array', minItems: 1, maxItems: 2, items: { type: 'string', enum: ['x'] }, title: 'many?' },
        sure: { type: 'boolean', title: 'sure?' },
      },
      required: ['count', 'mail', 'one', 'plain', 'many', 'sure'],
    });
  });

  it('writes custom text as a property that no question uses', () => {
    const { schema, details } = valueOf(
      writeForm([question('q', { options: [{ label: 'a' }] }), question('q__other', {}), question('q__other_', {})]),
    );
    expect(Object.keys(schema.properties)).toEqual(['q', 'q__other__', 'q__other', 'q__other_']);
    expect(schema).toMatchObject({ required: ['q__other', 'q__other_'] });
    expect(details[0]).toEqual({
      id: 'q',
      question: 'q?',
      options: [{ label: 'a' }],
      other: 'q__other__',
      required: true,
    });
    const { questions } = valueOf(readForm({ schema, details, hasNotes: true }));
    expect(questions.map(({ id, constraints }) => [id, constraints])).toEqual([
      ['q', { required: true }],
      ['q__other', { required: true, minLength: 1 }],
      ['q__other_', { required: true, minLength: 1 }],
    ]);
  });

  it('refuses to ask for a secret', () => {
    expect(issuesOf(writeForm([question('a', {}), question('b', { constraints: { secret: true } })]))).toEqual([
      'questions[1]: secret',
    ]);
  });
});
