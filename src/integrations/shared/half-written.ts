const CLOSER: Readonly<Record<string, string>> = { '{': '}', '[': ']' };

/** Where a text of JSON may be cut, and what closes what is open there. */
interface Cut {
  readonly end: number;
  readonly closers: string;
}

/** The last places where a value may end; the very end is the first of them. */
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
 * The JSON that a model is still writing, as far as it has: what is cut off in the middle is closed, or left out where it can't be.
 * `undefined` where nothing can be read yet.
 */
export function halfWritten(text: string): unknown {
  for (const { end, closers } of cutsOf(text)) {
    try {
      return JSON.parse(text.slice(0, end) + closers);
    } catch {
      // The next place has less.
    }
  }
  return undefined;
}
