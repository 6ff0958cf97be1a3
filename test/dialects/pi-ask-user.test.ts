import { describe, expect, it } from 'vitest';
import type { Ended } from '../../src/core/answer/types.js';
import { detectDialect, lossesOf, piAskUser, piAskUserTool } from '../../src/dialects/index.js';
import { answer, ENDINGS, HOSTILE, issuesOf, run, valueOf, warningsOf } from './helpers.js';

const NOBODY = 'Nobody answered and no option was chosen.';
const ASK = {
  question: 'Which option should we use?',
  context: 'We are choosing a deploy target.',
  options: [{ title: 'staging' }, { title: 'production, live', description: 'Customer-facing' }],
};
const ECHO = { question: ASK.question, context: ASK.context, options: ASK.options };
const skipped = { selected: [], skipped: true } as const;

describe('[R-RESULT] piAskUser gives the details and the text of its tool', () => {
  it.each([
    ['a choice', {}, { selected: [1] }, { kind: 'selection', selections: ['production, live'] }, 'production, live'],
    [
      'a choice and a comment',
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
      'own words beside choices',
      { allowMultiple: true },
      { selected: [0], custom: 'mine' },
      { kind: 'selection', selections: ['staging', 'mine'] },
      'staging, mine',
    ],
    ['own words', {}, { selected: [], custom: ' mine' }, { kind: 'freeform', text: ' mine' }, ' mine'],
  ])('for %s', (_name, more, reply, response, said) => {
    const { request, result, wire, text } = run(piAskUser, { ...ASK, ...more }, reply);
    expect(wire).toStrictEqual({ ...ECHO, response, cancelled: false });
    expect(text).toBe(`User answered: ${said}`);
    expect(valueOf(piAskUser.parseResult(wire, request))).toEqual(result);
    expect(lossesOf(piAskUser, result, request)).toEqual([]);
  });

  it('for a skipped question', () => {
    const { request, result, wire, text } = run(piAskUser, ASK, skipped);
    expect(wire).toStrictEqual({ ...ECHO, response: null, cancelled: false });
    expect(text).toBe(`The user skipped, and chose no option for: "${ASK.question}".`);
    expect(valueOf(piAskUser.parseResult(wire, request))).toEqual(result);
  });

  it('tells the model of notes beside own words, which its details have no room for', () => {
    const { request, result, wire, text } = run(piAskUser, ASK, { selected: [], custom: 'mine', notes: 'soon' });
    expect(wire.response).toStrictEqual({ kind: 'freeform', text: 'mine' });
    expect(text).toBe('User answered: mine — soon');
    expect(lossesOf(piAskUser, result, request)).toMatchObject([{ code: 'lost', path: 'answers[0].notes' }]);
  });

  it('leaves out a context that says nothing', () => {
    expect(run(piAskUser, { question: 'Why?', context: ' ' }, { selected: [], custom: 'x' }).wire).toStrictEqual({
      question: 'Why?',
      options: [],
      response: { kind: 'freeform', text: 'x' },
      cancelled: false,
    });
  });

  it.each(ENDINGS)('tells $status as cancelled or as an error', (ending) => {
    const request = valueOf(piAskUser.parse(ASK));
    const text = piAskUser.toModelText(ending, request);
    const asCancelled: readonly Ended['status'][] = ['cancelled', 'declined', 'timedOut'];
    expect(piAskUser.formatResult(ending, request)).toStrictEqual(
      asCancelled.includes(ending.status) ? { ...ECHO, response: null, cancelled: true } : { error: text },
    );
    expect(text.startsWith(`User cancelled the question. ${NOBODY}`)).toBe(ending.status === 'cancelled');
    expect(text).toContain(NOBODY);
    const lossy = ending.status === 'declined' || ending.status === 'timedOut';
    expect(lossesOf(piAskUser, ending, request)).toHaveLength(Number(lossy));
  });

  it('gives the reason of an error back', () => {
    const request = valueOf(piAskUser.parse(ASK));
    const ending = { status: 'superseded', reason: 'a message' } as const;
    expect(valueOf(piAskUser.parseResult(piAskUser.formatResult(ending, request), request))).toEqual(ending);
  });

  it('has a form for a call that nothing could be made of', () => {
    const none = { requestId: 'r', questions: [], raw: 5 };
    expect(piAskUser.formatResult({ status: 'cancelled' }, none)).toStrictEqual({
      question: '',
      options: [],
      response: null,
      cancelled: true,
    });
  });
});

