import { describe, expect, it } from 'vitest';
import type { UnansweredResult } from '../../../src/core/answer/types.js';
import { detectDialect, getLosses, rpiv } from '../../../src/dialects/index.js';
import { answer, ENDINGS, HOSTILE, issuesOf, run, valueOf, warningsOf } from '../helpers.js';

const NOBODY = 'Nobody answered and no option was chosen.';
const option = (label: string, more: object = {}) => ({ label, description: `about ${label}`, ...more });
const item = (question: string, more: object = {}) => ({
  question,
  header: 'H',
  options: [option('a'), option('b')],
  ...more,
});
const ask = (...questions: readonly object[]) => ({ questions });

const ASK = ask(
  {
    ...item('Which database?'),
    header: 'Database',
    options: [option('SQLite', { preview: 'file: db' }), option('Postgres')],
  },
  { ...item('Which parts?'), header: 'Parts', options: [option('Auth'), option('Mail, SMS')], multiSelect: true },
  item('Which name?'),
);
const skipped = { selected: [], skipped: true } as const;
const envelope = (said: string) =>
  `User has answered your questions: ${said} You can now continue with the user's answers in mind.`;

describe('rpiv returns the details and the text of its tool [R-RESULT]', () => {
  it('for an option, options and custom text', () => {
    const { wire, text } = run(
      rpiv,
      ASK,
      { selected: [0], notes: 'for now' },
      { selected: [0, 1] },
      { selected: [], custom: 'Zoë' },
    );
    expect(wire).toStrictEqual({
      answers: [
        {
          questionIndex: 0,
          question: 'Which database?',
          kind: 'option',
          answer: 'SQLite',
          notes: 'for now',
          preview: 'file: db',
        },
        { questionIndex: 1, question: 'Which parts?', kind: 'multi', answer: null, selected: ['Auth', 'Mail, SMS'] },
        { questionIndex: 2, question: 'Which name?', kind: 'custom', answer: 'Zoë' },
      ],
      cancelled: false,
    });
    expect(text).toBe(
      envelope(
        '"Which database?"="SQLite". selected preview: file: db. user notes: for now. ' +
          '"Which parts?"="Auth, Mail, SMS". "Which name?"="Zoë".',
      ),
    );
  });

  it.each([
    ['with a selected option', [0], { kind: 'multi', answer: null, selected: ['a', 'c'] }, 'a, c'],
    ['alone', [], { kind: 'custom', answer: 'c' }, 'c'],
  ])('for the custom text of a multi-select question, %s', (_name, selected, said, words) => {
    const { request, result, wire, text } = run(rpiv, ask(item('q', { multiSelect: true })), { selected, custom: 'c' });
    expect(wire.answers).toStrictEqual([{ questionIndex: 0, question: 'q', ...said }]);
    expect(text).toBe(envelope(`"q"="${words}".`));
    expect(valueOf(rpiv.parseResult(wire, request))).toEqual(result);
  });

  it('without skipped questions, which the text names', () => {
    const { request, result, wire, text } = run(rpiv, ask(item('p'), item('q')), skipped, { selected: [1] });
    expect(wire.answers).toStrictEqual([{ questionIndex: 1, question: 'q', kind: 'option', answer: 'b' }]);
    expect(text).toBe(`${envelope('"q"="b".')} The user skipped, and chose no option for: "p".`);
    expect(valueOf(rpiv.parseResult(wire, request))).toEqual(result);
  });

  it('with the notes of a skipped question', () => {
    const { request, result, wire, text } = run(rpiv, ask(item('p')), { ...skipped, notes: 'later' });
    expect(wire.answers).toStrictEqual([
      { questionIndex: 0, question: 'p', kind: 'custom', answer: null, notes: 'later' },
    ]);
    expect(text).toBe('The user skipped, and chose no option for: "p" user notes: later.');
    expect(valueOf(rpiv.parseResult(wire, request))).toEqual(result);
  });

  it('with the previews of single-select questions only', () => {
    const options = [option('a', { preview: 'A' }), option('b', { preview: 'B' })];
    expect(run(rpiv, ask(item('q', { options })), { selected: [], custom: 'c' }).text).not.toContain('preview');
    expect(run(rpiv, ask(item('q', { options, multiSelect: true })), { selected: [0] }).text).toBe(
      envelope('"q"="a".'),
    );
  });

  it.each(ENDINGS)('with the tool’s terms for $status', (ending) => {
    const request = valueOf(rpiv.parse(ASK));
    const errors: Partial<Record<UnansweredResult['status'], string>> = {
      unavailable: 'no_ui',
      connectionLost: 'no_ui',
      invalid: 'no_questions',
    };
    const error = errors[ending.status];
    expect(rpiv.formatResult(ending, request)).toStrictEqual({ answers: [], cancelled: true, ...(error && { error }) });
    const text = rpiv.toModelText(ending, request);
    const declined = ending.status === 'declined' || ending.status === 'cancelled';
    expect(text.startsWith(`User declined to answer questions. ${NOBODY}`)).toBe(declined);
    expect(text).toContain(NOBODY);
  });

  it.each([
    [ask(), 'no_questions'],
    [ask(...'abcde'.split('').map((text) => item(text))), 'too_many_questions'],
    [ask(item('q'), item('q')), 'duplicate_question'],
    [ask(item('q', { options: [option('a')] })), 'empty_options'],
    [ask(item('q', { options: [option('Other'), option('b')] })), 'reserved_label'],
    [ask(item('q', { options: [option('a'), option('a')] })), 'duplicate_option_label'],
    ['abcde'.split('').map((text) => item(text)), 'too_many_questions'],
    [ask(item('q', { options: ['a', 'a'] })), 'duplicate_option_label'],
  ])('with an error code for %j', (input, error) => {
    const parsed = rpiv.parse(input, { strict: true });
    const request = { requestId: 'r', questions: [], raw: input };
    const issues = parsed.ok ? [] : parsed.issues;
    expect(rpiv.formatResult({ status: 'invalid', issues }, request)).toStrictEqual({
      answers: [],
      cancelled: true,
      error,
    });
  });
});

