/** Maximum number of unbounded repetitions. Each one can multiply the run time by the text length. */
const MOST = 3;

/** Longest text that is matched, in UTF-16 code units. */
const LONGEST = 1_000;

const TOKENS = /\\.|\[(?:\\.|[^\]\\])*\]|\((?:\?(?:[:=!]|<[=!]|<[^>]*>))?|\{\d+(?:,\d*)?\}|[^]/gsu;

interface Group {
  /** Whether the group contains an unbounded repetition. */
  endless: boolean;
  /** Whether the group can match in several ways. */
  varies: boolean;
}

/** Returns how a token repeats the expression before it, or `undefined` if it is not a quantifier. */
function repetition(token: string): Group | undefined {
  const [, from, comma, to] = /^\{(\d+)(,)?(\d*)\}$/.exec(token) ?? [];
  if (token === '?') return { endless: false, varies: true };
  if (token === '*' || token === '+' || (comma && to === '')) return { endless: true, varies: true };
  return from === undefined ? undefined : { endless: false, varies: comma !== undefined && from !== to };
}

/**
 * Whether the unbounded repetitions of a pattern cannot make it run for very long. There are at most three. A group
 * that contains one is repeated only by `?`. A group that can match in several ways is not repeated without bound.
 */
function isSafePattern(pattern: string): boolean {
  const groups: Group[] = [{ endless: false, varies: false }];
  let closed: Group | undefined;
  let repetitions = 0;
  for (const [token] of pattern.matchAll(TOKENS)) {
    const group = groups.at(-1);
    const repeated = repetition(token);
    if (!group) return false;
    if (repeated) {
      if (closed && ((repeated.endless && closed.varies) || (token !== '?' && closed.endless))) return false;
      if (repeated.endless && ++repetitions > MOST) return false;
      group.endless ||= repeated.endless;
      group.varies ||= repeated.varies;
    }
    closed = token === ')' ? groups.pop() : undefined;
    const around = groups.at(-1);
    if (closed && around) {
      around.endless ||= closed.endless;
      around.varies ||= closed.varies;
    }
    if (token.startsWith('(')) groups.push({ endless: false, varies: false });
    if (token === '|') group.varies = true;
  }
  return true;
}

/**
 * Whether a text matches an untrusted pattern.
 *
 * Returns `true` without matching if unbounded repetitions could make the pattern run for very long, or if the text is
 * longer than 1,000 UTF-16 code units. The sender of the pattern must then check the answer.
 */
export const matches = (pattern: string, text: string): boolean =>
  text.length > LONGEST || !isSafePattern(pattern) || new RegExp(pattern, 'u').test(text);
