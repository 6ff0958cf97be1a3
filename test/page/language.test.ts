import { describe, expect, it } from 'vitest';
import { LANGUAGES, languageOf, setLanguage } from '../../src/page/language.js';
import type { PageWords } from '../../src/page/words/types.js';
import { LANGUAGES as SHIPPED } from '../messages/helpers.js';

const FILES = import.meta.glob<{ words: PageWords }>('../../src/page/words/??.ts', { eager: true });
const words = Object.fromEntries(Object.entries(FILES).map(([file, one]) => [file.slice(-5, -3), one.words]));

/** Returns every text, by the path of its name. */
const textsOf = (value: unknown, path = ''): readonly (readonly [string, unknown])[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, inner]) => textsOf(inner, `${path}.${name}`))
    : [[path, value]];

describe('the language of a page [R-MESSAGES]', () => {
  it('can be every language of the package, whose texts outside of the dialog are in src/page/words', () => {
    expect(['en', ...LANGUAGES].toSorted()).toEqual(Object.keys(SHIPPED).toSorted());
    expect(Object.keys(words).toSorted()).toEqual(Object.keys(SHIPPED).toSorted());
  });

  it.each(LANGUAGES)('has no text in common with English in %s', (language) => {
    const english = new Map(textsOf(words['en']));
    for (const [name, text] of textsOf(words[language])) {
      expect(text, name).not.toBe(english.get(name));
      expect(String(text).trim(), name).not.toBe('');
    }
  });

  it.each([
    ['de-AT', 'de'],
    ['AR_eg', 'ar'],
    ['deu', undefined],
    ['pt', undefined],
    [7, undefined],
  ])('of the tag %s is %s', (tag, language) => expect(languageOf(tag)).toBe(language));

  it.each([
    ['de-AT', 'ltr'],
    ['ja', 'ltr'],
    ['az', 'ltr'],
    ['az-Arab', 'rtl'],
    ['ar-EG', 'rtl'],
    ['fa', 'rtl'],
    ['he', 'rtl'],
    ['ur-PK', 'rtl'],
    ['yi', 'rtl'],
    ['ckb', 'rtl'],
    ['dv', 'rtl'],
  ])('%s is written %s', (locale, dir) => {
    const page = { lang: '', dir: '' };
    setLanguage(page, locale);
    expect(page).toEqual({ lang: locale, dir });
  });
});
