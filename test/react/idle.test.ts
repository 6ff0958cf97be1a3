import { describe, expect, it } from 'vitest';
import { mayTakeFocus, type IdleFacts } from '../../src/react/idle.js';

const IDLE: IdleFacts = { windowFocused: true, focus: 'page', text: '', busy: false, otherCard: false };
const VALUES: { readonly [Name in keyof IdleFacts]: readonly IdleFacts[Name][] } = {
  windowFocused: [true, false],
  focus: ['page', 'composer', 'elsewhere'],
  text: ['', ' \n', 'yes'],
  busy: [false, true],
  otherCard: [false, true],
};

describe('autoFocus="if-idle" [A65]', () => {
  it.each<[boolean, string, Partial<IdleFacts>]>([
    [true, 'nothing has the focus', {}],
    [true, 'an empty composer has it', { focus: 'composer' }],
    [true, 'the composer holds white space', { focus: 'composer', text: ' \n' }],
    [true, 'the composer holds a text and does not have the focus', { text: 'yes' }],
    [false, 'the composer holds a text', { focus: 'composer', text: 'yes' }],
    [false, 'anything else has it', { focus: 'elsewhere' }],
    [false, 'the window is not in use', { windowFocused: false }],
    [false, 'a key or a pointer was pressed just now', { busy: true }],
    [false, 'another card waits', { otherCard: true }],
  ])('%s where %s', (may, _, facts) => {
    expect(mayTakeFocus({ ...IDLE, ...facts })).toBe(may);
  });

  it('is so in 5 of 72 cases', () => {
    let cases: Partial<IdleFacts>[] = [{}];
    for (const [name, values] of Object.entries(VALUES)) {
      cases = cases.flatMap((facts) => values.map((value) => ({ ...facts, [name]: value })));
    }
    const may = cases.filter((facts) => mayTakeFocus({ ...IDLE, ...facts }));
    expect([cases.length, may.length]).toEqual([72, 5]);
    for (const facts of may) expect(facts).toMatchObject({ windowFocused: true, busy: false, otherCard: false });
  });
});
