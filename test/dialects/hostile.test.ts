import { describe, expect, it } from 'vitest';
import type { AskUserResult, UnansweredResult } from '../../src/core/answer/types.js';
import type { AskUserRequest } from '../../src/core/question/types.js';
import { detectDialect, DIALECTS, getLosses, parseCall, type AgentDialect } from '../../src/dialects/index.js';
import { EXAMPLES } from './examples.js';
import { valueOf } from './helpers.js';

const dialectOf = (name: string) => DIALECTS.filter((one) => one.name === name)[0]!;

/** Wraps a value so that it reads normally until no reads are left; every later read throws. */
function brittle(value: unknown, reads: { left: number; made: number }): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const count = () => {
    reads.made++;
    if (reads.left-- <= 0) throw new Error('boom');
  };
  return new Proxy(value, {
    get(target, key, receiver) {
      count();
      return brittle(Reflect.get(target, key, receiver), reads);
    },
    has(target, key) {
      count();
      return Reflect.has(target, key);
    },
    ownKeys(target) {
      count();
      return Reflect.ownKeys(target);
    },
    getOwnPropertyDescriptor(target, key) {
      count();
      return Reflect.getOwnPropertyDescriptor(target, key);
    },
  });
}

const skippedBy = ({ questions }: AskUserRequest): AskUserResult => ({
  status: 'answered',
  answers: questions.map(({ id, question }) => ({
    questionId: id,
    question,
    answer: '',
    text: '',
    wasCustom: false,
    selected: [],
    skipped: true,
  })),
});

/** Calls every function of the dialect that takes a request or a result. */
function work(dialect: AgentDialect, request: AskUserRequest, result: AskUserResult): void {
  expect(dialect.toModelText(result, request)).not.toBe('');
  dialect.parseResult(dialect.formatResult(result, request), request);
  dialect.formatRequest(request);
  getLosses(dialect, result, request);
}

const ENDED: readonly UnansweredResult[] = [{ status: 'cancelled' }, { status: 'declined' }, { status: 'superseded' }];

describe('an input that throws when it is read [R-PARSE]', () => {
  it.each(EXAMPLES)('does not make $dialect throw at any read of $what', ({ dialect: name, input }) => {
    const dialect = dialectOf(name);
    const whole = valueOf(dialect.parse(input));
    const results = [...ENDED, skippedBy(whole)];
    const stands = (name: string, read: (given: unknown) => unknown, from = input) => {
      const all = { left: Infinity, made: 0 };
      read(brittle(from, all));
      const thrown: unknown[] = [];
      for (let left = 0; left <= all.made; left += Math.ceil((all.made + 1) / 40)) {
        try {
          read(brittle(from, { left, made: 0 }));
        } catch (error) {
          thrown.push({ left, error });
        }
      }
      expect(thrown, name).toEqual([]);
    };
    stands('parse', (given) => dialect.parse(given, { strict: true }));
    const unanswerable: unknown = JSON.parse(
      JSON.stringify(input, (key, value: unknown) => (key === 'options' ? undefined : value)),
    );
    stands('parse without options', (given) => dialect.parse(given), unanswerable);
    stands('recognises', (given) => dialect.matches(given));
    stands('parseResult', (given) => dialect.parseResult(given, whole));
    const { tool } = dialect;
    if (tool) stands('parseCall', (given) => parseCall(tool, given));
    const more = { ...whole, metadata: { source: 's', nested: { list: [input] }, ...whole.metadata } };
    stands('formatRequest', (given) => dialect.formatRequest(given as AskUserRequest), more);
    for (const result of results) {
      const wire = dialect.formatResult(result, whole);
      stands('parseResult of its own', (given) => dialect.parseResult(given, whole), wire);
      stands('parseResult of a request', (given) => dialect.parseResult(wire, given as AskUserRequest), more);
      for (const unknown of ['raw', 'metadata'] as const) {
        const hold = (given: unknown): AskUserRequest => ({ ...more, [unknown]: given });
        stands(`formatResult, ${unknown}`, (given) => dialect.formatResult(result, hold(given)), more[unknown]);
        stands(`toModelText, ${unknown}`, (given) => dialect.toModelText(result, hold(given)), more[unknown]);
        stands(`getLosses, ${unknown}`, (given) => getLosses(dialect, result, hold(given)), more[unknown]);
      }
    }
  });
});

const around = (more: object) => ({ questions: [{ question: 'q', header: 'h', ...more }], question: 'q', ...more });
const cyclic: Record<string, unknown> = around({ options: ['a', 'b'] });
for (const name of ['self', 'metadata', 'params', 'request', 'payload', 'outcome', '_meta']) cyclic[name] = cyclic;
const unwilling = { toJSON: () => expect.unreachable() };
/** An array of holes. */
const holes = (length: number): unknown[] => Object.assign([], { length });
const endless = () => holes(400_000_000);
const nested = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;

