import { codePointLength } from '../../core/guards.js';

/** Longest pattern and longest text that are matched, in UTF-16 code units. */
const LONGEST = 1_000;

/** Maximum size of a pattern with its repetitions written out. The time is proportional to it and to the text length. */
const MOST = 2_000;

/** Characters, including the escapes and classes that match one, and the syntax around them. `(?` is not supported. */
const TOKENS =
  /\\ud[89ab]..\\ud[c-f]..|\\(?:[pu]\{[^}]*\}|u.{4}|x..|c.|.)|\[(?:\\.|[^\]\\])*\]|\((?:\?(?::|<(?![=!])[^>]*>)?)?|\{\d+(?:,\d*)?\}\??|[*+?]\??|[^]/giu;

/** State of the automaton. It leads to the states `to` from every position at which its token fits. */
interface State {
  /** Whether the token fits, by position. `undefined` for a state without a token, which always fits. */
  readonly fits: readonly boolean[] | undefined;
  /** Whether the token is a character. If it is not, the position stays the same. */
  readonly consumes: boolean;
  readonly to: State[];
  /** Last position at which the automaton was in this state. */
  at: number;
}

interface Part {
  /** Number of states and of branches, rounded up. */
  readonly size: number;
  /** Creates the states of the part, which lead to `next`, and returns the first. */
  readonly build: (next: State) => State;
}

const createState = (to: State[], fits?: readonly boolean[], consumes = false): State => ({
  fits,
  consumes,
  to,
  at: -1,
});

/** Returns how often a quantifier repeats the part before it. The lazy forms match the same texts. */
function countsOf(quantifier: string): readonly [from: number, to: number] {
  if (quantifier.startsWith('?')) return [0, 1];
  if (!quantifier.startsWith('{')) return [quantifier.startsWith('+') ? 1 : 0, Infinity];
  const [from = '', to = from] = quantifier.slice(1, quantifier.indexOf('}')).split(',');
  return [Number(from), Number(to || Infinity)];
}

function repeat({ size, build }: Part, [from, to]: readonly [number, number]): Part {
  // No text has more characters, so further repetitions change nothing.
  const isEndless = to >= LONGEST;
  return {
    size: (size + 1) * (isEndless ? from + 1 : to),
    build(next) {
      let state = next;
      if (isEndless) {
        state = createState([next]);
        state.to.push(build(state));
      } else for (let i = from; i < to; i++) state = createState([build(state), next]);
      for (let i = 0; i < from; i++) state = build(state);
      return state;
    },
  };
}

/** Parses the tokens of a valid pattern. `partOf` returns the part of a character or an assertion. */
function parse(tokens: readonly string[], partOf: (token: string) => Part): Part {
  let i = 0;
  const sequence = (): Part => {
    const parts: Part[] = [];
    for (let token = tokens[i]; token !== undefined && !/^[|)]$/.test(token); token = tokens[i]) {
      i++;
      const part = token.startsWith('(') ? alternatives() : partOf(token);
      const quantifier = tokens[i] ?? '';
      const repeats = /^[*+?{]/.test(quantifier);
      if (repeats) i++;
      parts.push(repeats ? repeat(part, countsOf(quantifier)) : part);
    }
    return {
      size: parts.reduce((sum, { size }) => sum + size, 0),
      build: (next) => parts.reduceRight((state, { build }) => build(state), next),
    };
  };
  const alternatives = (): Part => {
    const parts: Part[] = [];
    do parts.push(sequence());
    while (tokens[i++] === '|');
    return {
      size: parts.reduce((sum, { size }) => sum + size + 1, 0),
      build: (next) => createState(parts.map(({ build }) => build(next))),
    };
  };
  return alternatives();
}

/** Returns a function that tests a token at every position. Positions count code points. */
function createTest(text: string): (token: string) => readonly boolean[] {
  const offsets = [0];
  for (const { length } of text) offsets.push((offsets.at(-1) ?? 0) + length);
  const tested = new Map<string, readonly boolean[]>();
  return (token) => {
    const known = tested.get(token);
    if (known) return known;
    const expression = new RegExp(token, 'uy');
    const fits = offsets.map((offset) => {
      expression.lastIndex = offset;
      return expression.test(text);
    });
    tested.set(token, fits);
    return fits;
  };
}

function enter(state: State, at: number, states: State[]): void {
  if (state.at !== at) states.push(state);
  state.at = at;
}

/** Whether the automaton reaches `end`. It can be in several states, and enters each only once per position. */
function reaches(end: State, start: State, last: number): boolean {
  let states: State[] = [];
  for (let at = 0; at <= last; at++) {
    enter(start, at, states);
    // The list grows within the loop.
    for (const { fits, consumes, to } of states) {
      if (!consumes && fits?.[at] !== false) for (const state of to) enter(state, at, states);
    }
    if (end.at === at) return true;
    const next: State[] = [];
    for (const { fits, consumes, to } of states) {
      if (consumes && fits?.[at]) for (const state of to) enter(state, at + 1, next);
    }
    states = next;
  }
  return false;
}

/**
 * Whether a text matches an untrusted pattern. The time is linear in the length of the text, because an automaton follows
 * all ways to match at once, and does not try them one after another as `RegExp` does.
 *
 * Returns `true` without matching in these cases, in which the sender of the pattern must check the answer:
 *
 * - The pattern contains a look-around assertion, a back-reference or a modifier.
 * - The pattern is too large with its repetitions written out: `x{1,500}` counts `x` 500 times.
 * - The pattern or the text is longer than 1,000 UTF-16 code units.
 */
export function matches(pattern: string, text: string): boolean {
  if (Math.max(pattern.length, text.length) > LONGEST) return true;
  const tokens = pattern.match(TOKENS) ?? [];
  if (tokens.some((token) => token === '(?' || /^\\[k1-9]/.test(token))) return true;
  const test = createTest(text);
  const { size, build } = parse(tokens, (token) => ({
    size: 1,
    build: (next) => createState([next], test(token), !/^(?:[$^]|\\b)$/i.test(token)),
  }));
  // The size is not a number if the pattern repeats an enormous size 0 times.
  if (!(size <= MOST)) return true;
  const end = createState([]);
  return reaches(end, build(end), codePointLength(text));
}
