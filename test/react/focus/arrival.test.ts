import { describe, expect, it } from 'vitest';
import { arrivalStep, type ArrivalFacts, type ArrivalStep, type PageFacts } from '../../../src/react/focus/arrival.js';

type Facts = Partial<PageFacts & ArrivalFacts>;

const PAGE: PageFacts = {
  windowFocused: true,
  focus: 'page',
  text: '',
  otherCards: 'none',
  since: undefined,
  input: undefined,
};
const step = ({ phase = 'answering', modal = false, inside = false, autoFocus, ...page }: Facts) =>
  arrivalStep({ phase, modal, inside, autoFocus, page: autoFocus && { ...PAGE, ...page } });

const VALUES: { readonly [Name in keyof PageFacts]: readonly PageFacts[Name][] } = {
  windowFocused: [true, false],
  focus: ['page', 'composer', 'chat', 'elsewhere'],
  text: ['', ' \n', 'yes'],
  otherCards: ['none', 'before', 'after'],
  since: [undefined, 0, 10_000, 10_001],
  input: [undefined, false, true],
};
let pages: Partial<PageFacts>[] = [{}];
for (const [name, values] of Object.entries(VALUES))
  pages = pages.flatMap((facts) => values.map((value) => ({ ...facts, [name]: value })));

describe('without autoFocus', () => {
  it.each<[ArrivalStep, string, Facts]>([
    ['announce', 'focus is outside the card', {}],
    ['nothing', 'focus is in the card', { inside: true }],
    ['nothing', 'the card is a modal, which moves focus itself', { modal: true }],
    ['nothing', 'the user cannot answer now', { phase: 'submitting' }],
    ['nothing', 'the request is settled', { phase: 'settled' }],
  ])('the step is "%s" if %s', (expected, _, facts) => {
    expect(step(facts)).toBe(expected);
  });
});

describe('with autoFocus="if-idle" [A65]', () => {
  it.each<[ArrivalStep, string, Facts]>([
    ['wait', 'nothing is focused', {}],
    ['host', 'there was no input during the wait', { input: false }],
    ['host', 'an empty composer is focused', { focus: 'composer', input: false }],
    ['host', 'a composer with white space is focused', { focus: 'composer', text: ' \n', input: false }],
    ['host', 'a composer with text is not focused', { text: 'yes', input: false }],
    ['announce', 'there was input during the wait', { input: true }],
    ['announce', 'a composer with text is focused', { focus: 'composer', text: 'yes' }],
    ['announce', 'anything else is focused', { focus: 'elsewhere' }],
    ['announce', 'the window is not focused', { windowFocused: false }],
    ['announce', 'an earlier card is pending', { otherCards: 'before' }],
    ['announce', 'a later card is pending', { otherCards: 'after' }],
    ['nothing', 'focus is in the card', { inside: true, focus: 'chat' }],
    ['nothing', 'the card is a modal', { modal: true }],
    ['nothing', 'the request was settled during the wait', { phase: 'settled', input: false }],
  ])('the step is "%s" if %s', (expected, _, facts) => {
    expect(step({ autoFocus: 'if-idle', ...facts })).toBe(expected);
  });

  it('moves focus in 5 of 144 states', () => {
    const seen = pages.filter(({ since, input }) => since === undefined && input !== undefined);
    const moved = seen.filter((facts) => step({ autoFocus: 'if-idle', ...facts }) === 'host');
    expect([seen.length, moved.length]).toEqual([144, 5]);
    for (const facts of moved) expect(facts).toMatchObject({ windowFocused: true, input: false, otherCards: 'none' });
  });
});

describe('with autoFocus="follow" [R-FOLLOW]', () => {
  it.each<[ArrivalStep, string, Facts]>([
    ['follow', 'the user has just answered or written', {}],
    ['follow', 'the user did so 10 s ago', { since: 10_000 }],
    ['follow', 'the composer contains white space', { text: ' \n' }],
    ['follow', 'a later card is pending', { otherCards: 'after' }],
    ['follow', 'the card is a modal that has focus', { modal: true, inside: true, focus: 'chat' }],
    ['announce', 'the user did so more than 10 s ago', { since: 10_001 }],
    ['announce', 'the user did neither, or touched something since', { since: undefined }],
    ['announce', 'the composer contains text', { text: 'yes' }],
    ['announce', 'focus is elsewhere', { focus: 'elsewhere' }],
    ['announce', 'the window is not focused', { windowFocused: false }],
    ['announce', 'an earlier card is pending', { otherCards: 'before' }],
    ['nothing', 'a modal is not awaited', { modal: true, since: undefined }],
    ['nothing', 'the user cannot answer now', { phase: 'confirmingDiscard' }],
  ])('the step is "%s" if %s', (expected, _, facts) => {
    expect(step({ autoFocus: 'follow', since: 800, ...facts })).toBe(expected);
  });

  it('moves focus in 24 of 288 states', () => {
    const seen = pages.filter(({ input }) => input === undefined);
    const moved = seen.filter((facts) => step({ autoFocus: 'follow', ...facts }) === 'follow');
    expect([seen.length, moved.length]).toEqual([288, 24]);
    for (const facts of moved) expect(facts).toMatchObject({ windowFocused: true });
  });
});

it('focus does not move if the file that reads the page could not be loaded [A65]', () => {
  for (const autoFocus of ['if-idle', 'follow'] as const)
    expect(arrivalStep({ phase: 'answering', modal: false, inside: false, autoFocus, page: undefined })).toBe(
      'announce',
    );
});
