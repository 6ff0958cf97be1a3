import { describe, expect, it } from 'vitest';
import { createAskUserStore } from '../../src/core/flow/store.js';
import type { AskUserState } from '../../src/core/flow/types.js';
import { parseRequest } from '../../src/core/question/parse-request.js';
import type { Question } from '../../src/core/question/types.js';
import { de } from '../../src/messages/languages/de.js';
import { en } from '../../src/messages/languages/en.js';
import { nameAsker } from '../../src/messages/asker.js';
import {
  headerText,
  isCleaned,
  labelOf,
  mergeMessages,
  primaryLabel,
  questionText,
  shortName,
  shownText,
  withMark,
} from '../../src/messages/labels.js';
import { ATTACK_LABELS } from '../fixtures/attack-labels.js';

const ask = (question: Partial<Question>): Question => ({
  id: 'q',
  question: 'Which?',
  options: [],
  multiSelect: false,
  ...question,
});
const withLabels = (labels: readonly string[], more: Partial<Question> = {}) =>
  ask({ ...more, options: labels.map((label) => ({ label })) });
const shown = (question: Question) => question.options.map((_, index) => labelOf(question, index, en).name);

describe('the labels of a question', () => {
  it.each(ATTACK_LABELS)('are shown as specified: $id, $what', ({ labels, shown: expected, hidden = false }) => {
    const question = withLabels(labels);
    expect(shown(question)).toEqual(expected);
    expect(isCleaned(question)).toBe(hidden);
    expect(question.options.map(({ label }) => label)).toEqual(labels);
  });

  it('have a badge after cleaning, and are distinct with and without it [R-RECOMMENDED]', () => {
    const question = withLabels(['Yes\u200B (Recommended\u202E)', 'No', 'Yes (Recommended)', '(Recommended)']);
    expect(question.options.map((_, index) => labelOf(question, index, en))).toEqual([
      { name: 'Yes (Recommended) (option 1)', short: 'Yes (option 1)' },
      { name: 'No', short: undefined },
      { name: 'Yes (Recommended) (option 3)', short: 'Yes (option 3)' },
      { name: '(Recommended)', short: undefined },
    ]);
  });

  it('have a badge if a field recommends the option, and the mark only where a badge is missing [R-RECOMMENDED]', () => {
    const recommended = true;
    const labels = ['Yes', 'No (Recommended)', 'Mayb\u200Be', 'Maybe', '\u200B'];
    const question = ask({ options: labels.map((label) => ({ label, recommended })) });
    const found = labels.map((_, index) => labelOf(question, index, de));
    expect(found).toEqual([
      { name: 'Yes', short: 'Yes' },
      { name: 'No (Recommended)', short: 'No' },
      { name: 'Maybe (Option 3)', short: 'Maybe (Option 3)' },
      { name: 'Maybe (Option 4)', short: 'Maybe (Option 4)' },
      { name: de.noLabel(5), short: de.noLabel(5) },
    ]);
    expect(found.map((label) => withMark(label, de)).slice(0, 3)).toEqual([
      'Yes (Empfohlen)',
      'No (Recommended)',
      'Maybe (Option 3) (Empfohlen)',
    ]);
  });

  it('get a number if letters of two alphabets look alike, but not if they are symbols [S19]', () => {
    expect(shown(withLabels(['kΩ', 'Δt', 'µs', 'π-mode', 'Οpen']))).toEqual([
      'kΩ',
      'Δt',
      'µs',
      'π-mode',
      'Οpen (option 5)',
    ]);
  });

  it('get a number if they look like Other, in the language of the card', () => {
    const question = withLabels(['Other', 'Ｏther', 'Another', 'Sonstiges']);
    expect(shown(question)).toEqual(['Other (option 1)', 'Ｏther (option 2)', 'Another', 'Sonstiges']);
    expect(labelOf(question, 3, { ...en, other: 'Sonstiges' }).name).toBe('Sonstiges (option 4)');
    expect(labelOf(question, 'other', en).name).toBe('Other');
    expect(shown(withLabels(['Other', 'No'], { constraints: { allowCustom: false } }))).toEqual(['Other', 'No']);
  });

  it('are computed once per question', () => {
    let read = 0;
    const option = {
      get label() {
        read++;
        return 'Yes';
      },
    };
    const question = ask({ options: [option] });
    for (let i = 0; i < 5; i++) labelOf(question, 0, en);
    expect(read).toBe(1);
  });

  it('have a fallback for an unknown option', () => {
    expect(labelOf(withLabels(['A']), 3, en).name).toBe('Option 4 (no visible text)');
  });

  it.each<[string, Partial<Question>]>([
    ['question', { question: 'Wh\u200Bich?' }],
    ['header', { header: 'A\u202Eb' }],
    ['context', { context: 'Because\u0007' }],
    ['description', { options: [{ label: 'A', description: '\uFEFFx' }] }],
    ['preview', { options: [{ label: 'A', preview: 'x\u{e0041}' }] }],
  ])('and texts are reported as cleaned if something was hidden in the %s', (_, more) => {
    expect(isCleaned(ask(more))).toBe(true);
  });

  it('and texts are not reported as cleaned because of white space, line ends, composed letters or script characters', () => {
    const text = ' Two\r\n\r\nlines,\t\ttabs and\u00A0spaces, e\u0301, می\u200Cخواهم ';
    const option = { label: text, description: text, preview: text };
    expect(isCleaned(ask({ question: text, header: text, context: text, options: [option] }))).toBe(false);
  });
});