const INPUTS: readonly (readonly [string, unknown])[] = [
  ['a cyclic object', cyclic],
  ['objects that cannot be written as JSON', around({ options: [{ label: 'a', ...unwilling }, 'b'], ...unwilling })],
  ['symbols', around({ id: Symbol('i'), header: Symbol('h'), type: Symbol('t'), options: [Symbol('a')] })],
  ['lists with holes', { questions: Object.assign(holes(3), { 2: around({}) }) }],
  ['options with holes', around({ options: Object.assign(holes(5), { 2: 'a' }) })],
  ['a huge sparse array', endless()],
  ['huge sparse arrays', around({ options: endless(), choices: endless(), suggest: endless() })],
  ['a huge sparse array of interrupts', { outcome: { type: 'interrupt', interrupts: endless() } }],
  ['a state with a huge sparse array', { __interrupt__: endless() }],
  [
    'a form with huge sparse arrays',
    {
      message: 'm',
      requestedSchema: {
        required: endless(),
        properties: { a: { enum: endless() }, b: { type: 'array', items: { anyOf: endless() } } },
      },
      _meta: { 'react-ask-user/questions': endless() },
    },
  ],
  ['deeply nested JSON text', nested],
  ['deeply nested options', around({ options: nested })],
  ['a very long text', around({ options: ['x'.repeat(3_000_000), 'b'] })],
  ['truncated JSON text', around({ options: `["${String.raw`\"`.repeat(1_000_000)}` })],
];

describe.each(INPUTS)('the input: %s [R-PARSE]', (_name, input) => {
  it.each(DIALECTS)('makes no function of $name throw', (dialect) => {
    const parsed = dialect.parse(input);
    const request = parsed.ok ? parsed.value : { requestId: 'r', questions: [], raw: input };
    expect(() => dialect.matches(input)).not.toThrow();
    for (const result of [...ENDED, skippedBy(request)]) expect(() => work(dialect, request, result)).not.toThrow();
    expect(() => dialect.parseResult(input, request)).not.toThrow();
  });

  it('does not make detectDialect throw', () => {
    expect(() => detectDialect(input)).not.toThrow();
  });
});

const WIRES: readonly (readonly [string, (key: string) => unknown])[] = [
  ['a huge sparse array', () => endless()],
  [
    'a huge sparse array of answers',
    () => ({ answered: true, kind: 'submit', answers: endless(), results: endless() }),
  ],
  ['a huge sparse array as an answer', (key) => ({ answers: { [key]: endless(), 0: endless() } })],
  ['a huge sparse array of options', (key) => ({ answers: { [key]: { answers: endless(), selected: endless() } } })],
  ['a form with a huge sparse array', (key) => ({ action: 'accept', content: { [key]: endless() } })],
  [
    'very many quotation marks',
    (key) => ({ behavior: 'allow', updatedInput: { answers: { [key]: `"${String.raw`\"`.repeat(1_000_000)}` } } }),
  ],
  ['very many backslashes in a tag', () => `<answer>\n<${'\\'.repeat(1_000_000)}\n</answer>`],
];

describe.each(WIRES)('the result: %s [R-PARSE]', (_name, wireFor) => {
  it.each(DIALECTS)('does not make parseResult of $name throw', (dialect) => {
    const options = ['a', 'b'].map((label) => ({ label }));
    const request: AskUserRequest = {
      requestId: 'r',
      questions: [{ id: 'q', question: 'q', header: 'q', options, multiSelect: true }],
    };
    expect(() => dialect.parseResult(wireFor('q'), request)).not.toThrow();
  });
});

/** Builds a request whose labels count how often they are read. */
function counted(dialect: AgentDialect, count: number): { request: AskUserRequest; reads: () => number } {
  let reads = 0;
  const one = dialect.capabilities.keyedBy === 'single';
  const questions = Array.from({ length: one ? 1 : 3 }, (_, i) => ({
    id: `q${i}`,
    question: `Question ${i}`,
    header: `H${i}`,
    multiSelect: dialect.capabilities.multiSelect !== 'unsupported',
    options: Array.from({ length: count }, (_unused, j) => ({
      get label() {
        reads++;
        return `Option ${j}`;
      },
      description: 'd',
    })),
  }));
  return { request: { requestId: 'r', questions }, reads: () => reads };
}

describe('a request with many options', () => {
  it.each(DIALECTS)('makes $name read each label a few times, regardless of the number of options', (dialect) => {
    const perOption = (count: number) => {
      const { request, reads } = counted(dialect, count);
      const result: AskUserResult = {
        status: 'answered',
        answers: request.questions.map(({ id, question, multiSelect, options }) => {
          const selected = (multiSelect ? options : options.slice(-1)).map((_, i) => ({
            index: multiSelect ? i : count - 1,
            label: `Option ${multiSelect ? i : count - 1}`,
          }));
          const labels = selected.map(({ label }) => label);
          const text = labels.join(', ');
          return { questionId: id, question, answer: multiSelect ? labels : text, text, wasCustom: false, selected };
        }),
      };
      dialect.formatRequest(request);
      work(dialect, request, result);
      return reads() / (count * request.questions.length);
    };
    expect(perOption(400)).toBeLessThan(perOption(50) * 1.5 + 1);
  });
});
