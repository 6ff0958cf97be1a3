import { describe, expect, it } from 'vitest';
import { isRecommended, readRecommended, recommendedOption } from '../../../src/core/question/recommended.js';
import { labelOf } from '../../../src/messages/labels.js';
import { en } from '../../../src/messages/languages/en.js';
import { ATTACK_LABELS } from '../../fixtures/attack-labels.js';

const ask = (labels: readonly string[], multiSelect = false) => ({
  id: 'q',
  question: 'Which?',
  options: labels.map((label) => ({ label })),
  multiSelect,
});

describe('the mark of a recommended option [R-TAKE] [R-RECOMMENDED]', () => {
  it.each([
    ['PostgreSQL (Recommended)', 'PostgreSQL'],
    ['PostgreSQL (recommended) ', 'PostgreSQL'],
    ['PostgreSQL(RECOMMENDED)', 'PostgreSQL'],
    ['(Recommended) PostgreSQL', 'PostgreSQL'],
    ['[Recommended] PostgreSQL', 'PostgreSQL'],
    ['PostgreSQL ( Recommended )', 'PostgreSQL'],
    ['PostgreSQL (empfohlen)', 'PostgreSQL'],
    ['PostgreSQL (Recomendado)', 'PostgreSQL'],
    ['La base (recomendada)', 'La base'],
    ['PostgreSQL (Recommandé)', 'PostgreSQL'],
    ['La base (recommandée)', 'La base'],
    ['PostgreSQL（おすすめ）', 'PostgreSQL'],
    ['【推奨】PostgreSQL', 'PostgreSQL'],
    ['PostgreSQL (お勧め)', 'PostgreSQL'],
    ['PostgreSQL（推荐）', 'PostgreSQL'],
    ['（推荐）PostgreSQL', 'PostgreSQL'],
    ['PostgreSQL (موصى به)', 'PostgreSQL'],
    ['قاعدة (موصى بها)', 'قاعدة'],
  ])('is read from %j', (label, rest) => {
    expect(readRecommended(label)).toBe(rest);
  });

  it.each([
    'PostgreSQL',
    'Recommended',
    '(Recommended)',
    ' (recommended) ',
    'PostgreSQL (not recommended)',
    'PostgreSQL (recommended by Ann)',
    'PostgreSQL recommended',
    'The (Recommended) one',
    'Nicht empfohlen',
    '（推荐）',
    '',
  ])('is not read from %j', (label) => {
    expect(readRecommended(label)).toBeUndefined();
  });

  it('takes linear time', () => {
    const long = ' '.repeat(200_000);
    const before = performance.now();
    readRecommended(`a${long}(Recommended${long}`);
    readRecommended(`${long}(${long}Recommended)`);
    readRecommended('('.repeat(200_000));
    expect(performance.now() - before).toBeLessThan(2000);
  });

  it.each([
    [['A', 'B (Recommended)'], false, 1],
    [['A (Recommended)', 'B (empfohlen)'], false, undefined],
    [['A', 'B'], false, undefined],
    [['A (Recommended)', 'B'], true, undefined],
    [[], false, undefined],
  ])('names the option of %j, multi-select %j: %j', (labels, multiSelect, expected) => {
    expect(recommendedOption(ask(labels, multiSelect))).toBe(expected);
  });

  it.each([
    [{ label: 'A', recommended: true }, { label: 'B' }, 0],
    [{ label: 'A' }, { label: 'B (Recommended)', recommended: true }, 1],
    [{ label: '(Recommended)', recommended: true }, { label: 'B' }, 0],
    [{ label: 'A (Recommended)' }, { label: 'B', recommended: true }, undefined],
    [{ label: 'A', recommended: true }, { label: 'B', recommended: true }, undefined],
  ] as const)('counts like a field of the option: %j and %j', (first, second, expected) => {
    const question = { ...ask([]), options: [first, second] };
    expect(recommendedOption(question)).toBe(expected);
    const shown = [0, 1].map((index) => labelOf(question, index, en).short !== undefined);
    expect(question.options.map(isRecommended)).toEqual(shown);
  });

  it.each(ATTACK_LABELS)('is what is shown as a badge: $id, $what', ({ labels }) => {
    const question = ask(labels);
    const shown = labels.flatMap((_, index) => (labelOf(question, index, en).short === undefined ? [] : [index]));
    expect(recommendedOption(question)).toBe(shown.length === 1 ? shown[0] : undefined);
  });
});