describe('the names of a question', () => {
  it('are one line, and never empty (L16)', () => {
    expect(headerText(ask({ header: ' a\n b\u202E ' }))).toBe('a b');
    expect(headerText(ask({ header: '\u3164' }))).toBe('');
    expect(shortName(ask({ header: '\u3164', question: 'First line\nsecond' }), 0, en)).toBe('First line second');
    expect(shortName(ask({ question: ' \u200B' }), 2, en)).toBe('Question 3');
    expect(questionText({ question: '\u3164' }, 0, en)).toBe('Question 1');
    expect(questionText({ question: 'First\n\n  second' }, 0, en)).toBe('First\n\n  second');
  });
});

it.each(['$&', "$'", '$`', '$$', '$1', '{asker}'])(
  'nameAsker inserts an asker named %s verbatim in every sentence [R-VERBATIM]',
  (asker) => {
    expect(nameAsker('{asker} asks {asker}', { asker })).toBe(`${asker} asks ${asker}`);
    for (const sentence of Object.values(en.settled))
      expect(nameAsker(sentence, { asker })).toBe(sentence.split('{asker}').join(asker));
  },
);

describe('the messages of a card', () => {
  it('are those of the host over the English ones, with the asker as it is shown', () => {
    expect(mergeMessages()).toMatchObject({ submit: 'Submit', asker: 'Assistant' });
    expect(mergeMessages({ submit: 'Go', cancel: undefined }, ' Set\u200Bup\n', en)).toEqual({
      ...en,
      submit: 'Go',
      asker: 'Setup',
    });
    expect(mergeMessages({ asker: 'Host' }, '\u3164', en)).toEqual({ ...en, asker: 'Host' });
  });
});

describe('a text outside its field', () => {
  it('is shown as a fixed number of dots if it is a secret [R-SECRET]', () => {
    const secret = ask({ constraints: { secret: true } });
    expect(shownText(secret, 'swordfish')).toBe('••••••••');
    expect(shownText(secret, ' ')).toBe(' ');
    expect(shownText(ask({ constraints: {} }), 'SQLite')).toBe('SQLite');
    expect(shownText(ask({}), 'SQLite')).toBe('SQLite');
    expect(shownText(undefined, 'SQLite')).toBe('SQLite');
  });
});

describe('the primary button', () => {
  const state = (questions: number, more: Partial<AskUserState> = {}): AskUserState => {
    const parsed = parseRequest({
      questions: Array.from({ length: questions }, (_, index) => ({ question: `Question ${index}?` })),
    });
    if (!parsed.ok) throw new Error('unreadable');
    return { ...createAskUserStore(parsed.value).getState(), ...more };
  };
  const error = { reason: 'offline', message: '', result: { status: 'answered', answers: [] } } as const;

  it.each<[string, AskUserState]>([
    ['Submit', state(1)],
    ['Next', state(3)],
    ['Review', state(3, { active: 2 })],
    ['Submit answers', state(3, { active: 3 })],
    ['Sending…', state(1, { phase: 'submitting' })],
    ['Try again', state(1, { error })],
    ['Next', state(3, { error })],
  ])('says “%s” (%#)', (expected, given) => {
    expect(primaryLabel(given, en)).toBe(expected);
  });
});

describe('labels that are not strings (L15)', () => {
  it.each<[unknown, string[] | undefined]>([
    [
      [0, true, 'A'],
      ['0', 'true', 'A'],
    ],
    [[{}], undefined],
    [[null], undefined],
    [[['A']], undefined],
    ['A', undefined],
    [7, undefined],
    [[], []],
    [Array.from({ length: 500 }, (_, index) => index), Array.from({ length: 500 }, (_, index) => String(index))],
    [['x'.repeat(5000)], undefined],
  ])('are converted or refused before they are shown (%#)', (options, expected) => {
    const parsed = parseRequest({ question: 'Which?', options });
    expect(parsed.ok ? parsed.value.questions.map(shown)[0] : undefined).toEqual(expected);
  });
});