describe('rpiv identifies questions by index [R-ID]', () => {
  it('and distinguishes equal texts', () => {
    const { request, result, wire } = run(
      rpiv,
      ask(item('__proto__'), item('__proto__')),
      { selected: [0] },
      { selected: [1] },
    );
    expect(wire.answers.map(({ questionIndex, answer: said }) => [questionIndex, said])).toEqual([
      [0, 'a'],
      [1, 'b'],
    ]);
    expect(valueOf(rpiv.parseResult(wire, request))).toEqual(result);
    expect(getLosses(rpiv, result, request)).toEqual([]);
  });

  it('but cannot represent which of two equal labels was selected', () => {
    const { request, result } = run(rpiv, ask(item('q', { options: [option('a'), option('a')] })), { selected: [1] });
    expect(getLosses(rpiv, result, request)).toMatchObject([{ path: 'answers[0]' }]);
  });

  it('but cannot distinguish custom text that equals a label, with a selected option', () => {
    const { request, result } = run(rpiv, ask(item('q', { multiSelect: true })), { selected: [0], custom: 'b' });
    expect(getLosses(rpiv, result, request)).toMatchObject([{ code: 'lost', path: 'answers[0]' }]);
  });
});

describe('rpiv.parse [R-PARSE]', () => {
  it.each(HOSTILE)('refuses %s with issues', (_name, input) => {
    expect(issuesOf(rpiv.parse(input)).length).toBeGreaterThan(0);
  });

  it('accepts what the schema of the tool accepts', () => {
    expect(warningsOf(rpiv.parse(ASK, { strict: true }))).toEqual([]);
  });

  it.each([
    ['a long header', item('q', { header: 'x'.repeat(17) }), 'header: too_long'],
    ['a missing header', { question: 'q', options: [option('a'), option('b')] }, 'header: missing'],
    ['a long label', item('q', { options: [option('x'.repeat(61)), option('b')] }), 'options[0].label: too_long'],
    ['a missing description', item('q', { options: [{ label: 'a' }, option('b')] }), 'options[0].description: missing'],
    ['five options', item('q', { options: ['a', 'b', 'c', 'd', 'e'].map((one) => option(one)) }), 'options: too_many'],
    ['the reserved label Other', item('q', { options: [option('a'), option('Other')] }), 'options[1].label: reserved'],
    [
      'the reserved label Type something.',
      item('q', { options: [option('Type something.'), option('b')] }),
      'options[0].label: reserved',
    ],
    ['the reserved label Next', item('q', { options: [option('Next'), option('b')] }), 'options[0].label: reserved'],
  ])('warns about %s, and refuses it if strict [R-LIMITS]', (_name, question, issue) => {
    expect(warningsOf(rpiv.parse(ask(question)))).toEqual([`questions[0].${issue}`]);
    expect(issuesOf(rpiv.parse(ask(question), { strict: true }))).toEqual([`questions[0].${issue}`]);
  });

  it('accepts lengths exactly at the limits [R-LIMITS]', () => {
    const question = item('q', { header: 'x'.repeat(16), options: [option('x'.repeat(60)), option('other')] });
    expect(warningsOf(rpiv.parse(ask(question), { strict: true }))).toEqual([]);
  });
});

