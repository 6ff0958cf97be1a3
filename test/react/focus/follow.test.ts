import { describe, expect, it } from 'vitest';
import { mayFollow, type FollowFacts } from '../../../src/react/focus/follow.js';

const WAITING: FollowFacts = { since: 800, windowFocused: true, focusStayed: true, text: '', otherCard: false };
const VALUES: { readonly [Name in keyof FollowFacts]: readonly FollowFacts[Name][] } = {
  since: [undefined, 0, 10_000, 10_001],
  windowFocused: [true, false],
  focusStayed: [true, false],
  text: ['', ' \n', 'yes'],
  otherCard: [false, true],
};

describe('mayFollow for autoFocus="follow" [R-FOLLOW]', () => {
  it.each<[boolean, string, Partial<FollowFacts>]>([
    [true, 'the user has just answered or written', {}],
    [true, 'the user did so 10 s ago', { since: 10_000 }],
    [true, 'the composer contains white space', { text: ' \n' }],
    [false, 'the user did so more than 10 s ago', { since: 10_001 }],
    [false, 'the user did neither, or touched something since', { since: undefined }],
    [false, 'the composer contains text', { text: 'yes' }],
    [false, 'focus is elsewhere', { focusStayed: false }],
    [false, 'the window is not focused', { windowFocused: false }],
    [false, 'another card is pending', { otherCard: true }],
  ])('returns %s if %s', (may, _, facts) => {
    expect(mayFollow({ ...WAITING, ...facts })).toBe(may);
  });

  it('returns true in 4 of 96 cases', () => {
    let cases: Partial<FollowFacts>[] = [{}];
    for (const [name, values] of Object.entries(VALUES)) {
      cases = cases.flatMap((facts) => values.map((value) => ({ ...facts, [name]: value })));
    }
    const may = cases.filter((facts) => mayFollow({ ...WAITING, ...facts }));
    expect([cases.length, may.length]).toEqual([96, 4]);
    for (const facts of may) expect(facts).toMatchObject({ windowFocused: true, focusStayed: true, otherCard: false });
  });
});
