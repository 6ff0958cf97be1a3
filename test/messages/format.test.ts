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

interface Expected {
  /** The name of an asker without a name. */
  readonly asker: string;
  /** A part of the title with each number of questions, one of each plural form. */
  readonly titles: Readonly<Record<number, string>>;
  /** The number 2847. */
  readonly number: string;
  /** The list of A, B and C. */
  readonly list: string;
  /** The counting unit of texts, in every form. */
  readonly unit: RegExp;
}

/** What every language must say. Written by the grammar of the language, before its messages. */
const EXPECTED: Readonly<Record<string, Expected>> = {
  ar: {
    asker: 'المساعد',
    titles: { 1: 'سؤال من', 2: 'سؤالان', 3: '3 أسئلة', 11: '11 سؤالًا', 100: '100 سؤال' },
    number: '2,847',
    list: 'A وB وC',
    unit: /حرف|أحرف/,
  },
  de: {
    asker: 'Assistent',
    titles: { 1: 'Frage von', 2: '2 Fragen von' },
    number: '2.847',
    list: 'A, B und C',
    unit: /Zeichen/,
  },
  en: {
    asker: 'Assistant',
    titles: { 1: 'Question from', 2: '2 questions from' },
    number: '2,847',
    list: 'A, B, C',
    unit: /char/,
  },
  es: {
    asker: 'Asistente',
    titles: { 1: 'Pregunta de', 2: '2 preguntas de' },
    number: '2847',
    list: 'A, B y C',
    unit: /car(á|a)c/,
  },
  fr: {
    asker: 'Assistant',
    titles: { 1: 'Question posée par', 2: '2 questions posées par' },
    number: '2\u202f847',
    list: 'A, B, C',
    unit: /caractère/,
  },
  ja: {
    asker: 'アシスタント',
    titles: { 1: 'からの質問', 2: 'からの質問（2件）' },
    number: '2,847',
    list: 'A、B、C',
    unit: /文字/,
  },
  zh: {
    asker: '助手',
    titles: { 1: '的问题', 2: '2 个问题' },
    number: '2,847',
    list: 'A、B、C',
    unit: /个字符/,
  },
};

describe.each(Object.entries(LANGUAGES))('the messages of %s', (name, { messages, createTerminalMessages }) => {
  const expected = EXPECTED[name];
  if (!expected) throw new Error(`Add to EXPECTED what src/messages/languages/${name}.ts must say.`);

  it('count questions by the grammar of the language [A96]', () => {
    expect(messages.asker).toBe(expected.asker);
    for (const [count, form] of Object.entries(expected.titles)) expect(messages.title(Number(count))).toContain(form);
    const forms = (counts: readonly (number | string)[]) => {
      const rules = new Intl.PluralRules(name);
      return new Set(counts.map((count) => rules.select(Number(count))));
    };
    expect(forms(Object.keys(expected.titles)), 'a title of each plural form').toEqual(forms(COUNTS.slice(1)));
  });

  it('format numbers [A97]', () => {
    const texts = [messages.longTitle([2847]), messages.longItem('Name', 2847), messages.counterOver(2847, 1000)];
    for (const text of texts) expect(text).toContain(expected.number);
  });

  it('have the digits of a region in every number except the bounds that the user types [A97]', () => {
    const calls = Object.entries(said(createTerminalMessages(`${name}-u-nu-fullwide`))).filter(([call]) =>
      /\(.*\d/.test(call),
    );
    expect(calls.filter(([call, text]) => /[0-9]/.test(text) && !call.startsWith('typeNumber'))).toEqual([]);
  });

  it('format lists [A99]', () => expect(messages.list(['A', 'B', 'C'])).toBe(expected.list));

  it('name the counting unit in every text with a length [A98]', () => {
    const { counter, counterOver, longTitle, longItem } = messages;
    for (const text of [counter(1900, 2000), counterOver(2100, 2000), longTitle([2847]), longItem('Name', 2847)]) {
      expect(text).toMatch(expected.unit);
    }
  });
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
