import { describe, expect, it } from 'vitest';
import type { UnansweredResult } from '../../../src/core/answer/types.js';
import { detectDialect, getLosses, piAskUser } from '../../../src/dialects/index.js';
import { answer, ENDINGS, HOSTILE, issuesOf, run, valueOf, warningsOf } from '../helpers.js';

const NOBODY = 'Nobody answered and no option was chosen.';
const ASK = {
  question: 'Which option should we use?',
  context: 'We are choosing a deploy target.',
  options: [{ title: 'staging' }, { title: 'production, live', description: 'Customer-facing' }],
};
const ECHO = { question: ASK.question, context: ASK.context, options: ASK.options };
const skipped = { selected: [], skipped: true } as const;

describe('piAskUser returns the details and the text of its tool [R-RESULT]', () => {
  it.each([
    ['an option', {}, { selected: [1] }, { kind: 'selection', selections: ['production, live'] }, 'production, live'],
    [
      'an option and notes',
      {},
      { selected: [0], notes: 'for now' },
      { kind: 'selection', selections: ['staging'], comment: 'for now' },
      'staging — for now',
    ],
    [
      'choices',
      { allowMultiple: true },
      { selected: [0, 1] },
      { kind: 'selection', selections: ['staging', 'production, live'] },
      'staging, production, live',
    ],
    [
      'custom text with a selected option',
      { allowMultiple: true },
      { selected: [0], custom: 'mine' },
      { kind: 'selection', selections: ['staging', 'mine'] },
      'staging, mine',
    ],
    ['custom text', {}, { selected: [], custom: ' mine' }, { kind: 'freeform', text: ' mine' }, ' mine'],
  ])('for %s', (_name, more, reply, response, said) => {
    const { request, result, wire, text } = run(piAskUser, { ...ASK, ...more }, reply);
    expect(wire).toStrictEqual({ ...ECHO, response, cancelled: false });
    expect(text).toBe(`User answered: ${said}`);
    expect(valueOf(piAskUser.parseResult(wire, request))).toEqual(result);
    expect(getLosses(piAskUser, result, request)).toEqual([]);
  });

  it('for a skipped question', () => {
    const { request, result, wire, text } = run(piAskUser, ASK, skipped);
    expect(wire).toStrictEqual({ ...ECHO, response: null, cancelled: false });
    expect(text).toBe(`The user skipped, and chose no option for: "${ASK.question}".`);
    expect(valueOf(piAskUser.parseResult(wire, request))).toEqual(result);
  });

  it('with notes on custom text only in the model text', () => {
    const { request, result, wire, text } = run(piAskUser, ASK, { selected: [], custom: 'mine', notes: 'soon' });
    expect(wire.response).toStrictEqual({ kind: 'freeform', text: 'mine' });
    expect(text).toBe('User answered: mine — soon');
    expect(getLosses(piAskUser, result, request)).toMatchObject([{ code: 'lost', path: 'answers[0].notes' }]);
  });

  it('without a blank context', () => {
    expect(run(piAskUser, { question: 'Why?', context: ' ' }, { selected: [], custom: 'x' }).wire).toStrictEqual({
      question: 'Why?',
      options: [],
      response: { kind: 'freeform', text: 'x' },
      cancelled: false,
    });
  });

  it.each(ENDINGS)('as cancelled or as an error for $status', (ending) => {
    const request = valueOf(piAskUser.parse(ASK));
    const text = piAskUser.toModelText(ending, request);
    const asCancelled: readonly UnansweredResult['status'][] = ['cancelled', 'declined', 'timedOut'];
    expect(piAskUser.formatResult(ending, request)).toStrictEqual(
      asCancelled.includes(ending.status) ? { ...ECHO, response: null, cancelled: true } : { error: text },
    );
    expect(text.startsWith(`User cancelled the question. ${NOBODY}`)).toBe(ending.status === 'cancelled');
    expect(text).toContain(NOBODY);
    const lossy = ending.status === 'declined' || ending.status === 'timedOut';
    expect(getLosses(piAskUser, ending, request)).toHaveLength(Number(lossy));
  });

  it('with the reason in the error', () => {
    const request = valueOf(piAskUser.parse(ASK));
    const ending = { status: 'superseded', reason: 'a message' } as const;
    expect(valueOf(piAskUser.parseResult(piAskUser.formatResult(ending, request), request))).toEqual(ending);
  });

  it('for a call that could not be parsed', () => {
    const none = { requestId: 'r', questions: [], raw: 5 };
    expect(piAskUser.formatResult({ status: 'cancelled' }, none)).toStrictEqual({
      question: '',
      options: [],
      response: null,
      cancelled: true,
    });
  });
});

