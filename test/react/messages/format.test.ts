import { describe, expect, it } from 'vitest';
import { codePointLength } from '../../../src/core/guards.js';
import { createFormat, type PluralForms } from '../../../src/react/messages/format.js';
import { COUNTS, LANGUAGES } from './helpers.js';

const CATEGORIES: PluralForms = { zero: 'zero', one: 'one', two: 'two', few: 'few', many: 'many', other: 'other' };

describe('plurals', () => {
  it.each([
    ['en', 'other one other other other other other other'],
    ['ru', 'many one few few many many one many'],
    ['pl', 'many one few few many many many many'],
    ['ar', 'zero one two few few many many other'],
    ['ja', 'other other other other other other other other'],
    ['cy', 'zero one two few other other other other'],
    ['he', 'other one two other other other other other'],
    ['sl', 'other one two few other other other other'],
  ])('[A96] %s: %s', (locale, categories) => {
    const { plural } = createFormat(locale);
    expect(COUNTS.map((count) => plural(count, CATEGORIES)).join(' ')).toBe(categories);
  });

  it('[A96] says a category that has no text of its own as `other`', () => {
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
  ] as const)('[A96] %s counts questions as its grammar does', (name, asker, forms) => {
    const { title, asker: who } = LANGUAGES[name].messages;
    const counts = name === 'ar' ? [1, 2, 3, 11, 100] : [1, 2];
    expect(who).toBe(asker);
    for (const [index, form] of forms.entries()) expect(title(counts[index] ?? 0)).toContain(form);
  });
});

describe('numbers', () => {
  it.each([
    ['en', undefined, '2,847'],
    ['de', undefined, '2.847'],
    ['fr', undefined, '2\u202f847'],
    ['es', undefined, '2847'],
    ['es', 'es-MX', '2,847'],
    ['ja', undefined, '2,847'],
    ['zh', undefined, '2,847'],
    ['ar', 'ar-EG', '٢٬٨٤٧'],
  ] as const)('[A97] %s, %s: %s', (name, region, written) => {
    const messages = LANGUAGES[name].createMessages(region);
    expect(messages.longTitle([2847])).toContain(written);
    expect(messages.longItem('Name', 2847)).toContain(written);
    expect(messages.counterOver(2847, 1000)).toContain(written);
  });
});

describe('lists', () => {
  it.each([
    ['en', 'A, B, C'],
    ['de', 'A, B und C'],
    ['es', 'A, B y C'],
    ['fr', 'A, B, C'],
    ['ja', 'A、B、C'],
    ['zh', 'A、B、C'],
    ['ar', 'A وB وC'],
  ] as const)('[A99] %s: %s', (name, list) => {
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
  ] as const)('[A98] is said in %s wherever a length is', (name, unit) => {
    const { counter, counterOver, longTitle, longItem } = LANGUAGES[name].messages;
    for (const text of [counter(1900, 2000), counterOver(2100, 2000), longTitle([2847]), longItem('Name', 2847)]) {
      expect(text).toMatch(unit);
    }
  });

  it('[A98] is the Unicode code point: an emoji of a family of four is seven', () => {
    expect(codePointLength(family)).toBe(7);
  });
});
