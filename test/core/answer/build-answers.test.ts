import { describe, expect, it } from 'vitest';
import { buildAnswers, toReplyOf } from '../../../src/core/answer/build-answers.js';
import type { Answer, Reply } from '../../../src/core/answer/types.js';
import type { AskUserRequest, Question } from '../../../src/core/question/types.js';

const question = (id: string, labels: readonly string[], fields: Partial<Question> = {}): Question => ({
  id,
  question: `${id}?`,
  options: labels.map((label) => ({ label })),
  multiSelect: false,
  ...fields,
});
const ONE = question('one', ['A', 'B']);
const MANY = question('many', ['A', 'B', 'C'], { multiSelect: true });
const TEXT = question('text', []);
const FIXED = question('fixed', ['A', 'B'], { constraints: { allowCustom: false } });

const ask = (...questions: readonly Question[]): AskUserRequest => ({ requestId: 'r', questions });

function built(request: AskUserRequest, ...replies: readonly Reply[]): readonly Answer[] {
  const result = buildAnswers(request, replies);
  if (!result.ok) throw new Error(JSON.stringify(result.issues));
  expect(result.warnings).toEqual([]);
  return result.value;
}

/** Returns the answer to the request's only question. */
function answerTo(asked: Question, reply: Omit<Reply, 'questionId'>): Answer | undefined {
  return built(ask(asked), { questionId: asked.id, ...reply })[0];
}

function refusals(request: AskUserRequest, ...replies: readonly Reply[]): readonly string[] {
  const result = buildAnswers(request, replies);
  if (result.ok) throw new Error('accepted');
  for (const { message } of result.issues) expect(message).toMatch(/^[A-Z].*\.$/s);
  return result.issues.map(({ code, path }) => `${code} ${path}`);
}

describe('a reply that was accepted as recommended [R-TAKE]', () => {
  const MARKED = question('db', ['A', 'B (Recommended)']);

  it('has the mark in its answer', () => {
    const answer = answerTo(MARKED, { selected: [1], recommended: true, notes: 'note' });
    expect(answer).toEqual({
      questionId: 'db',
      question: 'db?',
      answer: 'B (Recommended)',
      text: 'B (Recommended)',
      selectedOption: 'B (Recommended)',
      wasCustom: false,
      selected: [{ index: 1, label: 'B (Recommended)' }],
      notes: 'note',
      recommended: true,
    });
    expect(answer && toReplyOf(answer)).toEqual({ questionId: 'db', selected: [1], recommended: true, notes: 'note' });
  });

  it.each<[string, Question, Omit<Reply, 'questionId'>]>([
    ['another option', MARKED, { selected: [0] }],
    ['custom text', MARKED, { selected: [], custom: 'else' }],
    ['a skipped question', MARKED, { selected: [], skipped: true }],
    ['no marked option', ONE, { selected: [0] }],
    ['two marked options', question('two', ['A (Recommended)', 'B (Recommended)']), { selected: [0] }],
    ['several answers', { ...MARKED, multiSelect: true }, { selected: [1] }],
    ['a question without options', TEXT, { selected: [], custom: 'B (Recommended)' }],
  ])('is refused with %s', (_, asked, reply) => {
    expect(refusals(ask(asked), { questionId: asked.id, ...reply, recommended: true })).toEqual([
      'not_recommended replies[0].recommended',
    ]);
  });
});