describe('piAskUser [R-ID]', () => {
  it.each([
    ['equal labels', { options: ['a', 'a'] }, { selected: [1] }, 1],
    [
      'custom text that equals a label, with a selected option',
      { options: ['a', 'b'], allowMultiple: true },
      { selected: [0], custom: 'b' },
      1,
    ],
    ['custom text alone that equals a label', { options: ['a', 'b'] }, { selected: [], custom: 'b' }, 0],
    ['a label with a comma', { options: ['a', 'a, a'], allowMultiple: true }, { selected: [1] }, 0],
    ['__proto__', { question: '__proto__', options: ['__proto__'] }, { selected: [0] }, 0],
  ])('reports its losses for %s', (_name, more, reply, losses) => {
    const { request, result } = run(piAskUser, { question: 'q', ...more }, reply);
    expect(getLosses(piAskUser, result, request)).toHaveLength(losses);
  });
});

describe('piAskUser.parse [R-PARSE]', () => {
  it.each(HOSTILE)('refuses %s with issues', (_name, input) => {
    expect(issuesOf(piAskUser.parse(input)).length).toBeGreaterThan(0);
  });

  it('accepts what the schema of the tool accepts, as JSON text too', () => {
    for (const input of [ASK, JSON.stringify(ASK), { ...ASK, options: JSON.stringify(ASK.options) }]) {
      const parsed = piAskUser.parse(input, { strict: true });
      expect(warningsOf(parsed)).toEqual([]);
      expect(valueOf(parsed).questions).toEqual([
        {
          id: 'q1',
          question: ASK.question,
          context: ASK.context,
          options: [{ label: 'staging' }, { label: 'production, live', description: 'Customer-facing' }],
          multiSelect: false,
        },
      ]);
    }
  });

  it.each(['title', 'label', 'text', 'value', 'name', 'option'])('reads a label from `%s`', (name) => {
    const parsed = piAskUser.parse(
      { question: 'q', options: [{ [name]: 'a', description: 'd' }, 'b'] },
      { strict: true },
    );
    expect(warningsOf(parsed)).toEqual([]);
    expect(valueOf(parsed).questions[0]?.options).toEqual([{ label: 'a', description: 'd' }, { label: 'b' }]);
  });

  it('prefers the title to other names of a label', () => {
    const options = [
      { name: 'n', value: 'v', text: 't', label: 'l', title: 'T' },
      { name: 'n', value: 'v' },
    ];
    expect(valueOf(piAskUser.parse({ question: 'q', options })).questions[0]?.options).toEqual([
      { label: 'T' },
      { label: 'v' },
    ]);
  });

  it('names a missing title in its issue', () => {
    const parsed = piAskUser.parse({ question: 'q', options: [{ description: 'd' }] });
    expect(issuesOf(parsed)).toEqual(['options[0].title: missing']);
  });

  it.each([
    ['`allowFreeform: false`', { allowFreeform: false }, { allowCustom: false }],
    ['`allowFreeform: true`', { allowFreeform: true }, undefined],
    ['`allowFreeform: false` without options', { allowFreeform: false, options: [] }, undefined],
  ])('reads %s', (_name, more, constraints) => {
    expect(valueOf(piAskUser.parse({ ...ASK, ...more })).questions[0]?.constraints).toEqual(constraints);
  });

  it('copies the fields that the host decides about into `metadata`', () => {
    const { metadata } = valueOf(piAskUser.parse({ ...ASK, allowComment: true, displayMode: 'inline', timeout: 5000 }));
    expect(metadata).toEqual({ allowComment: true, displayMode: 'inline', timeout: 5000 });
    expect(valueOf(piAskUser.parse(ASK))).not.toHaveProperty('metadata');
  });

  it('refuses a second question', () => {
    expect(issuesOf(piAskUser.parse({ questions: [ASK, ASK] }))).toEqual(['questions: too_many']);
  });
});

