/** Repetitions without an end. Each lets the time grow by another power of the text's length. */
const MOST = 3;

/** Of a text that is held against a pattern. */
const LONGEST = 1_000;

const TOKENS = /\\.|\[(?:\\.|[^\]\\])*\]|\((?:\?(?:[:=!]|<[=!]|<[^>]*>))?|\{\d+(?:,\d*)?\}|[^]/gsu;

/** What a group has in it, its own groups included. */
interface Group {
  endless: boolean;
  varies: boolean;
}

/** How a token repeats what is before it; `undefined` where it does not. */
function repetition(token: string): Group | undefined {
  const [, from, comma, to] = /^\{(\d+)(,)?(\d*)\}$/.exec(token) ?? [];
  if (token === '?') return { endless: false, varies: true };
  if (token === '*' || token === '+' || (comma && to === '')) return { endless: true, varies: true };
  return from === undefined ? undefined : { endless: false, varies: comma !== undefined && from !== to };
}

/** Repeats no group that may match in several ways, and has few repetitions without an end. */
function endsSoon(pattern: string): boolean {
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
 * Whether a text matches a pattern of somebody else's. A pattern that could run for very long is not tried, nor a text of more
 * than 1,000 characters: whoever sent the pattern has to check it.
 */
export const matches = (pattern: string, text: string): boolean =>
  text.length > LONGEST || !endsSoon(pattern) || new RegExp(pattern, 'u').test(text);
