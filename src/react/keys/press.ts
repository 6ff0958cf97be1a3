/** What the router needs of a keyboard event; React's and the browser's both fit. */
export interface KeyEventLike {
  readonly key: string;
  readonly code: string;
  readonly keyCode: number;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly repeat: boolean;
  readonly timeStamp: number;
  readonly isComposing?: boolean;
}

/** Tells keys that belong to an input method from keys that belong to us. One for each card. */
export interface Composition {
  start(): void;
  /** `timeStamp` of the event, in milliseconds. */
  end(timeStamp: number): void;
  /** A composition whose end never came must not swallow every later key. */
  reset(): void;
  owns(event: KeyEventLike): boolean;
}

// WebKit ends the composition before the key that confirmed it arrives.
const CONFIRMING_KEY_MS = 30;

export function createComposition(): Composition {
  let composing = false;
  let ended = -Infinity;
  return {
    start() {
      composing = true;
    },
    end(timeStamp) {
      composing = false;
      ended = timeStamp;
    },
    reset() {
      composing = false;
    },
    owns: (event) =>
      composing ||
      event.isComposing === true ||
      event.keyCode === 229 ||
      event.timeStamp - ended < CONFIRMING_KEY_MS,
  };
}

/**
 * The digit a key means, on any layout: full-width and Arabic-Indic digits, and the number row where it types
 * symbols without Shift (French). `code` alone would take a number pad's End for 1.
 */
export function digitOf({ key, code, shiftKey }: Pick<KeyEventLike, 'key' | 'code' | 'shiftKey'>): number | undefined {
  const char = key.normalize('NFKC');
  if (/^\d$/.test(char)) return Number(char);
  const point = char.length === 1 ? char.charCodeAt(0) : 0;
  for (const zero of [0x660, 0x6f0]) if (point >= zero && point <= zero + 9) return point - zero;
  const row = /^Digit(\d)$/.exec(code);
  return row && !shiftKey && char.length === 1 && !/\p{L}/u.test(char) ? Number(row[1]) : undefined;
}
