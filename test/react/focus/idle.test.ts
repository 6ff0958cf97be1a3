import { describe, expect, it } from 'vitest';
import { mayTakeFocus, type ActivitySnapshot } from '../../../src/react/focus/idle.js';

const IDLE: ActivitySnapshot = { windowFocused: true, focus: 'page', text: '', busy: false, otherCard: false };
const VALUES: { readonly [Name in keyof ActivitySnapshot]: readonly ActivitySnapshot[Name][] } = {
  windowFocused: [true, false],
  focus: ['page', 'composer', 'elsewhere'],
  text: ['', ' \n', 'yes'],
  busy: [false, true],
  otherCard: [false, true],
};

describe('mayTakeFocus for autoFocus="if-idle" [A65]', () => {
  it.each<[boolean, string, Partial<ActivitySnapshot>]>([
    [true, 'nothing is focused', {}],
    [true, 'an empty composer is focused', { focus: 'composer' }],
    [true, 'a composer with white space is focused', { focus: 'composer', text: ' \n' }],
    [true, 'a composer with text is not focused', { text: 'yes' }],
    [false, 'a composer with text is focused', { focus: 'composer', text: 'yes' }],
    [false, 'anything else is focused', { focus: 'elsewhere' }],
    [false, 'the window is not focused', { windowFocused: false }],
    [false, 'a key or a pointer was pressed just now', { busy: true }],
    [false, 'another card is pending', { otherCard: true }],
  ])('returns %s if %s', (may, _, facts) => {
    expect(mayTakeFocus({ ...IDLE, ...facts })).toBe(may);
  });

  it('returns true in 5 of 72 cases', () => {
    let cases: Partial<ActivitySnapshot>[] = [{}];
    for (const [name, values] of Object.entries(VALUES)) {
      cases = cases.flatMap((facts) => values.map((value) => ({ ...facts, [name]: value })));
    }
    const may = cases.filter((facts) => mayTakeFocus({ ...IDLE, ...facts }));
    expect([cases.length, may.length]).toEqual([72, 5]);
    for (const facts of may) expect(facts).toMatchObject({ windowFocused: true, busy: false, otherCard: false });
  });
});
