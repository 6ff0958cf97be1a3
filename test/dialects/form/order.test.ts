import { describe, expect, it } from 'vitest';
import { isRecord } from '../../../src/core/guards.js';
import type { AskUserRequest, Question } from '../../../src/core/question/types.js';
import { mcpElicitation, mcpInputRequired } from '../../../src/dialects/index.js';
import { answer, valueOf } from '../helpers.js';

const question = (id: string, ...labels: readonly string[]): Question => ({
  id,
  question: `Question ${id}?`,
  options: labels.map((label) => ({ label })),
  multiSelect: false,
});
const IDS = ['10', 'constructor', 'b', '2', '0', '01', '-1', '1.5', 'question_2', '4294967294'];
const ASKED: AskUserRequest = { requestId: 'r', questions: IDS.map((id) => question(id, 'yes', 'no')) };

/** Returns the value as a client receives it. */
const sent = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
const paramsOf = (value: unknown): unknown => {
  const { inputRequests } = isRecord(value) ? value : {};
  const { questions } = isRecord(inputRequests) ? inputRequests : {};
  return isRecord(questions) ? questions['params'] : value;
};
const schemaOf = (value: unknown) => {
  const params = paramsOf(value);
  const schema = isRecord(params) ? params['requestedSchema'] : undefined;
  return isRecord(schema) && isRecord(schema['properties']) ? schema['properties'] : {};
};
const without = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (key, one: unknown) => (key === '_meta' ? undefined : one)));

describe.each([
  ['mcpElicitation', mcpElicitation, ''],
  ['mcpInputRequired', mcpInputRequired, 'questions/'],
] as const)('the questions of %s whose ids look like numbers', (_name, dialect, prefix) => {
  const wire = sent(valueOf(dialect.formatRequest(ASKED)));

  it('keep their order for a client that reads only the schema [R-ID]', () => {
    const shown = Object.values(schemaOf(wire)).flatMap((one) =>
      isRecord(one) ? (one['description'] ?? one['title']) : [],
    );
    const asked = shown.filter((text) => String(text).startsWith('Question'));
    expect(asked).toEqual(ASKED.questions.map((one) => one.question));
    const { questions } = valueOf(dialect.parse(without(wire)));
    expect(questions.map((one) => one.question)).toEqual(asked);
  });

  it('keep their ids for a client of this package [R-ID]', () => {
    const { questions } = valueOf(dialect.parse(wire));
    expect(questions.map(({ id }) => id)).toEqual(IDS.map((id) => prefix + id));
  });

  it('receive their answers from a client with or without this package [R-ID]', () => {
    for (const given of [wire, without(wire)]) {
      const shown = valueOf(dialect.parse(given));
      const choices = IDS.map((_, i) => (i % 3 ? { selected: [i % 2] } : { selected: [], custom: `own ${i}` }));
      const back = sent(dialect.formatResult(answer(shown, ...choices), shown));
      const read = valueOf(dialect.parseResult(back, ASKED));
      expect(read).toEqual(answer(ASKED, ...choices));
    }
  });
});

describe('a form whose properties look like numbers', () => {
  const property = (description: string) => ({ type: 'string', description });
  const form = (details: unknown) => ({
    message: 'm',
    requestedSchema: { type: 'object', properties: { 10: property('ten'), 2: property('two'), b: property('bee') } },
    _meta: { 'react-ask-user/questions': details },
  });
  const detail = (id: string, more: object = {}) => ({ id, question: `Question ${id}?`, ...more });
  const idsOf = (details: unknown) => valueOf(mcpElicitation.parse(form(details))).questions.map(({ id }) => id);

  it('has the order of the list in `_meta` [R-ID]', () => {
    expect(idsOf(undefined)).toEqual(['2', '10', 'b']);
    expect(idsOf([detail('10'), detail('b'), detail('2')])).toEqual(['10', 'b', '2']);
    // Properties missing from the list keep their place.
    expect(idsOf([detail('b'), detail('2')])).toEqual(['b', '10', '2']);
    expect(idsOf([detail('none'), detail('10')])).toEqual(['2', '10', 'b']);
  });

  it('ignores an id in that list that another question has [R-ID]', () => {
    const claims = [
      detail('10', { questionId: '2' }),
      detail('2', { questionId: '7' }),
      detail('b', { questionId: '7' }),
    ];
    expect(new Set(idsOf(claims)).size).toBe(3);
    expect(idsOf([detail('b', { questionId: '__proto__' })])).toEqual(['2', '10', 'b']);
  });
});

describe('a request whose questions were changed after it was parsed', () => {
  const property = (...values: readonly string[]) => ({ type: 'string', enum: values });
  const params = {
    message: 'm',
    requestedSchema: {
      type: 'object',
      properties: { db: property('pg', 'lite'), size: property('s', 'l') },
      required: ['db', 'size'],
    },
  };
  const form = { method: 'elicitation/create', params };
  const cases = [
    ['mcpElicitation', mcpElicitation, form, ''],
    ['mcpInputRequired', mcpInputRequired, { resultType: 'input_required', inputRequests: { ask: form } }, 'ask/'],
  ] as const;

  const CHANGES: readonly (readonly [string, (db: Question, size: Question) => readonly Question[]])[] = [
    ['a replaced question', (db) => [db, question('other', 's', 'l')]],
    ['the questions in another order', (db, size) => [size, db]],
    ['a removed question', (db) => [db]],
    ['an added question', (db, size) => [db, size, question('more', 'x')]],
    ['the options in another order', (db, size) => [{ ...db, options: db.options.toReversed() }, size]],
    ['other options', (db, size) => [{ ...db, options: question('x', 'my', 'sql').options }, size]],
    ['multi-select instead of single-select', (db, size) => [{ ...db, multiSelect: true }, size]],
  ];

  describe.each(cases)('in %s', (_name, dialect, input) => {
    it.each(CHANGES)('is not answered with the form that was parsed: %s [R-RESULT]', (_what, change) => {
      const request = valueOf(dialect.parse(input));
      const [db, size] = request.questions as [Question, Question];
      const changed = { ...request, questions: change(db, size) };
      const { raw: _raw, ...plain } = changed;
      expect(dialect.formatRequest(changed)).toEqual(dialect.formatRequest(plain));
      expect(dialect.formatRequest(changed)).not.toEqual(dialect.formatRequest(request));
      const result = answer(changed, ...changed.questions.map(() => ({ selected: [0] })));
      const wire = dialect.formatResult(result, changed);
      expect(wire).toEqual(dialect.formatResult(result, plain));
      expect(valueOf(dialect.parseResult(wire, changed))).toEqual(result);
    });

    it('is answered with the form that was parsed if only texts were changed [R-RESULT]', () => {
      const request = valueOf(dialect.parse(input));
      const changed = {
        ...request,
        questions: request.questions.map((one) => ({
          ...one,
          question: 'Reworded?',
          options: one.options.map((option) => ({ ...option, label: `The ${option.label}` })),
        })),
      };
      const result = answer(changed, { selected: [1] }, { selected: [0] });
      expect(JSON.stringify(dialect.formatResult(result, changed))).toContain('"content":{"db":"lite","size":"s"}');
    });
  });
});
