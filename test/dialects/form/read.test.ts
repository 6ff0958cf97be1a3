import { describe, expect, it } from 'vitest';
import type { Question } from '../../../src/core/question/types.js';
import { fromContent, readForm, toContent, type Form } from '../../../src/dialects/form/index.js';
import { answer, issuesOf, valueOf, warningsOf } from '../helpers.js';

const form = (properties: object, required: readonly string[] = []): Form =>
  valueOf(readForm({ schema: { type: 'object', properties, required }, hasNotes: true }));

const only = (property: object, required: readonly string[] = []): Question => {
  const [question] = form({ key: property }, required).questions;
  if (!question) throw new Error('no question');
  return question;
};

const CLOSED = { required: false, allowCustom: false };

describe('readForm converts each kind of property to a question [R-PARSE]', () => {
  it.each<[string, object, Partial<Question>]>([
    [
      'text',
      { type: 'string', minLength: 2, maxLength: 9 },
      { constraints: { required: false, minLength: 2, maxLength: 9 } },
    ],
    ['an email address', { type: 'string', format: 'email' }, { constraints: { required: false, input: 'email' } }],
    ['a URI', { type: 'string', format: 'uri' }, { constraints: { required: false, input: 'url' } }],
    ['a date', { type: 'string', format: 'date' }, { constraints: { required: false, input: 'date' } }],
    [
      'a date and time',
      { type: 'string', format: 'date-time' },
      { constraints: { required: false, input: 'date-time' } },
    ],
    ['a number', { type: 'number', minimum: 0.5 }, { constraints: { required: false, input: 'number', minimum: 0.5 } }],
    [
      'an integer',
      { type: 'integer', minimum: 1, maximum: 5 },
      { constraints: { required: false, input: 'integer', minimum: 1, maximum: 5 } },
    ],
    ['a number or null', { type: ['number', 'null'] }, { constraints: { required: false, input: 'number' } }],
    [
      'a boolean',
      { type: 'boolean' },
      {
        options: [
          { label: 'Yes', value: 'true' },
          { label: 'No', value: 'false' },
        ],
        constraints: CLOSED,
      },
    ],
    [
      'an enumeration, with equal values once',
      { type: 'string', enum: ['eu', 'us', 'eu'] },
      {
        options: [
          { label: 'eu', value: 'eu' },
          { label: 'us', value: 'us' },
        ],
        constraints: CLOSED,
      },
    ],
    [
      'an enumeration with separate names',
      { type: 'string', enum: ['eu', 'us'], enumNames: ['Europe'] },
      {
        options: [
          { label: 'Europe', value: 'eu' },
          { label: 'us', value: 'us' },
        ],
        constraints: CLOSED,
      },
    ],
    [
      'titled constants',
      { type: 'string', oneOf: [{ const: 'pg', title: 'PostgreSQL', description: 'server' }, { const: 'x' }] },
      {
        options: [
          { label: 'PostgreSQL', value: 'pg', description: 'server' },
          { label: 'x', value: 'x' },
        ],
        constraints: CLOSED,
      },
    ],
    [
      'an array of an enumeration',
      { type: 'array', minItems: 1, maxItems: 2, items: { type: 'string', enum: ['a', 'b'] } },
      {
        multiSelect: true,
        options: [
          { label: 'a', value: 'a' },
          { label: 'b', value: 'b' },
        ],
        constraints: { ...CLOSED, minSelected: 1, maxSelected: 2 },
      },
    ],
    [
      'an array of titled constants',
      { type: 'array', items: { anyOf: [{ const: 'a', title: 'A' }] } },
      { multiSelect: true, options: [{ label: 'A', value: 'a' }], constraints: CLOSED },
    ],
  ])('from %s', (_name, property, expected) => {
    expect(only(property)).toStrictEqual({ id: 'key', question: 'key', options: [], multiSelect: false, ...expected });
  });

  it('with header and text from title and description, and with `required`', () => {
    const property = { type: 'string', title: 'Name', description: 'Your name?' };
    expect(only(property, ['key'])).toMatchObject({
      header: 'Name',
      question: 'Your name?',
      constraints: { required: true },
    });
    expect(only({ type: 'string', title: 'Name' })).toMatchObject({ header: 'Name', question: 'Name' });
  });

  it('with the default as context, and never selected [R-NOPHANTOM]', () => {
    expect(only({ type: 'boolean', default: true }).context).toBe('Default: Yes');
    expect(only({ type: 'array', items: { enum: ['a', 'b'] }, default: ['a', 'b'] }).context).toBe('Default: a, b');
    expect(only({ type: 'string', pattern: '^a', default: 'ab' }).context).toBe('Default: ab\n\nMust match: ^a');
  });

  it('with an optional text property as the custom text of an optional choice', () => {
    const choice = { type: 'string', enum: ['a'] };
    const text = { type: 'string', maxLength: 5 };
    expect(form({ db: choice, db__other: text }).questions).toMatchObject([
      { id: 'db', constraints: { required: false, maxLength: 5 } },
    ]);
    expect(form({ db: choice, db__other: text }).questions[0]?.constraints).not.toHaveProperty('allowCustom');
    for (const required of [['db'], ['db__other']]) {
      expect(form({ db: choice, db__other: text }, required).questions).toHaveLength(2);
    }
    const two = { type: 'array', minItems: 2, items: { enum: ['a', 'b'] } };
    expect(form({ db: two, db__other: text }).questions).toHaveLength(2);
  });

  it('without unsupported optional properties, but refuses unsupported required ones', () => {
    const properties = {
      name: { type: 'string' },
      nested: { type: 'object' },
      list: { type: 'array', items: { type: 'string' } },
    };
    expect(warningsOf(readForm({ schema: { properties } }))).toEqual([
      'requestedSchema.properties.nested: dropped',
      'requestedSchema.properties.list: dropped',
    ]);
    expect(issuesOf(readForm({ schema: { properties, required: ['nested'] } }))).toEqual([
      'requestedSchema.properties.nested: unsupported',
    ]);
  });

  it('and refuses a property that cannot be shown, with its path [R-LIMITS]', () => {
    const label = 'x'.repeat(2001);
    const parsed = readForm({ schema: { properties: { db: { type: 'string', enum: [label] } } } });
    expect(parsed).toEqual({
      ok: false,
      issues: [
        {
          code: 'too_long',
          path: 'requestedSchema.properties.db',
          message: 'Its options[0].label: Must have at most 2000 characters, has 2001.',
        },
      ],
    });
    const many = Object.fromEntries(Array.from({ length: 201 }, (_, i) => [`p${i}`, { type: 'string' }]));
    expect(issuesOf(readForm({ schema: { properties: many } }))).toEqual(['requestedSchema.properties: too_many']);
  });

  it('and keeps inherited property names apart', () => {
    const { fields, questions } = form(JSON.parse('{"__proto__":{"type":"string"},"constructor":{"type":"string"}}'));
    expect(questions.map(({ id }) => id)).toEqual(['__proto__', 'constructor']);
    const result = answer({ requestId: 'r', questions }, { selected: [], custom: 'a' }, { selected: [], custom: 'b' });
    const { content, issues } = toContent(fields, result.answers);
    expect(JSON.stringify(content)).toBe('{"__proto__":"a","constructor":"b"}');
    expect(issues).toEqual([]);
    expect(fromContent(fields, {}).parsed).toEqual([{ custom: undefined }, { custom: undefined }]);
  });
});

