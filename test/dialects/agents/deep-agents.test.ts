import { describe, expect, it } from 'vitest';
import type { UnansweredResult } from '../../../src/core/answer/types.js';
import { deepAgents, detectDialect, getLosses } from '../../../src/dialects/index.js';
import { answer, ENDINGS, HOSTILE, issuesOf, NO_METADATA, run, valueOf, warningsOf } from '../helpers.js';

const choices = (...values: readonly string[]) => values.map((value) => ({ value }));
const text = { question: 'Name?', type: 'text' };
const one = { question: 'Which database?', type: 'multiple_choice', choices: choices('Postgres', 'SQLite') };
const many = {
  question: 'Which regions?',
  type: 'multi_select',
  choices: choices('Austin, TX', 'the "hub"', 'Lima\nPeru'),
  required: false,
};
const questions = [text, one, many];
const interrupt = { type: 'ask_user', questions, tool_call_id: 'call_1' };
const item = { id: 'int_1', value: interrupt };
const skipped = { selected: [], skipped: true } as const;

describe('deepAgents returns the value that resumes the graph [R-RESULT]', () => {
  it.each([
    [
      'custom text, an option and several options',
      [{ selected: [], custom: 'Ada' }, { selected: [1] }, { selected: [2, 0] }],
      ['Ada', 'SQLite', '["Austin, TX", "Lima\\nPeru"]'],
    ],
    [
      'custom text after selected options',
      [
        { selected: [], custom: '__proto__' },
        { selected: [], custom: 'none, yet' },
        { selected: [1], custom: 'Oslo, "N"' },
      ],
      ['__proto__', 'none, yet', '["the \\"hub\\"", "Oslo, \\"N\\""]'],
    ],
    ['a skipped question', [{ selected: [], custom: 'Ada' }, { selected: [0] }, skipped], ['Ada', 'Postgres', '[]']],
    [
      'notes, which are lost',
      [{ selected: [], custom: 'Ada', notes: 'n' }, { selected: [0] }, skipped],
      ['Ada', 'Postgres', '[]'],
    ],
  ])('for %s', (_name, replies, answers) => {
    const state = { messages: [], __interrupt__: [item] };
    for (const input of [{ questions }, interrupt, item, [item], state, JSON.stringify(state)]) {
      const { wire, request, result } = run(deepAgents, input, ...replies);
      expect(wire).toStrictEqual({ type: 'answered', status: 'answered', answers });
      const said = replies.some((reply) => 'notes' in reply) ? ['answers[0].notes'] : [];
      expect(getLosses(deepAgents, result, request).map(({ path }) => path)).toEqual(said);
    }
  });

  it('with empty text for an optional question without options', () => {
    const { wire } = run(deepAgents, { questions: [{ ...text, required: false }] }, skipped);
    expect(wire.answers).toStrictEqual(['']);
  });

  it('in order, with equal texts and `__proto__` kept apart [R-ID]', () => {
    const same = ['__proto__', 'q', 'q'].map((question) => ({ ...one, question }));
    const replies = [{ selected: [0] }, { selected: [1] }, { selected: [], custom: 'x' }] as const;
    expect(run(deepAgents, { questions: same }, ...replies).wire.answers).toStrictEqual(['Postgres', 'SQLite', 'x']);
  });

  it('with the transcript of the tool as the model text', () => {
    const replies = [{ selected: [], custom: 'Ada' }, { selected: [1] }, { selected: [0], custom: 'Oslo' }] as const;
    expect(run(deepAgents, interrupt, ...replies).text).toBe(
      'Q: Name?\nA: Ada\n\nQ: Which database?\nA: SQLite\n\nQ: Which regions?\nA: ["Austin, TX", "Oslo"]',
    );
    expect(run(deepAgents, interrupt, ...replies.slice(0, 2), skipped).text).toMatch(/\nA: \[\]$/);
  });

  it.each(ENDINGS)('for $status, with the status for every question in the model text', (ending) => {
    const request = valueOf(deepAgents.parse({ questions: [text, one] }));
    const wire = deepAgents.formatResult(ending, request);
    const said = deepAgents.toModelText(ending, request);
    if (ending.status === 'cancelled') {
      expect(wire).toStrictEqual({ type: 'cancelled', status: 'cancelled' });
      expect(said).toBe(
        'Q: Name?\nA: (cancelled)\n\nQ: Which database?\nA: (cancelled) Nobody answered and no option was chosen.',
      );
      return;
    }
    const error = 'error' in wire ? wire.error : '';
    expect(wire).toStrictEqual({ type: 'error', status: 'error', error });
    expect(error).toContain('no option was chosen');
    expect(said).toBe(`Q: Name?\nA: (error: ${error})\n\nQ: Which database?\nA: (error: ${error})`);
  });

  it.each<[UnansweredResult, string]>([
    [
      { status: 'declined', reason: 'no time' },
      'The user declined to answer. Nobody answered and no option was chosen. Reason: "no time".',
    ],
    [{ status: 'connectionLost' }, 'The connection to the user was lost. Nobody answered and no option was chosen.'],
  ])('with the reason for the status in the error: $status', (ending, error) => {
    const request = valueOf(deepAgents.parse(interrupt));
    expect(deepAgents.formatResult(ending, request)).toStrictEqual({ type: 'error', status: 'error', error });
  });
});