describe('[R-ID] piAskUser', () => {
  it.each([
    ['equal labels', { options: ['a', 'a'] }, { selected: [1] }, 1],
    [
      'own words beside selections that read like an option',
      { options: ['a', 'b'], allowMultiple: true },
      { selected: [0], custom: 'b' },
      1,
    ],
    ['own words alone that read like an option', { options: ['a', 'b'] }, { selected: [], custom: 'b' }, 0],
    ['a label with a comma', { options: ['a', 'a, a'], allowMultiple: true }, { selected: [1] }, 0],
    ['__proto__', { question: '__proto__', options: ['__proto__'] }, { selected: [0] }, 0],
  ])('%s', (_name, more, reply, losses) => {
    const { request, result } = run(piAskUser, { question: 'q', ...more }, reply);
    expect(lossesOf(piAskUser, result, request)).toHaveLength(losses);
  });
});

describe('[R-PARSE] piAskUser.parse', () => {
  it.each(HOSTILE)('refuses %s with issues', (_name, input) => {
    expect(issuesOf(piAskUser.parse(input)).length).toBeGreaterThan(0);
  });

  it('takes what its own schema takes, as JSON text too', () => {
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

  it('reads the title where there are others', () => {
    const options = [
      { name: 'n', value: 'v', text: 't', label: 'l', title: 'T' },
      { name: 'n', value: 'v' },
    ];
    expect(valueOf(piAskUser.parse({ question: 'q', options })).questions[0]?.options).toEqual([
      { label: 'T' },
      { label: 'v' },
    ]);
  });

  it('names a missing title as its model would', () => {
    const parsed = piAskUser.parse({ question: 'q', options: [{ description: 'd' }] });
    expect(issuesOf(parsed)).toEqual(['options[0].title: missing']);
  });

  it.each([
    ['no own words', { allowFreeform: false }, { allowCustom: false }],
    ['own words', { allowFreeform: true }, undefined],
    ['own words where nothing else can be answered', { allowFreeform: false, options: [] }, undefined],
  ])('takes %s', (_name, more, constraints) => {
    expect(valueOf(piAskUser.parse({ ...ASK, ...more })).questions[0]?.constraints).toEqual(constraints);
  });

  it('hands on what the host decides', () => {
    const { metadata } = valueOf(piAskUser.parse({ ...ASK, allowComment: true, displayMode: 'inline', timeout: 5000 }));
    expect(metadata).toEqual({ allowComment: true, displayMode: 'inline', timeout: 5000 });
    expect(valueOf(piAskUser.parse(ASK))).not.toHaveProperty('metadata');
  });

  it('refuses a second question', () => {
    expect(issuesOf(piAskUser.parse({ questions: [ASK, ASK] }))).toEqual(['questions: too_many']);
  });
});

describe('piAskUser.formatRequest', () => {
  it('writes what it read', () => {
    const input = { ...ASK, allowMultiple: true, allowFreeform: false };
    expect(piAskUser.formatRequest(valueOf(piAskUser.parse(input)))).toEqual({ ok: true, value: input, warnings: [] });
  });

  it('warns of what its wire has no room for', () => {
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

  it('reads an error that is not ours as nobody having been asked', () => {
    const read = piAskUser.parseResult({ error: 'no terminal' }, request);
    expect(valueOf(read)).toEqual({ status: 'unavailable', reason: 'no terminal' });
  });

  it('reads a response without what was asked', () => {
    const wire = { response: { kind: 'selection', selections: ['staging'] }, cancelled: false };
    expect(valueOf(piAskUser.parseResult(wire, request))).toEqual(answer(request, { selected: [0] }));
  });

  it.each([undefined, null, 'x', {}, { response: 'a' }, { response: null }])('refuses %j', (wire) => {
    expect(issuesOf(piAskUser.parseResult(wire, request))).toEqual([': type']);
  });
});

describe('detectDialect', () => {
  it.each(['allowMultiple', 'allowFreeform', 'allowComment'])('knows piAskUser by `%s`', (name) => {
    expect(detectDialect({ ...ASK, [name]: false })).toEqual({ ok: true, dialect: piAskUser });
  });

  it('knows piAskUser by its titles', () => {
    expect(detectDialect(ASK)).toEqual({ ok: true, dialect: piAskUser });
  });

  it.each([
    [{ ...ASK, options: ['staging', { label: 'production' }] }],
    [{ question: 'q' }],
    [{ questions: [{ question: 'q', allowMultiple: true }] }],
    [null],
  ])('does not take %j for piAskUser', (input) => {
    expect(piAskUser.recognises(input)).toBe(false);
  });
});

it('[R-TOOL] piAskUserTool has the fields of `ask_user`', () => {
  const { name, inputSchema } = piAskUserTool;
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
