import fc from 'fast-check';
import { buildAnswers } from '../../src/core/answer/build-answers.js';
import type { AnsweredResult, Reply } from '../../src/core/answer/types.js';
import type { JsonSchema } from '../../src/core/question/json-schema.js';
import type { AskUserRequest, Question } from '../../src/core/question/types.js';
import { valueOf } from '../dialects/helpers.js';

/** A form with every kind of property. */
export const BIG_FORM = {
  type: 'object',
  required: ['db', 'features', 'backup'],
  properties: {
    db: {
      type: 'string',
      title: 'Database',
      description: 'Which database?',
      oneOf: [
        { const: 'pg', title: 'PostgreSQL' },
        { const: 'sqlite', title: 'SQLite' },
      ],
      default: 'pg',
    },
    region: { type: 'string', enum: ['eu', 'us'] },
    features: {
      type: 'array',
      minItems: 1,
      maxItems: 2,
      items: {
        anyOf: [
          { const: 'auth', title: 'Auth' },
          { const: 'search', title: 'Search' },
        ],
      },
    },
    tags: { type: 'array', items: { type: 'string', enum: ['a', 'b'] } },
    backup: { type: 'boolean', default: true },
    replicas: { type: 'integer', minimum: 1, maximum: 5 },
    email: { type: 'string', format: 'email' },
  },
} as const satisfies JsonSchema;

/** Replies to `BIG_FORM` in order: all questions except the region and the tags. */
export const BIG_REPLIES: readonly Omit<Reply, 'questionId'>[] = [
  { selected: [1] },
  { selected: [], skipped: true },
  { selected: [1, 0] },
  { selected: [], skipped: true },
  { selected: [1] },
  { selected: [], custom: '3' },
  { selected: [], custom: 'ada@example.org', notes: 'or by phone' },
];

export const BIG_CONTENT = {
  db: 'sqlite',
  features: ['auth', 'search'],
  backup: false,
  replicas: 3,
  email: 'ada@example.org',
};

const some = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const words = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('', 'a, b', 'true', '1', '__proto__', '😀'));

const bounds = (lowest: string, highest: string, most: number) =>
  fc.tuple(some(fc.nat(most)), some(fc.nat(most))).map(([low, more]) => ({
    ...(low !== undefined && { [lowest]: low }),
    ...(more !== undefined && { [highest]: (low ?? 0) + more + 1 }),
  }));

const values = fc.uniqueArray(words, { minLength: 1, maxLength: 4 });
const titled = fc
  .array(words, { minLength: 4, maxLength: 4 })
  .chain((titles) => values.map((list) => list.map((value, i) => ({ const: value, title: titles[i] ?? '' }))));

const one: fc.Arbitrary<JsonSchema> = fc.oneof(
  fc.constant({ type: 'boolean' as const }),
  values.map((list) => ({ type: 'string' as const, enum: list })),
  values.map((list) => ({ type: 'string' as const, enum: list, enumNames: list.map((name) => `${name}!`) })),
  titled.map((list) => ({ type: 'string' as const, oneOf: list })),
);

const many: fc.Arbitrary<JsonSchema> = fc
  .tuple(
    fc.oneof(
      values.map((list) => ({ type: 'string' as const, enum: list })),
      titled.map((list) => ({ anyOf: list })),
    ),
    fc.nat(1),
    some(fc.nat(3)),
  )
  .map(([items, minItems, more]) => ({
    type: 'array',
    items,
    minItems,
    ...(more !== undefined && { maxItems: Math.max(1, minItems + more) }),
  }));

const open: fc.Arbitrary<JsonSchema> = fc.oneof(
  bounds('minLength', 'maxLength', 5).map((rules) => ({ type: 'string' as const, ...rules })),
  fc.constantFrom('email', 'uri', 'date', 'date-time').map((format) => ({ type: 'string' as const, format })),
  fc
    .tuple(fc.constantFrom('number' as const, 'integer' as const), bounds('minimum', 'maximum', 9))
    .map(([type, rules]) => ({ type, ...rules })),
);

// Without `constructor`: the server's validator treats an inherited property as one that was sent.
const NAMES = ['db', 'region', 'a.b', 'x/y', 'id', '2', 'two words', '😀'];

