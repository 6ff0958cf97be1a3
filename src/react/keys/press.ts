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
  end(event: { timeStamp: number }): void;
  /** A composition whose end never came must not swallow every later key. */
  reset(): void;
  owns(event: Pick<KeyEventLike, 'isComposing' | 'keyCode' | 'timeStamp'>): boolean;
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
    end({ timeStamp }) {
      composing = false;
      ended = timeStamp;
    },
    reset() {
      composing = false;
    },
    owns: ({ isComposing, keyCode, timeStamp }) =>
      composing || isComposing === true || keyCode === 229 || timeStamp - ended < CONFIRMING_KEY_MS,
  };
}

const isDigit = (code: number): boolean => /\p{Nd}/u.test(String.fromCharCode(code));

/**
 * The digit a key means, on any layout: the digits of any script, full-width ones too, and the number row where it
 * types symbols without Shift (French). `code` alone would take a number pad's End for 1.
 */
export function digitOf({ key, code, shiftKey }: Pick<KeyEventLike, 'key' | 'code' | 'shiftKey'>): number | undefined {
  const char = key.normalize('NFKC');
  if (char.length !== 1) return undefined;
  const point = char.charCodeAt(0);
  if (!isDigit(point))
    return code.startsWith('Digit') && !shiftKey && !/\p{L}/u.test(char) ? Number(code[5]) : undefined;
  // Every script has its digits in one row: as many as stand before it, it is worth.
  let digit = 0;
  while (isDigit(point - digit - 1)) digit++;
  return digit;
}
