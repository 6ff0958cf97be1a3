import { describe, expect, it } from 'vitest';
import { LANGUAGES as OFFERED } from '../../examples/playground/languages.js';
import { entries } from '../../scripts/lib/repo.mjs';
import { readRecommended } from '../../src/core/question/recommended.js';
import { brokenRule } from '../../src/core/answer/constraints.js';
import type { AskUserMessages } from '../../src/react/index.js';
import { COUNTS, languageNamed, LANGUAGES, said } from './helpers.js';

const { messages: en, terminal: enTerminal } = languageNamed('en');
const english = said(enTerminal);

/** Texts with words that are rightly the same in two languages, in the order of `LANGUAGES`. */
const SAME: Record<string, readonly string[]> = {
  'en and fr': ['asker', 'tab', 'tabs', 'lookAlike', 'hintNote', 'hintQuestions'],
};

/** Languages in which a name within a sentence never changes, and needs no article. */
const NAME_ANYWHERE: readonly string[] = ['ja', 'zh', 'ar'];

/** Whether a text has words of its language, in addition to the texts of the agent and the user. */
const hasWords = (text: string) => /\p{Letter}/u.test(text.replaceAll(/WHO|WHAT|WHICH|WHY|\{asker\}/g, ''));

/** Returns the numbers in a sentence, without the digits that Arabic names as keys. */
const numbersIn = (text: string) => text.replace('0-9', '').match(/-?\d+(\.\d+)?/g);

const rule = (input: 'date' | 'date-time', custom = '') =>
  brokenRule(
    { id: 'q', question: '?', options: [], multiSelect: false, constraints: { input } },
    { questionId: 'q', selected: [], custom: custom || 'none' },
  );

const translated = Object.entries(LANGUAGES).filter(([name]) => name !== 'en');

describe.each(Object.entries(LANGUAGES))('the rules in %s [R-MESSAGES]', (_name, { messages }) => {
  it('contain both ends of a range, or the one that exists', () => {
    const { chooseCount, typeLength, typeNumber } = messages;
    for (const say of [chooseCount, typeLength, typeNumber.bind(null, true), typeNumber.bind(null, false)]) {
      expect([say(23, undefined), say(undefined, 45), say(23, 45), say(45, 45)].map(numbersIn)).toEqual([
        ['23'],
        ['45'],
        ['23', '45'],
        ['45'],
      ]);
    }
  });

  it('contain the bounds of a number as the user would type them', () => {
    expect(numbersIn(messages.typeNumber(false, -0.0005, 1234567.5))).toEqual(['-0.0005', '1234567.5']);
    expect(messages.typeNumber(true, undefined, undefined)).not.toBe(messages.typeNumber(false, undefined, undefined));
  });

  it('contain examples of valid dates', () => {
    const { date, 'date-time': time } = messages.typeFormat;
    expect(rule('date', /\d{4}-\d\d-\d\d/.exec(date)?.[0])).toBeUndefined();
    expect(rule('date-time', /\d{4}-[\d-]+[T ][\d:]+(Z|\+[\d:]+)/.exec(time)?.[0])).toBeUndefined();
  });
});

/** Within a sentence, a name can need an article, a case, or an elision. */
it.each(Object.entries(LANGUAGES).filter(([name]) => !NAME_ANYWHERE.includes(name)))(
  '%s begins a sentence with the name of the asker [R-MESSAGES]',
  (name, { messages }) => {
    const { discardText, declineText, discussText, partialText, settled } = messages;
    const ended = name === 'en' ? [] : Object.values(settled).map((text) => text.replace('{asker}', 'WHO'));
    const texts = [discardText('WHO'), declineText('WHO'), discussText('WHO'), partialText(1, 3, 'WHO'), ...ended];
    for (const text of texts) expect(text).toMatch(/(?:^|[.] )WHO/);
  },
);

const pairs = Object.keys(LANGUAGES).flatMap((one, at, all) => all.slice(at + 1).map((other) => [one, other] as const));