describe('buildAnswers', () => {
  it.each<[string, Question, Omit<Reply, 'questionId'>, Partial<Answer>]>([
    [
      'an option',
      ONE,
      { selected: [1] },
      { answer: 'B', text: 'B', selectedOption: 'B', wasCustom: false, selected: [{ index: 1, label: 'B' }] },
    ],
    [
      'custom text instead of an option',
      ONE,
      { selected: [], custom: 'else' },
      { answer: 'else', text: 'else', wasCustom: true, selected: [], custom: 'else' },
    ],
    [
      'custom text without options',
      TEXT,
      { selected: [], custom: 'else' },
      { answer: 'else', text: 'else', wasCustom: true, selected: [], custom: 'else' },
    ],
    [
      'custom text without options, even if `allowCustom` is false',
      { ...TEXT, constraints: { allowCustom: false } },
      { selected: [], custom: 'else' },
      { answer: 'else', text: 'else', wasCustom: true, selected: [], custom: 'else' },
    ],
    [
      'several options, in option order',
      MANY,
      { selected: [2, 0] },
      {
        answer: ['A', 'C'],
        text: 'A, C',
        wasCustom: false,
        selected: [
          { index: 0, label: 'A' },
          { index: 2, label: 'C' },
        ],
      },
    ],
    [
      'several options and custom text, which comes last',
      MANY,
      { selected: [1], custom: 'else', notes: 'a remark' },
      {
        answer: ['B', 'else'],
        text: 'B, else',
        wasCustom: true,
        selected: [{ index: 1, label: 'B' }],
        custom: 'else',
        notes: 'a remark',
      },
    ],
    [
      'a list of one option for a multi-select question',
      MANY,
      { selected: [1] },
      { answer: ['B'], text: 'B', wasCustom: false, selected: [{ index: 1, label: 'B' }] },
    ],
    [
      'a skip',
      MANY,
      { selected: [], skipped: true },
      { answer: '', text: '', wasCustom: false, selected: [], skipped: true },
    ],
    [
      'a skip with notes',
      ONE,
      { selected: [], skipped: true, notes: 'later' },
      { answer: '', text: '', wasCustom: false, selected: [], skipped: true, notes: 'later' },
    ],
    [
      'an option, without blank custom text and notes',
      ONE,
      { selected: [0], custom: ' ', notes: '\n' },
      { answer: 'A', text: 'A', selectedOption: 'A', wasCustom: false, selected: [{ index: 0, label: 'A' }] },
    ],
  ])('builds the answer from a reply: %s [R-RESULT]', (_name, asked, reply, answer) => {
    // Strict, because an absent field must not be present as undefined.
    expect(answerTo(asked, reply)).toStrictEqual({ questionId: asked.id, question: asked.question, ...answer });
  });

  it('copies the preview of each selected option into the answer [R-RESULT]', () => {
    const asked = {
      ...MANY,
      options: [{ label: 'A', preview: '<b>a</b>' }, { label: 'B', preview: '' }, { label: 'C' }],
    };
    expect(answerTo(asked, { selected: [0, 1, 2] })?.selected).toStrictEqual([
      { index: 0, label: 'A', preview: '<b>a</b>' },
      { index: 1, label: 'B', preview: '' },
      { index: 2, label: 'C' },
    ]);
  });

  it('answers with the label of an option, not with its `value` [R-VERBATIM]', () => {
    const asked = { ...ONE, options: [{ label: 'A', value: 'a-1', description: 'first' }] };
    expect(answerTo(asked, { selected: [0] })).toMatchObject({ answer: 'A', selected: [{ index: 0, label: 'A' }] });
  });

  it('returns the answers in question order for replies in any order', () => {
    const replies: readonly Reply[] = [
      { questionId: 'text', selected: [], custom: 'x' },
      { questionId: 'many', selected: [0] },
      { questionId: 'one', selected: [1] },
    ];
    expect(built(ask(ONE, MANY, TEXT), ...replies).map(({ questionId }) => questionId)).toEqual([
      'one',
      'many',
      'text',
    ]);
  });

  it('returns no answers for a request without questions', () => {
    expect(built(ask())).toEqual([]);
  });

  it('does not mutate the replies', () => {
    const reply: Reply = Object.freeze({ questionId: 'many', selected: Object.freeze([2, 0]) });
    expect(built(ask(MANY), reply)[0]?.answer).toEqual(['A', 'C']);
    expect(reply.selected).toEqual([2, 0]);
  });
});

