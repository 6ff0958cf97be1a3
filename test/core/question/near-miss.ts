import fc from 'fast-check';
import { isRecord } from '../../../src/core/guards.js';

/** Texts of every kind, including unpaired surrogates. */
export const text: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.integer({ min: 0xd7f0, max: 0xe00f }).map((code) => String.fromCharCode(code)) }),
  fc.constantFrom(
    '',
    '__proto__',
    'constructor',
    'q1',
    'q2',
    '\uFEFF',
    '[object Object]',
    'true',
    '[]',
    '{}',
    '[{"label":"A"}]',
  ),
);
export const anything: fc.Arbitrary<unknown> = fc.anything({
  withBigInt: true,
  withBoxedValues: true,
  withDate: true,
  withMap: true,
  withNullPrototype: true,
  withObjectString: true,
  withSet: true,
  withSparseArray: true,
  withTypedArray: true,
});

/** A part of an input that `build` replaces with something odd. fast-check must not see values that throw when read. */
export class Odd {
  readonly value: unknown;
  readonly kind: string;
  constructor(value: unknown, kind: string) {
    this.value = value;
    this.kind = kind;
  }
}

const boom = (): never => {
  throw new Error('trap');
};

/** Builds the input from a generated value. */
export function build(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(build);
  if (!(value instanceof Odd)) {
    return isRecord(value) ? Object.fromEntries(Object.entries(value).map(([key, each]) => [key, build(each)])) : value;
  }
  if (value.kind === 'as is') return value.value;
  const inner = build(value.value);
  if (value.kind === 'json') {
    try {
      return JSON.stringify(inner);
    } catch {
      return inner;
    }
  }
  if (typeof inner !== 'object' || inner === null) return inner;
  if (value.kind === 'throws') return new Proxy(inner, { get: boom });
  if (value.kind === 'shy') return new Proxy(inner, { has: boom, ownKeys: boom, getPrototypeOf: boom });
  if (value.kind === 'getter')
    return new Proxy(inner, { get: (target, key) => (key === 'label' ? boom() : Reflect.get(target, key)) });
  const { proxy, revoke } = Proxy.revocable(inner, {});
  revoke();
  return proxy;
}

/** Requests in which any part may be wrong, so that every branch of the parser is covered. */
export const nearMiss = (...kinds: string[]): fc.Arbitrary<unknown> => {
  const odd = (arbitrary: fc.Arbitrary<unknown>) => (kind: string) => arbitrary.map((value) => new Odd(value, kind));
  const spoil = (good: fc.Arbitrary<unknown>) =>
    fc.oneof(
      { weight: 20, arbitrary: good },
      ...[...['json', 'shy', ...kinds].map(odd(good)), odd(anything)('as is')].map((arbitrary) => ({
        weight: 1,
        arbitrary,
      })),
    );
  const some = (fields: Record<string, fc.Arbitrary<unknown>>) => fc.record(fields, { requiredKeys: [] });
  const word = spoil(text);
  const option = spoil(fc.oneof(text, some({ label: word, description: word, preview: word, value: word })));
  const list = spoil(fc.array(option, { maxLength: 5 }));
  const question = spoil(
    fc.oneof(
      text,
      some({
        id: word,
        question: word,
        header: word,
        context: word,
        options: list,
        suggestions: list,
        multiSelect: spoil(fc.boolean()),
        constraints: fc.boolean(),
      }),
    ),
  );
  const questions = spoil(fc.array(question, { maxLength: 6 }));
  return spoil(fc.oneof(questions, question, some({ questions, metadata: word, answers: word, asker: word })));
};
