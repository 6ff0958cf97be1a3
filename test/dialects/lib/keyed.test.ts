import { describe, expect, it } from 'vitest';
import {
  askUserQuestion,
  claudeCode,
  DIALECTS,
  kimi,
  phoenixIde,
  pilotDeck,
  vsCode,
  type AgentDialect,
} from '../../../src/dialects/index.js';
import { run, valueOf, warningsOf } from '../helpers.js';

/** Every dialect whose answers are keyed by text that a model may repeat: the field, and the part with the answers. */
const WIRES: readonly (readonly [AgentDialect, 'question' | 'header', (wire: unknown) => object])[] = [
  [askUserQuestion, 'question', (wire) => wire as object],
  [pilotDeck, 'question', (wire) => wire as object],
  [claudeCode, 'question', (wire) => (wire as { updatedInput: object }).updatedInput],
  [kimi, 'question', (wire) => wire as object],
  [phoenixIde, 'question', (wire) => wire as object],
  [vsCode, 'header', (wire) => wire as object],
];

type Answers = Readonly<Record<string, unknown>>;

const answersIn = (part: object): Answers => (part as { answers: Answers }).answers;

/** Returns the text of an answer. */
const saidIn = (answer: unknown): unknown =>
  typeof answer === 'object' && answer !== null && 'freeText' in answer ? answer.freeText : answer;

const ask = (field: 'question' | 'header', text: string, i: number) => ({
  question: field === 'question' ? text : `Question ${i}`,
  header: field === 'header' ? text : 'h',
  options: ['a', 'b'],
});

describe.each(WIRES.map(([dialect, field, part]) => ({ name: dialect.name, dialect, field, part })))(
  '$name keyed by $field [R-ID]',
  ({ dialect, field, part }) => {
    const wireOf = (texts: readonly string[]) => {
      const input = { questions: texts.map((text, i) => ask(field, text, i)) };
      const replies = texts.map((_, i) => ({ selected: [], custom: `answer ${i}`, notes: `note ${i}` }));
      return { ...run(dialect, input, ...replies), input };
    };

    it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', '0', 'length'])(
      'has "%s" as an own property, after JSON and structuredClone too',
      (text) => {
        const { wire, result, request } = wireOf([text, 'another']);
        for (const copy of [wire, structuredClone(wire), JSON.parse(JSON.stringify(wire))]) {
          const answers = answersIn(part(copy));
          expect(Object.keys(answers).toSorted()).toEqual([text, 'another'].toSorted());
          expect(Object.hasOwn(answers, text)).toBe(true);
          expect(saidIn(answers[text])).toBe('answer 0');
          expect(Object.getPrototypeOf(answers)).toBe(Object.prototype);
          const read = valueOf(dialect.parseResult(copy, request));
          expect(read.status === 'answered' && read.answers.map(({ custom }) => custom)).toEqual(
            result.answers.map(({ custom }) => custom),
          );
        }
      },
    );

    it.each([
      [
        ['a', 'a', 'a'],
        ['a', 'a (2)', 'a (3)'],
      ],
      [
        ['a', 'a (2)', 'a'],
        ['a', 'a (2)', 'a (3)'],
      ],
      [
        ['a', 'a', 'a (2)'],
        ['a', 'a (3)', 'a (2)'],
      ],
      [
        ['a (2)', 'a', 'a', 'a (2)'],
        ['a (2)', 'a', 'a (3)', 'a (2) (2)'],
      ],
      [
        ['__proto__', '__proto__'],
        ['__proto__', '__proto__ (2)'],
      ],
    ])('keys %j as %j, with a warning', (texts, keys) => {
      const { wire, text, input } = wireOf(texts);
      const answers = answersIn(part(wire));
      expect(Object.keys(answers)).toEqual(keys);
      expect(Object.values(answers).map(saidIn)).toEqual(texts.map((_, i) => `answer ${i}`));
      for (const key of keys) expect(text).toContain(JSON.stringify(key));
      const renamed = keys.flatMap((key, i) => (key === texts[i] ? [] : [`questions[${i}].${field}: duplicate_key`]));
      expect(warningsOf(dialect.parse(input)).filter((warning) => warning.endsWith('duplicate_key'))).toEqual(renamed);
    });
  },
);

it('the dialects above are all that key their answers by text or header', () => {
  const keyed = DIALECTS.filter(
    ({ capabilities }) => capabilities.keyedBy === 'text' || capabilities.keyedBy === 'header',
  );
  expect(WIRES.map(([{ name }]) => name).toSorted()).toEqual(keyed.map(({ name }) => name).toSorted());
});

describe('equal question texts [R-ID]', () => {
  it('have separate keys for notes, too, and for empty text', () => {
    for (const dialect of [askUserQuestion, pilotDeck] as readonly AgentDialect[]) {
      const questions = ['', ''].map((text, i) => ask('question', text, i));
      const reply = { selected: [0], notes: 'n' };
      const { wire } = run(dialect, { questions }, reply, reply);
      expect(wire).toMatchObject({ annotations: { '': { notes: 'n' }, ' (2)': { notes: 'n' } } });
    }
  });

  it('keep the key of the second question if the first was skipped', () => {
    const skip = { selected: [], skipped: true } as const;
    const questions = [ask('question', 'q', 0), ask('question', 'q', 1)];
    const { wire } = run(askUserQuestion, { questions }, skip, { selected: [1] });
    expect(wire.answers).toEqual({ 'q (2)': 'b' });
  });
});