it.each(Object.entries(LANGUAGES))('the mark in %s is recognized in a label [R-TAKE]', (_name, { messages }) => {
  expect(readRecommended(`PostgreSQL (${messages.recommended})`)).toBe('PostgreSQL');
});

it.each(pairs)('%s and %s have no text in common by mistake [R-MESSAGES]', (one, other) => {
  const [texts, others] = [one, other].map((name) => said(languageNamed(name).terminal));
  const common = Object.entries(texts!).filter(([what, text]) => text === others![what] && hasWords(text));
  const names = new Set(common.map(([what]) => what.replace(/\(.*/s, '')));
  expect([...names].toSorted()).toEqual((SAME[`${one} and ${other}`] ?? []).toSorted());
});

describe.each(translated)('the messages in %s [R-MESSAGES]', (_name, { messages, terminal }) => {
  const texts = said(terminal);

  it('have every text that English has', () => {
    expect(Object.keys(texts).sort()).toEqual(Object.keys(english).sort());
    for (const [what, text] of Object.entries(texts)) expect(text.trim(), what).not.toBe('');
  });

  it('fill every placeholder except {asker}, which only titles, settled texts and `ahead` contain', () => {
    const asker = /^(title|preparing|settled|nextAsker|ahead)/;
    for (const [what, text] of Object.entries(texts)) {
      expect(text.split('{asker}').length, what).toBe(asker.test(what) ? 2 : 1);
      expect(text.replaceAll('{asker}', ''), what).not.toMatch(/[{}#]|undefined|NaN|null|\[object/);
    }
  });

  it('have a text for every number [A96]', () => {
    for (const count of COUNTS) {
      for (const text of [messages.title(count), messages.more(count), messages.discardTitle(count)]) {
        expect(text).toMatch(/\p{Letter}/u);
      }
    }
  });

  it('preserve the texts of the agent and the user', () => {
    const text = 'a $& {asker} # {n} $1 b';
    expect(messages.arrived('x', text, 3)).toContain(text);
    expect(messages.arrived(text, 'x', 3)).toContain(text);
    expect(messages.card(text, 'x', 3)).toContain(text);
    expect(messages.card('x', text, 1)).toContain(text);
    for (const quoted of [messages.quote(text), messages.previewOf(text), messages.longItem(text, 3)]) {
      expect(quoted).toContain(text);
    }
  });

  it('name a control the same in every text', () => {
    expect(messages.missingOption).toContain(messages.other);
    expect(messages.longTitle([3000]).toLowerCase()).toContain(messages.submitAnyway.toLowerCase());
    expect(messages.discardTitle(0).toLowerCase()).toContain(messages.leave.toLowerCase());
  });
});

describe('the messages [R-MESSAGES]', () => {
  it('of every language of the package are tested here and offered by the playground', async () => {
    const languages = entries().flatMap(({ name }) => /\/messages\/(\w\w)$/.exec(name)?.[1] ?? []);
    expect(Object.keys(LANGUAGES).toSorted()).toEqual(languages.toSorted());
    for (const [name, { messages }] of translated) expect(await OFFERED[name]?.load?.(), name).toBe(messages);
  });

  it.each(translated.filter(([, { messages }]) => !/[a-z]/i.test(messages.cancel)))(
    'in %s contain no letter of the Latin alphabet',
    (_name, { terminal }) => {
      for (const [what, text] of Object.entries(said(terminal, 'ﷲ'))) {
        expect(text.replaceAll(/\{asker\}|--web/g, ''), what).not.toMatch(/[a-z]/i);
      }
    },
  );

  it('have the same keys in every language', () => {
    const keys = (messages: AskUserMessages) => Object.keys(messages).toSorted();
    for (const [, { messages, terminal }] of translated) {
      expect(keys(messages)).toEqual(keys(en));
      expect(keys(terminal)).toEqual(keys(enTerminal));
    }
  });
});
