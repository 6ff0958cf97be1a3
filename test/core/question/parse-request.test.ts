import { describe, expect, it } from 'vitest';
import { parseRequest } from '../../../src/core/question/parse-request.js';
import type { Question } from '../../../src/core/question/types.js';
import { accepted } from './parsing.js';

const plain: Question = { id: 'q1', question: 'Which?', options: [{ label: 'A' }, { label: 'B' }], multiSelect: false };
const full = {
  id: 'db',
  question: 'Which database?',
  header: 'Database',
  context: 'It has to be chosen now.',
  options: [
    { label: 'PostgreSQL (Recommended)', description: 'Relational', preview: '┌──┐' },
    { label: 'SQLite', description: '' },
  ],
  multiSelect: true,
};

describe('parseRequest for the plain shape [R-PARSE]', () => {
  it('returns it unchanged [R-PARSE]', () => {
    const input = { questions: [full], metadata: { source: 'setup' } };
    expect(parseRequest(input)).toStrictEqual({
      ok: true,
      value: { requestId: 'ask-user', questions: [full], metadata: input.metadata, raw: input },
      warnings: [],
    });
  });

  it('copies the fields that the host passes, and the input itself as `raw` [R-PARSE]', () => {
    const input = { questions: ['Why?'] };
    const { value } = accepted(input, { requestId: 'r7', asker: 'Build agent', previewFormat: 'html' });
    expect(value).toMatchObject({ requestId: 'r7', asker: 'Build agent', previewFormat: 'html' });
    expect(value.raw).toBe(input);
    expect(accepted('["Why?"]').value.raw).toBe('["Why?"]');
  });

  it('treats null and undefined as absent [R-PARSE]', () => {
    for (const absent of [null, undefined]) {
      const option = { label: 'A', description: absent, preview: absent, value: absent };
      const question = {
        question: '?',
        id: absent,
        header: absent,
        context: absent,
        multiSelect: absent,
        constraints: absent,
      };
      const rest = { metadata: absent, answers: absent, annotations: absent, asker: absent };
      const { value, warnings } = accepted({
        ...rest,
        questions: [
          { ...question, options: [option] },
          { ...question, options: absent },
        ],
      });
      expect(value).toStrictEqual({
        requestId: 'ask-user',
        questions: [
          { id: 'q1', question: '?', options: [{ label: 'A' }], multiSelect: false },
          { id: 'q2', question: '?', options: [], multiSelect: false },
        ],
        raw: value.raw,
      });
      expect(warnings).toEqual([]);
    }
  });
});

describe('parseRequest for a field that has a meaning elsewhere [R-PARSE]', () => {
  const option = { label: 'A', recommended: true, disabled: true };
  const question = { question: 'Which?', options: ['B', option], required: true, secret: true, allowOther: false };

  it('warns that it is not read, and parses the rest [R-PARSE]', () => {
    const { value, warnings } = accepted({ questions: [question] });
    expect(value.questions).toStrictEqual([{ ...plain, options: [{ label: 'B' }, { label: 'A' }] }]);
    expect(warnings.toSorted()).toEqual([
      'dropped questions[0].allowOther',
      'dropped questions[0].options[1].disabled',
      'dropped questions[0].options[1].recommended',
      'dropped questions[0].required',
      'dropped questions[0].secret',
    ]);
  });

  it('says nothing about a value that changes nothing [R-PARSE]', () => {
    const options = [
      { label: 'A', recommended: false, disabled: null },
      { label: 'B (Recommended)', recommended: true },
    ];
    const { warnings } = accepted({ ...question, options, required: false, secret: false, allowOther: true });
    expect(warnings).toEqual([]);
  });
});