describe('deepAgents.parse [R-PARSE]', () => {
  it.each(HOSTILE)('refuses %s with issues', (_name, input) => {
    expect(issuesOf(deepAgents.parse(input)).length).toBeGreaterThan(0);
  });

  it('reads types, choices and `required`', () => {
    expect(valueOf(deepAgents.parse(interrupt, { strict: true })).questions).toStrictEqual([
      { id: 'q1', question: 'Name?', options: [], multiSelect: false, constraints: { required: true } },
      {
        id: 'q2',
        question: 'Which database?',
        options: [{ label: 'Postgres' }, { label: 'SQLite' }],
        multiSelect: false,
        constraints: { required: true },
      },
      {
        id: 'q3',
        question: 'Which regions?',
        options: [{ label: 'Austin, TX' }, { label: 'the "hub"' }, { label: 'Lima\nPeru' }],
        multiSelect: true,
        constraints: { required: false },
      },
    ]);
  });

  it('stores the ids that the resume needs', () => {
    expect(valueOf(deepAgents.parse(item))).toMatchObject({
      requestId: 'int_1',
      metadata: { interruptId: 'int_1', toolCallId: 'call_1' },
      raw: item,
    });
    expect(valueOf(deepAgents.parse(interrupt))).toMatchObject({ requestId: 'call_1', raw: interrupt });
    expect(valueOf(deepAgents.parse(item, { requestId: 'mine' })).requestId).toBe('mine');
    expect(valueOf(deepAgents.parse({ questions }))).not.toHaveProperty('metadata');
  });

  it('skips the interrupts of other tools, and refuses a second question', () => {
    const approval = { id: 'int_0', value: { action_requests: [] } };
    expect(valueOf(deepAgents.parse({ __interrupt__: [approval, item] })).requestId).toBe('int_1');
    expect(issuesOf(deepAgents.parse([item, { ...item, id: 'int_2' }]))).toEqual(['__interrupt__: too_many']);
    expect(issuesOf(deepAgents.parse({ __interrupt__: [approval] }))).toEqual(['questions: missing']);
  });

  it.each([
    ['a question without a type', { question: 'q' }, ['questions[0].type: missing']],
    ['an unknown type', { question: 'q', type: 'yesno' }, ['questions[0].type: type']],
    ['choices for a text question', { ...text, choices: choices('a') }, ['questions[0].choices: type']],
    ['an empty list of choices', { ...one, choices: [] }, ['questions[0].choices: too_few']],
    ['a blank choice', { ...one, choices: choices(' ', 'b') }, ['questions[0].choices[0].value: empty']],
    ['a string for `required`', { ...one, required: 'false' }, ['questions[0].required: type']],
    ['a blank question', { ...text, question: ' ' }, ['questions[0].question: empty']],
  ])('warns about %s, and refuses it if strict [R-LIMITS]', (_name, question, expected) => {
    expect(warningsOf(deepAgents.parse({ questions: [question] }))).toEqual(expected);
    expect(issuesOf(deepAgents.parse({ questions: [question] }, { strict: true }))).toEqual(expected);
  });
});