describe('readForm reads a property that can be null', () => {
  const NULL = { type: 'null' };

  it.each<[string, object, object]>([
    ['an integer', { anyOf: [{ type: 'integer', minimum: 1 }, NULL] }, { type: 'integer', minimum: 1 }],
    ['a boolean', { oneOf: [NULL, { type: 'boolean' }] }, { type: 'boolean' }],
    [
      'text with the texts of the outer schema',
      {
        anyOf: [{ type: 'string', title: 'In', default: 'in' }, NULL],
        title: 'Out',
        description: 'Which?',
        default: 'out',
      },
      { type: 'string', title: 'Out', description: 'Which?', default: 'out' },
    ],
    ['an enumeration', { anyOf: [{ type: 'string', enum: ['a', 'b'] }, NULL] }, { enum: ['a', 'b'] }],
    ['one constant', { anyOf: [{ type: 'string', const: 'a' }, NULL] }, { enum: ['a'] }],
    [
      'titled constants',
      { oneOf: [{ const: 'a', title: 'A' }, NULL, { const: 'b', title: 'B' }] },
      { enum: ['a', 'b'], enumNames: ['A', 'B'] },
    ],
    [
      'an enumeration that contains null',
      { enum: ['a', null, 'b'], enumNames: ['A', 'None', 'B'] },
      { enum: ['a', 'b'], enumNames: ['A', 'B'] },
    ],
    [
      'a list',
      { anyOf: [{ type: 'array', minItems: 1, items: { enum: ['a', 'b'] } }, NULL] },
      { type: 'array', minItems: 1, items: { enum: ['a', 'b'] } },
    ],
  ])('as %s', (_name, nullable, plain) => {
    expect(form({ key: nullable })).toStrictEqual(form({ key: plain }));
    expect(form({ key: nullable }, ['key'])).toStrictEqual(form({ key: plain }, ['key']));
    expect(only({ default: null, ...nullable })).toStrictEqual(only(plain));
  });

  it('and leaves it out of the content if the user skips it', () => {
    const { fields, questions } = form({ key: { anyOf: [{ type: 'integer' }, NULL], default: null } });
    const result = answer({ requestId: 'r', questions }, { selected: [], skipped: true });
    expect(toContent(fields, result.answers)).toEqual({ content: {}, issues: [] });
  });

  it('but not one with several other types, or without any', () => {
    for (const anyOf of [[{ type: 'integer' }, { type: 'string' }, NULL], [NULL]]) {
      expect(issuesOf(readForm({ schema: { properties: { key: { anyOf } }, required: ['key'] } }))).toEqual([
        'requestedSchema.properties.key: unsupported',
      ]);
    }
  });
});