describe('parseRequest for other shapes [R-PARSE]', () => {
  const options = ['A', 'B'];
  const question = { question: 'Which?', options };
  const text = JSON.stringify;

  it.each<[string, unknown]>([
    ['options as strings', { questions: [question] }],
    ['mixed options', { questions: [{ question: 'Which?', options: ['A', { label: 'B' }] }] }],
    ['an array of questions', [question]],
    ['a single question', question],
    ['a single question beside questions: null', { ...question, questions: null }],
    ['everything as JSON text', text({ questions: [question] })],
    ['an array as JSON text', text([question])],
    ['a single question as JSON text', text(question)],
    ['JSON text with a byte order mark and white space', `\uFEFF \n${text(question)}\n`],
    ['questions as JSON text', { questions: text([question]) }],
    ['options as JSON text', { question: 'Which?', options: text(options) }],
    ['option objects as JSON text', { question: 'Which?', options: ` ${text(plain.options)} ` }],
    ['all three as JSON text', text({ questions: text([{ question: 'Which?', options: text(options) }]) })],
    ['suggestions', { question: 'Which?', suggestions: options }],
    ['suggestions beside options: null', { questions: [{ question: 'Which?', options: null, suggestions: options }] }],
    ['suggestions as JSON text', [{ question: 'Which?', suggestions: text(options) }]],
    ['options preferred to suggestions', { question: 'Which?', options, suggestions: ['C'] }],
    ['questions preferred to question', { questions: [question], question: 'Not this one' }],
    [
      'unknown fields',
      {
        questions: [{ ...question, answer: null, type: 'choice', options: [{ label: 'A', mode: 1 }, 'B'] }],
        sessionId: 's',
        requestId: 'evil',
        previewFormat: 'html',
      },
    ],
    ['an object without toString', Object.assign(Object.create(null), question)],
  ])('accepts %s [R-PARSE]', (_, input) => {
    expect(accepted(input)).toStrictEqual({
      value: { requestId: 'ask-user', questions: [plain], raw: input },
      warnings: [],
    });
  });

  it('reads a string as a question without options [R-PARSE]', () => {
    const { value, warnings } = accepted({ questions: ['Why?', '{"text": "Not a question"}'] });
    expect(value.questions).toStrictEqual([
      { id: 'q1', question: 'Why?', options: [], multiSelect: false },
      { id: 'q2', question: '{"text": "Not a question"}', options: [], multiSelect: false },
    ]);
    expect(warnings).toEqual([]);
  });

  it('keeps the context of a single question [R-PARSE]', () => {
    expect(accepted({ ...question, context: 'Because.' }).value.questions).toStrictEqual([
      { ...plain, context: 'Because.' },
    ]);
  });

  it.each([[undefined], [null], [[]], ['[]']])(
    'reads options %o as a question without options that is never multi-select [R-PARSE]',
    (none) => {
      const { value, warnings } = accepted({ question: 'Why?', options: none, multiSelect: true });
      expect(value.questions).toStrictEqual([{ id: 'q1', question: 'Why?', options: [], multiSelect: false }]);
      expect(warnings).toEqual([]);
    },
  );

  it('reads numbers and booleans as labels, with a warning [R-PARSE]', () => {
    const { value, warnings } = accepted({ question: '?', options: [1, { label: 2.5 }, true, { label: false }, '3'] });
    expect(value.questions[0]?.options).toStrictEqual(['1', '2.5', 'true', 'false', '3'].map((label) => ({ label })));
    expect(warnings).toEqual([
      'coerced options[0]',
      'coerced options[1].label',
      'coerced options[2]',
      'coerced options[3].label',
    ]);
  });

  it('reads JSON text of an option within the list as that option, with a warning [R-PARSE]', () => {
    const input = {
      question: '?',
      options: [
        '{"label":"A","description":"first","preview":"p"}',
        ' {"label": "B", "value": "rm", "description": 7}\n',
        { label: '{"label":"C"}' },
        'D',
      ],
    };
    const { value, warnings } = accepted(input);
    expect(value.questions[0]?.options).toStrictEqual([
      { label: 'A', description: 'first', preview: 'p' },
      { label: 'B' },
      { label: '{"label":"C"}' },
      { label: 'D' },
    ]);
    expect(value.raw).toBe(input);
    expect(warnings).toEqual([
      'coerced options[0]',
      'coerced options[1]',
      'ignored options[1].description',
      'dropped options[1].value',
    ]);
    expect(accepted({ ...input, options: JSON.stringify(input.options) }).value.questions).toStrictEqual(
      value.questions,
    );
  });

  it.each([
    '{}',
    '{"label": 5}',
    '{"label": null}',
    '{"title": "A"}',
    '["A"]',
    '"A"',
    '5',
    '{"label": "A"',
    '{label: "A"}',
    '{"label": "A"} or so',
  ])('keeps a text that does not contain an option as its label: %s [R-PARSE] [R-VERBATIM]', (text) => {
    const { value, warnings } = accepted({ question: '?', options: [text, 'B'] });
    expect(value.questions[0]?.options).toStrictEqual([{ label: text }, { label: 'B' }]);
    expect(warnings).toEqual([]);
  });

  it.each<[unknown, boolean, string[]]>([
    [true, true, []],
    [false, false, []],
    ['true', true, ['coerced multiSelect']],
    ['false', false, ['coerced multiSelect']],
    ['yes', false, ['ignored multiSelect']],
    ['', false, ['ignored multiSelect']],
    [1, false, ['ignored multiSelect']],
    [0, false, ['ignored multiSelect']],
    [{}, false, ['ignored multiSelect']],
    [[true], false, ['ignored multiSelect']],
  ])('reads multiSelect %o [R-PARSE]', (multiSelect, expected, expectedWarnings) => {
    const { value, warnings } = accepted({ ...question, multiSelect });
    expect(value.questions[0]?.multiSelect).toBe(expected);
    expect(warnings).toEqual(expectedWarnings);
  });

  it('ignores optional fields of another type, with a warning [R-PARSE]', () => {
    const { value, warnings } = accepted({
      questions: [
        { question: 'Which?', header: 1, context: {}, options: [{ label: 'A', description: [], preview: true }, 'B'] },
      ],
      metadata: 'setup',
    });
    expect(value).toStrictEqual({ requestId: 'ask-user', questions: [plain], raw: value.raw });
    expect(warnings).toEqual([
      'ignored metadata',
      'ignored questions[0].header',
      'ignored questions[0].context',
      'ignored questions[0].options[0].description',
      'ignored questions[0].options[0].preview',
    ]);
  });

  it('drops the fields that a model must not set, with a warning [R-PARSE]', () => {
    const { value, warnings } = accepted({
      questions: [
        { question: 'Which?', constraints: { secret: true }, options: [{ label: 'A', value: 'rm -rf' }, 'B'] },
      ],
      answers: { 'Which?': 'A' },
      annotations: { 'Which?': { notes: 'n' } },
      asker: 'Your bank',
    });
    expect(value).toStrictEqual({ requestId: 'ask-user', questions: [plain], raw: value.raw });
    expect(warnings).toEqual([
      'dropped asker',
      'dropped answers',
      'dropped annotations',
      'dropped questions[0].constraints',
      'dropped questions[0].options[0].value',
    ]);
    expect(accepted({ ...question, asker: 'Your bank', constraints: {} }, { asker: 'Agent' })).toMatchObject({
      value: { asker: 'Agent' },
      warnings: ['dropped asker', 'dropped constraints'],
    });
  });
});
