import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseReplies } from '../../../src/core/answer/parse-replies.js';

const REPLY = { questionId: 'q1', selected: [0] };

describe('parseReplies [R-PARSE]', () => {
  it('returns the fields of a reply, and drops fields that a client must not send', () => {
    const sent = [
      { ...REPLY, custom: 'x', notes: '', label: 'Yes', answer: 'Yes' },
      { questionId: 'q2', selected: [], skipped: true, custom: null },
      { questionId: 'q3', selected: [1], recommended: true },
    ];
    expect(parseReplies(sent)).toEqual({
      ok: true,
      value: [
        { ...REPLY, custom: 'x', notes: '' },
        { questionId: 'q2', selected: [], skipped: true },
        { questionId: 'q3', selected: [1], recommended: true },
      ],
      warnings: [],
    });
  });

  it.each([
    [undefined, 'replies', 'type'],
    ['[]', 'replies', 'type'],
    [[null], 'replies[0]', 'type'],
    [[{ selected: [] }], 'replies[0].questionId', 'missing'],
    [[{ questionId: 'q1' }], 'replies[0].selected', 'missing'],
    [[{ ...REPLY, selected: ['0'] }], 'replies[0].selected[0]', 'type'],
    [[{ ...REPLY, selected: [Number.NaN] }], 'replies[0].selected[0]', 'type'],
    [[{ ...REPLY, selected: '0' }], 'replies[0].selected', 'type'],
    [[{ ...REPLY, custom: 5 }], 'replies[0].custom', 'type'],
    [[{ ...REPLY, skipped: false }], 'replies[0].skipped', 'type'],
    [[{ ...REPLY, recommended: false }], 'replies[0].recommended', 'type'],
    [Array.from({ length: 101 }, () => REPLY), 'replies', 'too_many'],
  ])('refuses %j', (input, path, code) => {
    expect(parseReplies(input)).toMatchObject({ ok: false, issues: [{ path, code }] });
  });

  it('never throws', () => {
    fc.assert(fc.property(fc.anything(), (input) => typeof parseReplies(input).ok === 'boolean'));
    const trap = new Proxy([], {
      get: () => {
        throw new Error('boom');
      },
    });
    expect(parseReplies([trap])).toMatchObject({ ok: false });
    expect(parseReplies(trap)).toMatchObject({ ok: false });
  });
});
