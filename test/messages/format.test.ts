import { describe, expect, it } from 'vitest';
import { codePointLength } from '../../src/core/guards.js';
import { createFormat, type PluralForms } from '../../src/messages/languages/format.js';
import { COUNTS, languageNamed, LANGUAGES, said } from './helpers.js';

const CATEGORIES: PluralForms = { zero: 'zero', one: 'one', two: 'two', few: 'few', many: 'many', other: 'other' };

describe('plural', () => {
  it.each([
    ['en', 'other one other other other other other other'],
    ['ru', 'many one few few many many one many'],
    ['pl', 'many one few few many many many many'],
    ['ar', 'zero one two few few many many other'],
    ['ja', 'other other other other other other other other'],
    ['cy', 'zero one two few other other other other'],
    ['he', 'other one two other other other other other'],
    ['sl', 'other one two few other other other other'],
  ])('returns the forms of %s: %s [A96]', (locale, categories) => {
    const { plural } = createFormat(locale);
    expect(COUNTS.map((count) => plural(count, CATEGORIES)).join(' ')).toBe(categories);
  });

  it('uses `other` for a category without text [A96]', () => {
    const { plural } = createFormat('ar');
    expect(COUNTS.map((count) => plural(count, { one: 'one', other: '#' }))).toEqual(
      COUNTS.map((count) => (count === 1 ? 'one' : String(count))),
    );
  });
});

/** Numbers whose nouns differ in every language that we know, if their plural categories do. */
const INFLECTED = [1, 2, 5, 11] as const;

describe.each(Object.entries(LANGUAGES))('the messages of %s', (name, { messages, createTerminalMessages }) => {
  const rules = new Intl.PluralRules(name);
  const numbers = new Intl.NumberFormat(name);

  it('count questions by the grammar of the language [A96]', () => {
    const wordsOf = (count: number) => messages.title(count).replace(numbers.format(count), '').trim();
    // One number of each category.
    const counts = new Map(INFLECTED.map((count) => [rules.select(count), count])).values();
    const titles = [...counts].map(wordsOf);
    expect(new Set(titles), 'a title of each plural form').toHaveLength(titles.length);
  });

  it('name the number of questions, from three on [A96]', () => {
    for (const count of COUNTS.filter((one) => one > 2)) expect(messages.title(count)).toContain(numbers.format(count));
  });

  it('format numbers [A97]', () => {
    const texts = [messages.longTitle([2847]), messages.longItem('Name', 2847), messages.counterOver(2847, 1000)];
    for (const text of texts) expect(text).toContain(numbers.format(2847));
  });

  it('have the digits of a region in every number except the bounds that the user types [A97]', () => {
    const calls = Object.entries(said(createTerminalMessages(`${name}-u-nu-fullwide`))).filter(([call]) =>
      /\(.*\d/.test(call),
    );
    expect(calls.filter(([call, text]) => /[0-9]/.test(text) && !call.startsWith('typeNumber'))).toEqual([]);
  });

  it('format lists [A99]', () => {
    const lists = new Intl.ListFormat(name, { style: 'narrow' });
    expect(messages.list(['A', 'B', 'C'])).toBe(lists.format(['A', 'B', 'C']));
  });

  it('name the same counting unit in every text with a length [A98]', () => {
    const { counter, counterOver, longTitle, longItem } = messages;
    // The stem of the first word after the number. In Japanese and Chinese, that is the counter word.
    const [, unit = ''] = /2\D?847 ?(\p{L}{2,4})/u.exec(longItem('Name', 2847)) ?? [];
    expect(unit).not.toBe('');
    for (const text of [counter(2847, 3000), counterOver(2847, 1000), longTitle([2847])]) expect(text).toContain(unit);
  });
});

it('the titles of Arabic have its six plural forms, and a list the words of its language [A96]', () => {
  const { title, list } = languageNamed('ar').messages;
  expect([1, 2, 3, 11, 100].map(title).map((text) => text.replace(' من {asker}', ''))).toEqual([
    'سؤال',
    'سؤالان',
    '3 أسئلة',
    '11 سؤالًا',
    '100 سؤال',
  ]);
  expect(list(['A', 'B', 'C'])).toBe('A وB وC');
});

it.each([
  ['es-MX', '2,847'],
  ['ar-EG', '٢٬٨٤٧'],
])('the region %s determines the numbers: %s [A97]', (region, written) => {
  const messages = languageNamed(region.slice(0, 2)).createMessages(region);
  expect(messages.longTitle([2847])).toContain(written);
  expect(messages.longItem('Name', 2847)).toContain(written);
  expect(messages.counterOver(2847, 1000)).toContain(written);
});

it('the counting unit is the Unicode code point: an emoji of a family of four counts seven [A98]', () => {
  expect(codePointLength('👨‍👩‍👧‍👦')).toBe(7);
});

describe('small whole numbers', () => {
  it.each([
    'de',
    'de-AT',
    'de-CH',
    'en',
    'en-IN',
    'es',
    'es-MX',
    'fr',
    'fr-CA',
    'ja',
    'zh',
    'zh-Hant-TW',
    'zh-Hans',
    'ar',
    'ar-EG',
    'fa',
    'hi-u-nu-deva',
    'en-u-nu-arab',
    'ja-JP-u-ca-japanese-nu-hanidec',
    'eng',
    'frr',
  ])('are written as Intl writes them in %s', (locale) => {
    const { number } = createFormat(locale);
    const numbers = new Intl.NumberFormat(locale);
    for (const value of [...Array(1010).keys(), -1, 0.5, 99.5, 1e6, NaN, Infinity]) {
      expect(number(value)).toBe(numbers.format(value));
    }
  });

  it('does not accept an invalid tag, and says so when the format is created', () => {
    for (const tag of ['en_US', '', 'e', 'de_AT']) expect(() => createFormat(tag)).toThrow(RangeError);
  });
});