describe('readForm warns about rules that a server may enforce', () => {
  it.each([
    [{ type: 'integer', multipleOf: 5 }, 'multipleOf: ignored'],
    [{ type: 'number', exclusiveMinimum: 3 }, 'exclusiveMinimum: ignored'],
    [{ anyOf: [{ type: 'number', exclusiveMinimum: 3 }, { type: 'null' }] }, 'exclusiveMinimum: ignored'],
    [{ type: 'string', const: 'x' }, 'const: ignored'],
    [{ type: 'integer', minimum: 5, maximum: 1 }, 'minimum: impossible'],
    [{ type: 'string', minLength: 3, maxLength: 2 }, 'minLength: impossible'],
    [{ type: 'array', minItems: 3, items: { enum: ['a', 'b'] } }, 'minItems: impossible'],
  ])('in %j', (property, warning) => {
    const read = readForm({ schema: { type: 'object', properties: { p: property } } });
    expect(warningsOf(read)).toEqual([`requestedSchema.properties.p.${warning}`]);
  });
});

describe('details of options', () => {
  it('never belong to another option, if a client changes their order or number [R-PREVIEW]', () => {
    const schema = { type: 'object', properties: { db: { type: 'string', enum: ['pg', 'lite', 'mongo'] } } };
    const detailOf = (label: string) => ({ label, description: `about ${label}`, preview: `preview of ${label}` });
    const read = (...labels: readonly string[]) => {
      const details = [{ id: 'db', question: 'Which?', options: labels.map(detailOf) }];
      return valueOf(readForm({ schema, details })).questions[0]?.options;
    };
    const all = ['pg', 'lite', 'mongo'].map((value) => ({ ...detailOf(value), value }));
    expect(read('pg', 'lite', 'mongo')).toEqual(all);
    expect(read('lite', 'pg', 'mongo')).toEqual([
      { label: 'pg', value: 'pg' },
      { label: 'lite', value: 'lite' },
      all[2],
    ]);
    expect(read('lite', 'mongo')).toEqual(['pg', 'lite', 'mongo'].map((value) => ({ label: value, value })));
  });
});