/** Flat forms, as servers send them. Some have a property for custom text next to a choice. */
export const forms = () =>
  fc
    .uniqueArray(
      fc.record({
        key: fc.constantFrom(...NAMES),
        schema: fc.oneof(one, many, open),
        texts: fc.record({ title: words, description: words }, { requiredKeys: [] }),
        required: fc.boolean(),
        other: fc.boolean(),
      }),
      { selector: ({ key }) => key, minLength: 1, maxLength: 5 },
    )
    .map((fields) => ({
      type: 'object' as const,
      properties: Object.fromEntries(
        fields.flatMap(({ key, schema, texts, other }): [string, JsonSchema][] => [
          [key, { ...schema, ...texts }],
          ...(other ? [[`${key}__other`, { type: 'string', maxLength: 9 }] as [string, JsonSchema]] : []),
        ]),
      ),
      required: fields.filter(({ required }) => required).map(({ key }) => key),
    }));

const day = fc.date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true }).map((date) => date.toISOString());

/** Text that a user might type for a rule: mostly valid, sometimes only similar. */
function typedFor({ constraints = {} }: Question): fc.Arbitrary<string> {
  const { input = 'text', minimum = -9, maximum = 20, minLength = 0, maxLength = 12 } = constraints;
  const kinds = {
    text: fc.string({ unit: 'binary', minLength, maxLength }),
    number: fc.oneof(
      fc.integer({ min: minimum, max: maximum }).map(String),
      fc.double({ min: minimum, max: maximum, noNaN: true }).map(String),
      fc.constantFrom('1.50', '1e1', ' 7 ', '-0'),
    ),
    integer: fc.oneof(
      fc.integer({ min: minimum, max: maximum }).map(String),
      fc.constantFrom('9007199254740993', ' 7 '),
    ),
    email: fc.oneof(fc.emailAddress(), fc.constantFrom('a@b.co', 'ä@b.co', 'a@b..co', 'a@b.c_o', '.a@b.co', 'a@-b.co')),
    url: fc.oneof(
      fc.webUrl({ withQueryParameters: true, withFragments: true }),
      fc.constantFrom(
        'https://ä.de/ü?q=ß',
        'x:y',
        'http://[::1]/',

        'http://a/%zz',
        'mailto:a@b.co',
        'a:#',
      ),
    ),
    date: fc.oneof(
      day.map((text) => text.slice(0, 10)),
      fc.constantFrom('2024-02-29', '2023-02-29', '2024-13-01'),
    ),
    'date-time': fc.oneof(
      day,
      fc.constantFrom(
        '2024-02-29 10:00:00+01:00',
        '2024-01-01T23:59:60Z',
        '2024-01-01T24:00:00Z',
        '2024-01-01T10:00:00',
      ),
    ),
  };
  return fc.oneof({ weight: 6, arbitrary: kinds[input] }, { weight: 1, arbitrary: words });
}

/** A reply to a question that the core accepts; skipped if no other reply is possible. */
function replyTo(question: Question): fc.Arbitrary<Reply> {
  const { id, options, multiSelect, constraints = {} } = question;
  const positions = options.map((_, i) => i);
  const free = options.length === 0 || constraints.allowCustom !== false;
  return fc
    .record({
      picked: fc.subarray(positions, { maxLength: multiSelect ? positions.length : Math.min(1, positions.length) }),
      custom: free ? fc.option(typedFor(question), { nil: undefined }) : fc.constant(undefined),
      skip: constraints.required ? fc.constant(false) : fc.boolean(),
      notes: constraints.allowNotes === false ? fc.constant(undefined) : some(fc.constantFrom('later', 'a\nb')),
    })
    .map(({ picked, custom, skip, notes }): Reply => {
      const selected = multiSelect || custom === undefined ? picked : [];
      const said = skip
        ? { selected: [], skipped: true as const }
        : { selected, ...(custom !== undefined && { custom }) };
      return { questionId: id, ...said, ...(notes !== undefined && { notes }) };
    })
    .filter((reply) => buildAnswers({ requestId: '', questions: [question], raw: undefined }, [reply]).ok);
}

/** The answers of a user to a request. */
export const answersTo = (request: AskUserRequest): fc.Arbitrary<AnsweredResult> =>
  fc
    .tuple(...request.questions.map(replyTo))
    .map((replies) => ({ status: 'answered', answers: valueOf(buildAnswers(request, replies)) }));

/** The result with another custom text for one question. */
export const retyped = (result: AnsweredResult, custom: string, at = 0): AnsweredResult => ({
  ...result,
  answers: result.answers.map((one, i) => (i === at ? { ...one, custom, answer: custom, text: custom } : one)),
});
