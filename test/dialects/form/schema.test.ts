import { describe, expect, it } from 'vitest';
import { readForm } from '../../../src/dialects/form/index.js';
import { issuesOf, valueOf, warningsOf } from '../helpers.js';

const NULL = { type: 'null' };
const $defs = {
  Size: { type: 'string', title: 'Size', enum: ['s', 'l'] },
  'a/b~c d': { type: 'integer' },
  Alias: { $ref: '#/$defs/Size' },
  Loop: { $ref: '#/$defs/Pool' },
  Pool: { $ref: '#/$defs/Loop' },
  Inner: { anyOf: [{ $ref: '#/$defs/Inner' }, NULL] },
};
const read = (property: unknown, required: readonly string[] = []) =>
  readForm({ schema: { type: 'object', $defs, properties: { k: property }, required } });

describe('readForm reads a wrapped schema', () => {
  it.each<[string, object, object]>([
    ['two unions with null', { anyOf: [{ anyOf: [{ type: 'string' }, NULL] }, NULL] }, { type: 'string' }],
    ['a union of one', { oneOf: [{ type: 'string', maxLength: 3 }] }, { type: 'string', maxLength: 3 }],
    ['a reference', { $ref: '#/$defs/Size' }, $defs.Size],
    ['a reference with a title', { $ref: '#/$defs/Size', title: 'Fit' }, { ...$defs.Size, title: 'Fit' }],
    ['a reference to a reference', { $ref: '#/$defs/Alias' }, $defs.Size],
    ['a reference with escaped characters', { $ref: '#/$defs/a~1b~0c%20d' }, { type: 'integer' }],
    ['an optional reference', { anyOf: [{ $ref: '#/$defs/Size' }, NULL] }, $defs.Size],
    ['`allOf` of one', { allOf: [{ $ref: '#/$defs/Size' }], default: 's' }, { ...$defs.Size, default: 's' }],
    [
      'a list of a reference',
      { type: 'array', items: { $ref: '#/$defs/Size' } },
      { type: 'array', items: { enum: ['s', 'l'] } },
    ],
    [
      'an optional list of wrapped items',
      { anyOf: [{ type: 'array', minItems: 1, items: { allOf: [{ $ref: '#/$defs/Alias' }] } }, NULL] },
      { type: 'array', minItems: 1, items: { enum: ['s', 'l'] } },
    ],
  ])('in %s', (_name, wrapped, plain) => {
    for (const required of [[], ['k']]) {
      expect(valueOf(read(wrapped, required))).toStrictEqual(valueOf(read(plain, required)));
      expect(warningsOf(read(wrapped, required))).toEqual([]);
    }
  });

  it('around the whole form', () => {
    const schema = {
      $defs: { Form: { type: 'object', properties: { k: { type: 'boolean' } } } },
      $ref: '#/$defs/Form',
    };
    expect(valueOf(readForm({ schema })).questions).toMatchObject([{ id: 'k', options: [{ label: 'Yes' }, {}] }]);
  });

  it.each<[string, string]>([
    ['to itself through another', '#/$defs/Loop'],
    ['to a union with itself', '#/$defs/Inner'],
    ['to a schema that is not there', '#/$defs/None'],
    ['to an inherited property', '#/$defs/constructor'],
    ['to another document', 'https://example.org/schema.json'],
    ['with a broken escape', '#/%zz'],
    ['to the form itself', '#'],
  ])('but not behind a reference %s', (_name, $ref) => {
    expect(warningsOf(read({ $ref }))).toEqual(['requestedSchema.properties.k: dropped']);
    const refused = read({ $ref }, ['k']);
    expect(issuesOf(refused)).toEqual(['requestedSchema.properties.k: unsupported']);
  });

  it('and names the reference that it cannot follow', () => {
    expect(read({ $ref: '#/$defs/None' }, ['k'])).toMatchObject({
      issues: [
        { message: 'Its $ref "#/$defs/None" is not in this schema, or leads back to itself. Send the schema itself.' },
      ],
    });
    const schema = { $ref: '#/$defs/Form', $defs: { Form: { $ref: '#/$defs/Form' } } };
    expect(issuesOf(readForm({ schema }))).toEqual(['requestedSchema: unsupported']);
  });

  it('but not of several schemas, in which no question is sure', () => {
    const parts = [{ type: 'string', minLength: 3 }, { pattern: '^a' }];
    expect(issuesOf(read({ allOf: parts }, ['k']))).toEqual(['requestedSchema.properties.k: unsupported']);
    expect(warningsOf(read({ type: 'string', allOf: parts }))).toEqual(['requestedSchema.properties.k.allOf: ignored']);
  });
});

describe('readForm bounds what a reference can cost', () => {
  it('and copies no schema with many fields, however often the form refers to it', () => {
    const wide = Object.fromEntries(Array.from({ length: 5_000 }, (_, i) => [`x${i}`, i]));
    const links = Array.from({ length: 8 }, (_, i) => [`d${i}`, { ...wide, $ref: `#/$defs/d${i + 1}` }]);
    const chain = { ...Object.fromEntries(links), d8: { type: 'string' } };
    const properties = Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`p${i}`, { $ref: '#/$defs/d0' }]));
    const parsed = readForm({ schema: { type: 'object', $defs: chain, properties } });
    expect(warningsOf(parsed)).toHaveLength(50);
    const short = { type: 'object', $defs: { d0: { type: 'string' } }, properties };
    expect(valueOf(readForm({ schema: short })).questions).toHaveLength(50);
  });
});
