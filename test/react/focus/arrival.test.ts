import { describe, expect, it } from 'vitest';
import { arrivalStep, type ArrivalFacts } from '../../../src/react/focus/arrival.js';

type Step = ReturnType<typeof arrivalStep>;

const FACTS: ArrivalFacts = {
  autoFocus: 'if-idle',
  phase: 'answering',
  modal: false,
  windowFocused: true,
  focus: 'page',
  text: '',
  otherCards: 'none',
  since: undefined,
  input: undefined,
};
const VALUES: { readonly [Name in keyof ArrivalFacts]?: readonly ArrivalFacts[Name][] } = {
  phase: ['answering', 'submitting', 'settled'],
  modal: [false, true],
  windowFocused: [true, false],
  focus: ['page', 'composer', 'chat', 'elsewhere'],
  text: ['', ' \n', 'yes'],
  otherCards: ['none', 'before', 'after'],
  since: [undefined, 0, 10_000, 10_001],
  input: [undefined, false, true],
};
let states = [FACTS];
for (const [name, values] of Object.entries(VALUES))
  states = states.flatMap((facts) => values.map((value) => ({ ...facts, [name]: value })));

describe('autoFocus="if-idle" [A65]', () => {
  it.each<[Step, string, Partial<ArrivalFacts>]>([
    ['wait', 'nothing is focused', {}],
    ['host', 'there was no input during the wait', { input: false }],
    ['host', 'an empty composer is focused', { focus: 'composer', input: false }],
    ['host', 'a composer with white space is focused', { focus: 'composer', text: ' \n', input: false }],
    ['host', 'a composer with text is not focused', { text: 'yes', input: false }],
    ['stay', 'there was input during the wait', { input: true }],
    ['stay', 'a composer with text is focused', { focus: 'composer', text: 'yes' }],
    ['stay', 'anything else is focused', { focus: 'elsewhere' }],
    ['stay', 'focus is in the card', { focus: 'chat' }],
    ['stay', 'the window is not focused', { windowFocused: false }],
    ['stay', 'an earlier card is pending', { otherCards: 'before' }],
    ['stay', 'a later card is pending', { otherCards: 'after' }],
    ['stay', 'the card is a modal', { modal: true }],
    ['stay', 'the request was settled during the wait', { phase: 'settled', input: false }],
  ])('returns "%s" if %s', (step, _, facts) => {
    expect(arrivalStep({ ...FACTS, ...facts })).toBe(step);
  });

  it('moves focus in 5 of 864 states, regardless of the last message', () => {
    const seen = states.filter(({ since, input }) => since === undefined && input !== undefined);
    const moved = seen.filter((facts) => arrivalStep(facts) === 'host');
    expect([seen.length, moved.length]).toEqual([864, 5]);
    for (const facts of states) expect(arrivalStep(facts)).toBe(arrivalStep({ ...facts, since: undefined }));
  });
});

describe('autoFocus="follow" [R-FOLLOW]', () => {
  const WAITING: ArrivalFacts = { ...FACTS, autoFocus: 'follow', since: 800 };
  it.each<[Step, string, Partial<ArrivalFacts>]>([
    ['follow', 'the user has just answered or written', {}],
    ['follow', 'the user did so 10 s ago', { since: 10_000 }],
    ['follow', 'the composer contains white space', { text: ' \n' }],
    ['follow', 'a later card is pending', { otherCards: 'after' }],
    ['follow', 'the card is a modal that has focus', { modal: true, focus: 'chat' }],
    ['stay', 'the user did so more than 10 s ago', { since: 10_001 }],
    ['stay', 'the user did neither, or touched something since', { since: undefined }],
    ['stay', 'the composer contains text', { text: 'yes' }],
    ['stay', 'focus is elsewhere', { focus: 'elsewhere' }],
    ['stay', 'the window is not focused', { windowFocused: false }],
    ['stay', 'an earlier card is pending', { otherCards: 'before' }],
    ['stay', 'the user cannot answer now', { phase: 'submitting' }],
  ])('returns "%s" if %s', (step, _, facts) => {
    expect(arrivalStep({ ...WAITING, ...facts })).toBe(step);
  });

  it('moves focus in 48 of 1728 states, and never waits', () => {
    const seen = states
      .filter(({ input }) => input === undefined)
      .map((facts) => ({ ...facts, autoFocus: 'follow' as const }));
    const steps = seen.map(arrivalStep);
    expect([seen.length, steps.filter((step) => step === 'follow').length]).toEqual([1728, 48]);
    expect(steps).not.toContain('wait');
  });
});