describe('buildAnswers for any text in a reply', () => {
  const TEXTS = [
    'a, b',
    ', ',
    '  padded\t',
    'line\r\nline\n',
    '"quoted" \\ and {"json":1}',
    '\uD800',
    'x\uDC00y',
    '\u0000\u001B[31m',
    '\u202Eabc\u2066\u200B',
    '\u0065\u0301 \u00E9',
    '__proto__',
    'constructor',
    'Other',
    'null',
    '[object Object]',
    `${'x'.repeat(100_000)}😀`,
  ];

  it.each(TEXTS.map((text) => [JSON.stringify(text).slice(0, 30), text]))(
    'preserves %s byte for byte [R-VERBATIM]',
    (_name, text) => {
      const asked = question(text, [text, `${text}!`], { question: text, multiSelect: true });
      const answer = answerTo(asked, { selected: [0, 1], custom: text, notes: text });
      expect(answer).toEqual({
        questionId: text,
        question: text,
        answer: [text, `${text}!`, text],
        text: `${text}, ${text}!, ${text}`,
        wasCustom: true,
        selected: [
          { index: 0, label: text },
          { index: 1, label: `${text}!` },
        ],
        custom: text,
        notes: text,
      });
    },
  );

  it('distinguishes equal labels and equal questions by index and id [R-ID]', () => {
    const twins = question('one', ['A', 'A'], { question: 'Same?' });
    const again = question('two', ['A', 'A'], { question: 'Same?' });
    const answers = built(
      ask(twins, again),
      { questionId: 'two', selected: [0] },
      { questionId: 'one', selected: [1] },
    );
    expect(answers).toMatchObject([
      { questionId: 'one', selected: [{ index: 1 }] },
      { questionId: 'two', selected: [{ index: 0 }] },
    ]);
  });

  it('accepts any string as a question id [R-ID]', () => {
    const ids = ['', '__proto__', 'constructor', 'toString', 'length', '0'];
    const request = ask(...ids.map((id) => question(id, ['A', 'B'])));
    const answers = built(request, ...ids.map((questionId, i) => ({ questionId, selected: [i % 2] })));
    expect(answers.map(({ questionId, answer }) => [questionId, answer])).toEqual(
      ids.map((id, i) => [id, i % 2 ? 'B' : 'A']),
    );
    expect(
      refusals(ask(ONE), { questionId: 'one', selected: [0] }, { questionId: '__proto__', selected: [0] }),
    ).toEqual(['unknown_question replies[1]']);
  });

  it('accepts an option with an empty label [R-ID]', () => {
    expect(answerTo(question('one', ['']), { selected: [0] })).toMatchObject({
      answer: '',
      selectedOption: '',
      wasCustom: false,
    });
  });
});

