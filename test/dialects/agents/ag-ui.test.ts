import { describe, expect, it } from 'vitest';
import { agUi, getLosses } from '../../../src/dialects/index.js';
import { asked, form, open, outcome, event, skipped } from './ag-ui-interrupts.js';
import { ENDINGS, issuesOf, run, valueOf } from '../helpers.js';

describe('agUi.formatResult returns the entries that resume the run [R-RESULT]', () => {
  const forms = (interrupt: object) => [
    event(interrupt),
    outcome(interrupt),
    { interrupts: [interrupt] },
    [interrupt],
    interrupt,
    JSON.stringify(event(interrupt)),
  ];

  it.each([
    [
      'choices',
      [{ selected: [1] }, { selected: [1, 0] }],
      [
        { question: 'Which database?', answer: 'SQLite', selectedOption: 'SQLite', wasCustom: false },
        { question: 'Which features?', answer: ['Auth, all', 'Mail'], wasCustom: false },
      ],
    ],
    [
      'custom text, alone and with a selection, and notes',
      [
        { selected: [], custom: '__proto__', notes: 'n' },
        { selected: [1], custom: 'a, b' },
      ],
      [
        { question: 'Which database?', answer: '__proto__', wasCustom: true, notes: 'n' },
        { question: 'Which features?', answer: ['Mail', 'a, b'], wasCustom: true },
      ],
    ],
    [
      'a skipped question',
      [{ selected: [0] }, { ...skipped, notes: 'later' }],
      [
        { question: 'Which database?', answer: 'Postgres', selectedOption: 'Postgres', wasCustom: false },
        { question: 'Which features?', answer: '', wasCustom: false, notes: 'later', skipped: true },
      ],
    ],
  ])('for questions in the metadata: %s', (_name, replies, answers) => {
    for (const input of forms(asked)) {
      const { wire, text, request, result } = run(agUi, input, ...replies);
      const expected = [{ interruptId: 'int_1', status: 'resolved', payload: { outcome: 'answered', answers } }];
      expect(wire).toStrictEqual(expected);
      expect(text).toBe(JSON.stringify(expected));
      expect(getLosses(agUi, result, request)).toEqual([]);
      expect(valueOf(agUi.parseResult(wire, request))).toStrictEqual(result);
    }
  });

  it.each([
    [
      'every property',
      [{ selected: [1] }, { selected: [], custom: '3' }, { selected: [1] }, { selected: [], custom: 'v1' }],
      { region: 'us', replicas: 3, backup: false, tag: 'v1' },
    ],
    ['the required property', [{ selected: [0] }, skipped, skipped, skipped], { region: 'eu' }],
  ])('by property for a responseSchema: %s', (_name, replies, payload) => {
    for (const input of forms(form)) {
      const { wire, request, result } = run(agUi, input, ...replies);
      expect(wire).toStrictEqual([{ interruptId: 'int_2', status: 'resolved', payload }]);
      expect(valueOf(agUi.parseResult(wire, request))).toStrictEqual(result);
    }
  });

  it('as text for a message', () => {
    const done = run(agUi, open, { selected: [], custom: ' Ada\n' });
    expect(done.wire).toStrictEqual([{ interruptId: 'int_3', status: 'resolved', payload: ' Ada\n' }]);
    expect(getLosses(agUi, done.result, done.request)).toEqual([]);
    const none = run(agUi, open, skipped);
    expect(none.wire).toStrictEqual([{ interruptId: 'int_3', status: 'resolved', payload: { outcome: 'skipped' } }]);
    expect(getLosses(agUi, none.result, none.request)).toEqual([]);
  });

  it('in order, with equal texts and `__proto__` kept apart [R-ID]', () => {
    const same = ['__proto__', 'q', 'q'].map((question) => ({ question, options: ['a', 'b'] }));
    const replies = [{ selected: [0] }, { selected: [1] }, { selected: [], custom: 'x' }] as const;
    const { wire } = run(agUi, { ...asked, metadata: { questions: same } }, ...replies);
    expect(wire).toMatchObject([{ payload: { answers: [{ answer: 'a' }, { answer: 'b' }, { answer: 'x' }] } }]);
  });

  it('for all pending interrupts, each in its form', () => {
    const input = event(asked, form, open);
    const replies = [{ selected: [0] }, { selected: [1] }, { selected: [0] }, skipped, skipped, skipped] as const;
    const { wire, request, result } = run(agUi, input, ...replies, { selected: [], custom: 'Ada' });
    expect(request.questions.map(({ id }) => id)).toEqual([
      '1.q1',
      '1.q2',
      '2.region',
      '2.replicas',
      '2.backup',
      '2.tag',
      '3.q1',
    ]);
    expect(wire.map((entry) => ('payload' in entry ? entry.payload : undefined))).toMatchObject([
      { answers: [{ answer: 'Postgres' }, { answer: ['Mail'] }] },
      { region: 'eu' },
      'Ada',
    ]);
    expect(valueOf(agUi.parseResult(wire.toReversed(), request))).toStrictEqual(result);
    expect(issuesOf(agUi.parseResult(wire.slice(1), request))).toEqual([': missing']);
    expect(issuesOf(agUi.parseResult([...wire, wire[0]], request))).toEqual([': duplicate']);
    for (const status of [undefined, 'accepted']) {
      const entries = wire.map((entry) => ({ ...entry, status }));
      expect(issuesOf(agUi.parseResult(entries, request))).toEqual([': type']);
    }
  });

  it('without content that the schema of a form refuses', () => {
    const properties = { site: { type: 'string', format: 'uri' } };
    const input = { ...form, responseSchema: { type: 'object', properties } };
    const { wire, request, result } = run(agUi, input, { selected: [], custom: 'a:#' });
    expect(wire).toStrictEqual([
      {
        interruptId: 'int_2',
        status: 'cancelled',
        metadata: {
          outcome: 'invalid',
          reason: '- content.site: Must be a URI with a scheme, such as https://example.org.',
        },
      },
    ]);
    expect(getLosses(agUi, result, request).map(({ path }) => path)).toEqual(['status']);
  });

  it.each(ENDINGS)('with $status for every interrupt', (ending) => {
    const request = valueOf(agUi.parse(event(asked, open)));
    const wire = agUi.formatResult(ending, request);
    const { status } = ending;
    const told =
      status === 'invalid' ? '- questions: Missing. Send questions.' : 'reason' in ending ? ending.reason : undefined;
    const reason = told === undefined ? {} : { reason: told };
    const entry =
      status === 'declined'
        ? { status: 'resolved', payload: { outcome: 'declined', ...reason } }
        : status === 'cancelled' && told === undefined
          ? { status: 'cancelled' }
          : { status: 'cancelled', metadata: { outcome: status, ...reason } };
    expect(wire).toStrictEqual([
      { interruptId: 'int_1', ...entry },
      { interruptId: 'int_3', ...entry },
    ]);
    const text = agUi.toModelText(ending, request);
    expect(text.startsWith(`${JSON.stringify(wire)}\n`)).toBe(true);
    expect(text).toContain('Nobody answered and no option was chosen.');
  });
});
