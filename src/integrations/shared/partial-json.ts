const CLOSER: Readonly<Record<string, string>> = { '{': '}', '[': ']' };

/** A position at which incomplete JSON can be cut, and the characters that close it there. */
interface Cut {
  readonly end: number;
  readonly closers: string;
}

/** Returns the last cuts, at most three, in reverse order. The first is the end of the text. */
function cutsOf(text: string): readonly Cut[] {
  const open: string[] = [];
  const cuts: Cut[] = [];
  let inString = false;
  for (let i = 0; i < text.length; i++) {
    const char = text[i]!;
    if (inString) {
      if (char === '\\') i++;
      else if (char === '"') inString = false;
      continue;
    }
    const closers = () => [...open].reverse().join('');
    if (char === '"') inString = true;
    else if (char === ',') cuts.push({ end: i, closers: closers() });
    else if (CLOSER[char]) {
      open.push(CLOSER[char]);
      cuts.push({ end: i + 1, closers: closers() });
    } else if (char === '}' || char === ']') open.pop();
  }
  cuts.push({ end: text.length, closers: (inString ? '"' : '') + [...open].reverse().join('') });
  return cuts.slice(-3).reverse();
}

/**
 * Parses JSON that a model is still writing. Closes the last value if it is incomplete, or drops it if it cannot be
 * closed. Returns `undefined` if no cut can be parsed.
 */
export function parsePartialJson(text: string): unknown {
  for (const { end, closers } of cutsOf(text)) {
    try {
      return JSON.parse(text.slice(0, end) + closers);
    } catch {}
  }
  return undefined;
}