describe('buildAnswers for an invalid reply', () => {
  const ok: Reply = { questionId: 'one', selected: [0] };
  const to = (questionId: string, fields: Partial<Reply>): Reply => ({ questionId, selected: [], ...fields });

  it.each<[string, AskUserRequest, readonly Reply[], readonly string[]]>([
    ['no reply', ask(ONE), [], ['unanswered replies']],
    [
      'no reply to some questions',
      ask(ONE, MANY, TEXT),
      [to('many', { selected: [0] })],
      ['unanswered replies', 'unanswered replies'],
    ],
    ['a reply to an unknown question', ask(ONE), [ok, to('two', { selected: [0] })], ['unknown_question replies[1]']],
    ['a reply to a request without questions', ask(), [ok], ['unknown_question replies[0]']],
    ['two replies to one question', ask(ONE), [ok, to('one', { selected: [1] })], ['duplicate_reply replies[1]']],
    ['two equal replies', ask(ONE), [ok, ok], ['duplicate_reply replies[1]']],
    ['an empty reply', ask(ONE), [to('one', {})], ['unanswered replies[0]']],
    ['blank custom text', ask(ONE), [to('one', { custom: ' \n' })], ['unanswered replies[0]']],
    ['blank custom text without options', ask(TEXT), [to('text', { custom: '\u00A0' })], ['unanswered replies[0]']],
    ['notes alone', ask(TEXT), [to('text', { notes: 'hm' })], ['unanswered replies[0]']],
    ['an unknown option', ask(ONE), [to('one', { selected: [2] })], ['unknown_option replies[0].selected[0]']],
    ['a negative option', ask(ONE), [to('one', { selected: [-1] })], ['unknown_option replies[0].selected[0]']],
    [
      'a fractional option index',
      ask(ONE),
      [to('one', { selected: [0.5] })],
      ['unknown_option replies[0].selected[0]'],
    ],
    [
      'NaN as an option index',
      ask(ONE),
      [to('one', { selected: [Number.NaN] })],
      ['unknown_option replies[0].selected[0]'],
    ],
    [
      'an option of a question without options',
      ask(TEXT),
      [to('text', { selected: [0] })],
      ['unknown_option replies[0].selected[0]'],
    ],
    [
      'one unknown option among others',
      ask(MANY),
      [to('many', { selected: [0, 9, 1] })],
      ['unknown_option replies[0].selected[1]'],
    ],
    ['an option twice', ask(MANY), [to('many', { selected: [1, 0, 1] })], ['duplicate_option replies[0].selected[2]']],
    [
      'two options for a single-select question',
      ask(ONE),
      [to('one', { selected: [0, 1] })],
      ['too_many_options replies[0]'],
    ],
    [
      'an option and custom text for a single-select question',
      ask(ONE),
      [to('one', { selected: [0], custom: 'x' })],
      ['too_many_options replies[0]'],
    ],
    [
      'custom text if `allowCustom` is false',
      ask(FIXED),
      [to('fixed', { custom: 'x' })],
      ['custom_not_allowed replies[0].custom'],
    ],
    [
      'notes if `allowNotes` is false',
      ask(question('q', ['A'], { constraints: { allowNotes: false } })),
      [to('q', { selected: [0], notes: 'x' })],
      ['allowNotes replies[0]'],
    ],
    [
      'notes of a skipped question without options if `allowNotes` is false',
      ask({ ...TEXT, constraints: { allowNotes: false } }),
      [to('text', { skipped: true, notes: 'x' })],
      ['allowNotes replies[0]'],
    ],
    [
      'notes beside custom text if they need an option',
      ask(question('q', ['A'], { constraints: { allowNotes: 'withOption' } })),
      [to('q', { custom: 'B', notes: 'x' })],
      ['allowNotes replies[0]'],
    ],
    [
      'a skip with an option',
      ask(ONE),
      [to('one', { selected: [0], skipped: true })],
      ['skipped_and_answered replies[0]'],
    ],
    [
      'a skip with custom text',
      ask(TEXT),
      [to('text', { custom: 'x', skipped: true })],
      ['skipped_and_answered replies[0]'],
    ],
    [
      'several faults at once',
      ask(ONE, MANY, TEXT),
      [to('two', {}), to('many', { selected: [7, 0, 0] }), to('one', {})],
      [
        'unknown_question replies[0]',
        'unknown_option replies[1].selected[0]',
        'duplicate_option replies[1].selected[2]',
        'unanswered replies[2]',
        'unanswered replies',
      ],
    ],
  ])('refuses %s [R-NOPHANTOM]', (_name, request, replies, issues) => {
    expect(refusals(request, ...replies)).toEqual(issues);
  });

  it('returns no answers at all if one reply is invalid [R-ATOMIC]', () => {
    expect(buildAnswers(ask(ONE, TEXT), [ok, to('text', {})])).not.toHaveProperty('value');
  });

  it('names the option and the question in the issue', () => {
    const result = buildAnswers(ask(ONE, MANY), [to('one', { selected: [7] })]);
    expect(result.ok ? [] : result.issues.map(({ message }) => message)).toEqual([
      expect.stringContaining('7'),
      expect.stringContaining('"many"'),
    ]);
  });
});