describe('deepAgents.formatRequest and deepAgents.parseResult', () => {
  it('write what parse reads, without the interrupt around it', () => {
    expect(deepAgents.formatRequest(valueOf(deepAgents.parse(item)))).toStrictEqual({
      ok: true,
      value: { questions: [text, one, many] },
      warnings: [NO_METADATA],
    });
  });

  it('warn about what the wire format cannot represent', () => {
    const request = {
      requestId: 'r',
      questions: [
        {
          id: 'a',
          question: 'q',
          header: 'h',
          context: 'c',
          options: [{ label: 'x', description: 'd', preview: 'p' }],
          multiSelect: true,
          constraints: { required: true, allowCustom: false },
        },
      ],
    };
    expect(warningsOf(deepAgents.formatRequest(request)).toSorted()).toEqual([
      'questions[0].constraints.allowCustom: lost',
      'questions[0].context: lost',
      'questions[0].header: lost',
      'questions[0].options[0].description: lost',
      'questions[0].options[0].preview: lost',
    ]);
  });

  it.each([
    ['a status alone', { status: 'cancelled', answers: ['', '', ''] }, { status: 'cancelled' }],
    ['a type alone', { type: 'cancelled' }, { status: 'cancelled' }],
    [
      "another host's error",
      { status: 'error', error: 'ask_user not supported by this UI', answers: [] },
      { status: 'unavailable', reason: 'ask_user not supported by this UI' },
    ],
  ])('read %s', (_name, wire, expected) => {
    const request = valueOf(deepAgents.parse(interrupt));
    expect(valueOf(deepAgents.parseResult(wire, request))).toStrictEqual(expected);
  });

  it('read an answer that is not a JSON list as custom text, and never split it', () => {
    const request = valueOf(deepAgents.parse(interrupt));
    const wire = { answers: ['Ada', 'SQLite', 'Austin, TX'] };
    expect(valueOf(deepAgents.parseResult(wire, request))).toStrictEqual(
      answer(request, { selected: [], custom: 'Ada' }, { selected: [1] }, { selected: [0] }),
    );
    const words = { answers: ['Ada', 'SQLite', 'Lima, Oslo'] };
    expect(valueOf(deepAgents.parseResult(words, request))).toMatchObject({
      answers: [{}, {}, { custom: 'Lima, Oslo' }],
    });
  });

  it.each([
    ['too few answers', { status: 'answered', answers: ['a'] }, [': type']],
    ['no answers', { status: 'answered' }, [': type']],
    ['a string', 'cancelled', [': type']],
    ['an empty answer to a required question', { answers: ['', 'SQLite', '[]'] }, ['replies[0]: unanswered']],
  ])('refuse %s', (_name, wire, expected) => {
    expect(issuesOf(deepAgents.parseResult(wire, valueOf(deepAgents.parse(interrupt))))).toEqual(expected);
  });

  it('cannot represent which of two equal labels was selected, or custom text that equals a label', () => {
    const request = valueOf(deepAgents.parse({ questions: [{ ...one, choices: choices('a', 'a', 'b') }] }));
    const paths = (reply: Parameters<typeof answer>[1]) =>
      getLosses(deepAgents, answer(request, reply), request).map(({ path }) => path);
    expect(paths({ selected: [1] })).toEqual(['answers[0]']);
    expect(paths({ selected: [], custom: 'b' })).toEqual(['answers[0]']);
    expect(paths({ selected: [2] })).toEqual([]);
  });
});

describe('deepAgents detection', () => {
  it.each([
    ['the arguments of the tool', { questions }],
    ['the interrupt', interrupt],
    ['an interrupt with text questions only', { type: 'ask_user', questions: [text], tool_call_id: 'c' }],
    ['a state with an interrupt', { __interrupt__: [item] }],
  ])('matches %s', (_name, input) => {
    expect(detectDialect(input)).toMatchObject({ ok: true, dialect: { name: 'deepAgents' } });
  });

  it.each([
    ['text questions only, which other dialects write, too', { questions: [text] }],
    ['the plain shape', { questions: [{ question: 'q', options: ['a', 'b'] }] }],
    ['the types of another dialect', { questions: [{ question: 'q', header: 'h', type: 'choice', options: [] }] }],
    ['nothing', null],
  ])('does not match %s', (_name, input) => {
    expect(deepAgents.matches(input)).toBe(false);
  });

  it('does not affect deepAgents.tool, which has the schema of the tool [R-TOOL]', () => {
    expect(deepAgents.tool).toMatchObject({ name: 'ask_user' });
    const items = deepAgents.tool.inputSchema.properties?.['questions']?.items;
    expect(items?.required).toEqual(['question', 'type']);
    expect(Object.keys(items?.properties ?? {})).toEqual(['question', 'type', 'choices', 'required']);
  });
});
