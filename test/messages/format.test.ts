import { describe, expect, it } from 'vitest';
import { codePointLength } from '../../src/core/guards.js';
import { createFormat, type PluralForms } from '../../src/messages/languages/format.js';
import { COUNTS, LANGUAGES, said } from './helpers.js';

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

  it.each([
    ['de', 'Assistent', ['Frage von', '2 Fragen von']],
    ['fr', 'Assistant', ['Question posée par', '2 questions posées par']],
    ['es', 'Asistente', ['Pregunta de', '2 preguntas de']],
    ['ar', 'المساعد', ['سؤال من', 'سؤالان', '3 أسئلة', '11 سؤالًا', '100 سؤال']],
  ] as const)('counts questions by the grammar of %s [A96]', (name, asker, forms) => {
    const { title, asker: who } = LANGUAGES[name].messages;
    const counts = name === 'ar' ? [1, 2, 3, 11, 100] : [1, 2];
    expect(who).toBe(asker);
    for (const [index, form] of forms.entries()) expect(title(counts[index] ?? 0)).toContain(form);
  });
});

describe('numbers in the messages', () => {
  it.each([
    ['en', undefined, '2,847'],
    ['de', undefined, '2.847'],
    ['fr', undefined, '2\u202f847'],
    ['es', undefined, '2847'],
    ['es', 'es-MX', '2,847'],
    ['ja', undefined, '2,847'],
    ['zh', undefined, '2,847'],
    ['ar', 'ar-EG', '٢٬٨٤٧'],
  ] as const)('are formatted in %s (region %s): %s [A97]', (name, region, written) => {
    const messages = LANGUAGES[name].createMessages(region);
    expect(messages.longTitle([2847])).toContain(written);
    expect(messages.longItem('Name', 2847)).toContain(written);
    expect(messages.counterOver(2847, 1000)).toContain(written);
  });
});

describe.each(Object.entries(LANGUAGES))('a region of %s', (name, { createMessages }) => {
  it('determines the digits of every number except the bounds that the user types [A97]', () => {
    const calls = Object.entries(said(createMessages(`${name}-u-nu-fullwide`))).filter(([call]) => /\(.*\d/.test(call));
    expect(calls.filter(([call, text]) => /[0-9]/.test(text) && !call.startsWith('typeNumber'))).toEqual([]);
  });
});

describe('lists in the messages', () => {
  it.each([
    ['en', 'A, B, C'],
    ['de', 'A, B und C'],
    ['es', 'A, B y C'],
    ['fr', 'A, B, C'],
    ['ja', 'A、B、C'],
    ['zh', 'A、B、C'],
    ['ar', 'A وB وC'],
  ] as const)('are formatted in %s: %s [A99]', (name, list) => {
    expect(LANGUAGES[name].messages.list(['A', 'B', 'C'])).toBe(list);
  });
});

describe('the counting unit', () => {
  const family = '👨‍👩‍👧‍👦';

  it.each([
    ['en', /char/],
    ['de', /Zeichen/],
    ['es', /car(á|a)c/],
    ['fr', /caractère/],
    ['ja', /文字/],
    ['zh', /个字符/],
    ['ar', /حرف|أحرف/],
  ] as const)('is named in %s in every text with a length [A98]', (name, unit) => {
    const { counter, counterOver, longTitle, longItem } = LANGUAGES[name].messages;
    for (const text of [counter(1900, 2000), counterOver(2100, 2000), longTitle([2847]), longItem('Name', 2847)]) {
      expect(text).toMatch(unit);
    }
  });

  it('is the Unicode code point: an emoji of a family of four counts seven [A98]', () => {
    expect(codePointLength(family)).toBe(7);
  });
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