describe('rpiv.formatRequest', () => {
  it('adds the fields that the tool requires', () => {
    const questions = [
      { id: 'x', question: 'Q?', options: [{ label: 'a' }, { label: 'b', preview: 'p' }], multiSelect: false },
    ];
    expect(rpiv.formatRequest({ requestId: 'r', questions })).toEqual({
      ok: true,
      value: {
        questions: [
          {
            question: 'Q?',
            header: 'Question 1',
            multiSelect: false,
            options: [
              { label: 'a', description: '' },
              { label: 'b', description: '', preview: 'p' },
            ],
          },
        ],
      },
      warnings: [],
    });
  });

  it.each([
    ['a question without options', [], 'questions[0].options: too_few'],
    ['a reserved label', [{ label: 'Next' }, { label: 'b' }], 'questions[0].options[0].label: reserved'],
  ])('refuses %s, as the tool would', (_name, options, issue) => {
    const questions = [{ id: 'x', question: 'Q?', options, multiSelect: false }];
    expect(issuesOf(rpiv.formatRequest({ requestId: 'r', questions }))).toEqual([issue]);
  });
});

describe('rpiv.parseResult', () => {
  const request = valueOf(rpiv.parse(ask(item('q'))));

  it.each([
    ['a decline', {}, 'cancelled'],
    ['an error of the dialog', { error: 'no_custom_ui' }, 'unavailable'],
    ['a refused call', { error: 'duplicate_question' }, 'invalid'],
  ])('reads %s', (_name, more, status) => {
    expect(valueOf(rpiv.parseResult({ answers: [], cancelled: true, ...more }, request)).status).toBe(status);
  });

  it('warns about a note on all questions', () => {
    const answers = [{ questionIndex: 0, question: 'q', kind: 'option', answer: 'b' }];
    const read = rpiv.parseResult({ answers, cancelled: false, globalNote: 'fine' }, request);
    expect(valueOf(read)).toEqual(answer(request, { selected: [1] }));
    expect(warningsOf(read)).toEqual(['globalNote: lost']);
    expect(warningsOf(rpiv.parseResult({ answers, cancelled: false }, request))).toEqual([]);
  });

  it.each([undefined, null, 'x', {}, { answers: {} }])('refuses %j', (wire) => {
    expect(issuesOf(rpiv.parseResult(wire, request))).toEqual([': type']);
  });
});

describe('detectDialect', () => {
  it('detects rpiv by its event for other extensions', () => {
    const event = ask(
      item('q', {
        multiSelect: false,
        options: [option('a', { hasPreview: false }), option('b', { hasPreview: true })],
      }),
    );
    expect(detectDialect(event)).toEqual({ ok: true, dialect: rpiv });
    expect(warningsOf(rpiv.parse(event, { strict: true }))).toEqual([]);
  });

  it.each([[ASK], [{ questions: [{ hasPreview: true }] }], [{ questions: [{ options: 'x' }] }], [null]])(
    'does not detect rpiv in %j',
    (input) => {
      expect(rpiv.matches(input)).toBe(false);
    },
  );
});

it('rpiv.tool has the fields and the limits of `ask_user_question` [R-TOOL]', () => {
  const { name, inputSchema } = rpiv.tool;
  const questions = inputSchema.properties?.['questions'];
  const { properties, required } = questions?.items ?? {};
  expect(name).toBe('ask_user_question');
  expect([questions?.minItems, questions?.maxItems]).toEqual([1, 4]);
  expect(required).toEqual(['question', 'header', 'options']);
  expect(properties?.['header']?.maxLength).toBe(16);
  expect([properties?.['options']?.minItems, properties?.['options']?.maxItems]).toEqual([2, 4]);
  expect(properties?.['options']?.items?.required).toEqual(['label', 'description']);
  expect(properties?.['options']?.items?.properties?.['label']?.maxLength).toBe(60);
});