describe('piAskUser.formatRequest', () => {
  it('writes what parse reads', () => {
    const input = { ...ASK, allowMultiple: true, allowFreeform: false };
    expect(piAskUser.formatRequest(valueOf(piAskUser.parse(input)))).toEqual({ ok: true, value: input, warnings: [] });
  });

  it('warns about what its wire format cannot represent', () => {
    const question = {
      id: 'x',
      question: 'q',
      header: 'H',
      options: [{ label: 'a', preview: 'p' }],
      multiSelect: false,
    };
    const written = piAskUser.formatRequest({
      requestId: 'r',
      questions: [{ ...question, constraints: { required: true } }],
    });
    expect(valueOf(written)).toEqual({ question: 'q', options: [{ title: 'a' }], allowMultiple: false });
    expect(warningsOf(written)).toEqual([
      'questions[0].header: lost',
      'questions[0].options[0].preview: lost',
      'questions[0].constraints.required: lost',
    ]);
  });

  it('refuses several questions', () => {
    const question = { id: 'x', question: 'q', options: [], multiSelect: false };
    const written = piAskUser.formatRequest({ requestId: 'r', questions: [question, { ...question, id: 'y' }] });
    expect(issuesOf(written)).toEqual(['questions: too_many']);
  });
});

describe('piAskUser.parseResult', () => {
  const request = valueOf(piAskUser.parse(ASK));

  it('reads an error of another host as `unavailable`', () => {
    const read = piAskUser.parseResult({ error: 'no terminal' }, request);
    expect(valueOf(read)).toEqual({ status: 'unavailable', reason: 'no terminal' });
  });

  it('reads a response without the question', () => {
    const wire = { response: { kind: 'selection', selections: ['staging'] }, cancelled: false };
    expect(valueOf(piAskUser.parseResult(wire, request))).toEqual(answer(request, { selected: [0] }));
  });

  it.each([undefined, null, 'x', {}, { response: 'a' }, { response: null }])('refuses %j', (wire) => {
    expect(issuesOf(piAskUser.parseResult(wire, request))).toEqual([': type']);
  });
});

describe('detectDialect', () => {
  it.each(['allowMultiple', 'allowFreeform', 'allowComment'])('detects piAskUser by `%s`', (name) => {
    expect(detectDialect({ ...ASK, [name]: false })).toEqual({ ok: true, dialect: piAskUser });
  });

  it('detects piAskUser by the titles of its options', () => {
    expect(detectDialect(ASK)).toEqual({ ok: true, dialect: piAskUser });
  });

  it.each([
    [{ ...ASK, options: ['staging', { label: 'production' }] }],
    [{ question: 'q' }],
    [{ questions: [{ question: 'q', allowMultiple: true }] }],
    [null],
  ])('does not detect piAskUser in %j', (input) => {
    expect(piAskUser.matches(input)).toBe(false);
  });
});

it('piAskUser.tool has the fields of `ask_user` [R-TOOL]', () => {
  const { name, inputSchema } = piAskUser.tool;
  expect(name).toBe('ask_user');
  expect(Object.keys(inputSchema.properties ?? {})).toEqual([
    'question',
    'context',
    'options',
    'allowMultiple',
    'allowFreeform',
    'allowComment',
    'displayMode',
    'timeout',
  ]);
  expect(inputSchema.required).toEqual(['question']);
  expect(inputSchema.properties?.['options']?.items?.required).toEqual(['title']);
});
