import { describe, expect, it } from 'vitest';
import { agUi, getLosses } from '../../../src/dialects/index.js';
import { asked, event, form, open, questions } from './ag-ui-interrupts.js';
import { answer, issuesOf, valueOf, warningsOf } from '../helpers.js';

describe('agUi.formatRequest and agUi.parseResult', () => {
  it('write an outcome with one interrupt, which agUi.parse reads', () => {
    const request = { ...valueOf(agUi.parse({ questions })), requestId: 'int_9', metadata: { source: 'wizard' } };
    const written = agUi.formatRequest(request);
    expect(written).toStrictEqual({
      ok: true,
      value: {
        type: 'interrupt',
        interrupts: [
          {
            id: 'int_9',
            reason: 'input_required',
            message: 'Which database?\nWhich features?',
            metadata: {
              source: 'wizard',
              questions: [
                { id: 'q1', ...questions[0], multiSelect: false },
                { id: 'q2', ...questions[1], options: [{ label: 'Auth, all' }, { label: 'Mail' }] },
              ],
            },
          },
        ],
      },
      warnings: [],
    });
    expect(valueOf(agUi.parse(valueOf(written))).questions).toStrictEqual(request.questions);
  });

  it('read the answers with the request that was written', () => {
    const request = { ...valueOf(agUi.parse({ questions })), requestId: 'int_9' };
    const client = valueOf(agUi.parse(valueOf(agUi.formatRequest(request))));
    const wire = agUi.formatResult(answer(client, { selected: [1] }, { selected: [0] }), client);
    expect(valueOf(agUi.parseResult(wire, request))).toStrictEqual(
      answer(request, { selected: [1] }, { selected: [0] }),
    );
  });

  it('warn about rules that the plain shape cannot represent', () => {
    const [first] = valueOf(agUi.parse({ questions })).questions;
    const question = { ...first!, constraints: { required: true, allowCustom: false } };
    expect(warningsOf(agUi.formatRequest({ requestId: 'r', questions: [question] }))).toEqual([
      'questions[0].constraints.required: lost',
      'questions[0].constraints.allowCustom: lost',
    ]);
  });

  it.each([
    [
      'a cancelled interrupt and an answered one',
      [
        { interruptId: 'int_1', status: 'cancelled' },
        { interruptId: 'int_3', status: 'resolved', payload: 'Ada' },
      ],
      { status: 'answered', answers: [{ skipped: true }, { skipped: true }, { custom: 'Ada' }] },
    ],
    [
      'a cancelled interrupt and a declined one',
      [
        { interruptId: 'int_1', status: 'cancelled' },
        { interruptId: 'int_3', status: 'resolved', payload: { outcome: 'declined', reason: 'no' } },
      ],
      { status: 'declined', reason: 'no' },
    ],
    [
      'a cancellation with an unknown outcome',
      [
        { interruptId: 'int_1', status: 'cancelled', metadata: { outcome: 'answered' } },
        { interruptId: 'int_3', status: 'cancelled' },
      ],
      { status: 'cancelled' },
    ],
  ])('read %s', (_name, wire, expected) => {
    const request = valueOf(agUi.parse(event(asked, open)));
    expect(valueOf(agUi.parseResult(wire, request))).toMatchObject(expected);
  });

  it.each([
    ['an answer without answers', [{ interruptId: 'int_1', status: 'resolved', payload: {} }], [': type']],
    ['an answer without a payload', [{ interruptId: 'int_1', status: 'resolved' }], [': type']],
    ['an object instead of an array', { interruptId: 'int_1', status: 'cancelled' }, [': type']],
    ['the answer to another interrupt', [{ interruptId: 'int_7', status: 'cancelled' }, null], [': missing']],
  ])('refuse %s', (_name, wire, expected) => {
    expect(issuesOf(agUi.parseResult(wire, valueOf(agUi.parse(asked))))).toEqual(expected);
  });

  it('refuse content that the schema of a form refuses', () => {
    const request = valueOf(agUi.parse(form));
    const wire = [{ interruptId: 'int_2', status: 'resolved', payload: { region: 'mars' } }];
    expect(issuesOf(agUi.parseResult(wire, request))).toEqual(['content.region: schema']);
  });

  it('treat a property named "outcome" as a property', () => {
    const properties = { outcome: { type: 'string', enum: ['accepted', 'declined'] } };
    const request = valueOf(agUi.parse({ id: 'a', reason: 'x', responseSchema: { type: 'object', properties } }));
    const result = answer(request, { selected: [1] });
    expect(valueOf(agUi.parseResult(agUi.formatResult(result, request), request))).toStrictEqual(result);
  });

  it('do not turn a decline into the value of a property named "outcome" [R-NOPHANTOM]', () => {
    const properties = { outcome: { type: 'string', enum: ['accepted', 'declined'] } };
    const request = valueOf(agUi.parse({ id: 'a', reason: 'x', responseSchema: { type: 'object', properties } }));
    const declined = { status: 'declined', reason: 'no' } as const;
    const entries = agUi.formatResult(declined, request);
    expect(entries).toEqual([
      { interruptId: 'a', status: 'cancelled', metadata: { outcome: 'declined', reason: 'no' } },
    ]);
    expect(valueOf(agUi.parseResult(entries, request))).toEqual(declined);
  });

  it('cannot represent which of two equal labels was selected', () => {
    const request = valueOf(
      agUi.parse({ ...asked, metadata: { questions: [{ question: 'q', options: ['a', 'a'] }] } }),
    );
    expect(getLosses(agUi, answer(request, { selected: [1] }), request)).toHaveLength(1);
  });
});
