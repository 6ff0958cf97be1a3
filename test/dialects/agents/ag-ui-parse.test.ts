import { describe, expect, it } from 'vitest';
import { agUi, detectDialect } from '../../../src/dialects/index.js';
import { questions, asked, form, open, outcome, event, skipped } from './ag-ui-interrupts.js';
import { HOSTILE, issuesOf, run, valueOf, warningsOf } from '../helpers.js';

describe('agUi.parse [R-PARSE]', () => {
  it.each(HOSTILE)('refuses %s with issues', (_name, input) => {
    expect(issuesOf(agUi.parse(input)).length).toBeGreaterThan(0);
    for (const interrupt of [input, { id: 'a', metadata: { questions: input ?? 7 } }]) {
      expect(issuesOf(agUi.parse(outcome(interrupt as object))).length).toBeGreaterThan(0);
    }
  });

  it('stores the other fields of the interrupt in `metadata`', () => {
    const interrupt = {
      ...asked,
      toolCallId: 'call_1',
      expiresAt: '2026-01-31T12:00:00Z',
      metadata: { questions, source: 'wizard' },
    };
    const request = valueOf(agUi.parse(event(interrupt, open), { asker: 'Ship' }));
    expect(request.metadata).toStrictEqual({
      interrupts: [
        {
          id: 'int_1',
          reason: 'input_required',
          toolCallId: 'call_1',
          expiresAt: '2026-01-31T12:00:00Z',
          metadata: { source: 'wizard' },
        },
        { id: 'int_3', reason: 'confirmation' },
      ],
    });
    expect(request).toMatchObject({ requestId: 'int_1 int_3', asker: 'Ship' });
    expect(valueOf(agUi.parse(asked)).requestId).toBe('int_1');
    expect(valueOf(agUi.parse(asked, { requestId: 'mine' })).requestId).toBe('mine');
  });

  it('shows the message as the context of the first question', () => {
    const contexts = (input: object) => valueOf(agUi.parse(input)).questions.map(({ context }) => context);
    expect(contexts(asked)).toEqual(['Before I start', undefined]);
    expect(contexts({ ...asked, message: 'Which database?\nWhich features?' })).toEqual([undefined, undefined]);
    const own = { ...asked, metadata: { questions: [{ ...questions[0], context: 'mine' }] } };
    expect(contexts(own)).toEqual(['mine']);
    expect(contexts(form)[0]).toBe('Where to?');
  });

  it('writes the form’s properties if they match the questions, and shows the questions', () => {
    const more = [
      {
        id: 'region',
        question: 'Which region?',
        options: [{ label: 'Europe', description: 'Dublin' }, { label: 'US' }],
      },
    ];
    const both = { ...form, metadata: { questions: more } };
    const { wire, request } = run(agUi, both, { selected: [0] }, skipped, skipped, skipped);
    expect(request.questions[0]).toMatchObject({
      question: 'Which region?',
      options: [{ label: 'Europe', description: 'Dublin', value: 'eu' }, { label: 'US' }],
    });
    expect(wire).toMatchObject([{ payload: { region: 'eu' } }]);
    const texts = more.map((one) => ({ ...one, options: JSON.stringify(one.options) }));
    for (const list of [more, texts]) {
      const asJson = { ...form, metadata: { questions: JSON.stringify(list) } };
      expect(valueOf(agUi.parse(asJson)).questions).toEqual(request.questions);
    }
    const other = run(agUi, { ...form, metadata: { questions } }, { selected: [0] }, { selected: [0] });
    expect(other.wire).toMatchObject([{ payload: { outcome: 'answered' } }]);
  });

  it.each([
    [
      'an interrupt without a message, a form or questions',
      event({ id: 'a', reason: 'x' }),
      ['outcome.interrupts[0]: missing'],
    ],
    ['an interrupt without an id', outcome({ reason: 'x', message: 'q' }), ['interrupts[0]: missing']],
    ['the same id twice', outcome(asked, { ...open, id: 'int_1' }), ['interrupts[1]: duplicate']],
    ['an outcome without interrupts', event(), ['outcome.interrupts: too_few']],
    [
      'a question without a text',
      [{ id: 'a', reason: 'x', metadata: { questions: [{ options: ['a'] }] } }],
      ['[0].metadata.questions[0].question: missing'],
    ],
    [
      'a schema that is not a form',
      { id: 'a', reason: 'x', responseSchema: { required: ['a'], properties: { a: { type: 'object' } } } },
      ['responseSchema.properties.a: unsupported'],
    ],
    [
      'more questions than can be shown',
      outcome(...['a', 'b'].map((id) => ({ ...asked, id, metadata: { questions: Array(60).fill('q') } }))),
      ['interrupts: too_many'],
    ],
    [
      'too many interrupts',
      outcome(...Array.from({ length: 101 }, (_, i) => ({ ...open, id: `${i}` }))),
      ['interrupts: too_many'],
    ],
  ])('refuses %s', (_name, input, expected) => {
    expect(issuesOf(agUi.parse(input))).toEqual(expected);
  });

  it('warns, or refuses if strict, with the path in the input [R-LIMITS]', () => {
    const input = event({ ...asked, metadata: { questions: [{ question: ' ' }] } });
    const path = 'outcome.interrupts[0].metadata.questions[0].question: empty';
    expect(warningsOf(agUi.parse(input))).toEqual([path]);
    expect(issuesOf(agUi.parse(input, { strict: true }))).toEqual([path]);
    expect(issuesOf(agUi.parse({ ...open, message: ' ' }, { strict: true }))).toEqual(['question: empty']);
  });

  it('reads the plain shape as one interrupt whose id is the request id', () => {
    const { wire, request } = run(agUi, { questions: [questions[0]] }, { selected: [0] });
    expect(request.requestId).toBe('ask-user');
    expect(wire).toMatchObject([{ interruptId: 'ask-user', status: 'resolved' }]);
  });
});

it('agUi matches its events and outcomes, and nothing less specific', () => {
  for (const input of [event(asked), outcome(open), JSON.stringify(event(form))]) {
    expect(detectDialect(input)).toMatchObject({ ok: true, dialect: { name: 'agUi' } });
  }
  const success = { type: 'RUN_FINISHED', outcome: { type: 'success' } };
  for (const input of [asked, [asked], success, { questions }, null]) expect(agUi.matches(input)).toBe(false);
});
