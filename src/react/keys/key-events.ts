/** Fields of a key event that decide what the key does. */
export interface KeyEventLike {
  readonly key: string;
  readonly code: string;
  /** Absent if a script dispatched an event without a key, as password managers do. */
  readonly keyCode?: number;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly repeat: boolean;
  readonly timeStamp: number;
  /** Window of the event. A script that dispatches an event rarely sets it. */
  readonly view?: Window | null;
  readonly isComposing?: boolean;
}

/**
 * Returns the time of an event by the clock of `performance.now()`. Each window counts from its own start, so the times
 * of events in a frame or popup cannot be compared with others.
 */
export const timeOf = ({ timeStamp, view }: Pick<KeyEventLike, 'timeStamp' | 'view'>): number =>
  view ? timeStamp + performance.now() - view.performance.now() : timeStamp;

/** Whether a key that makes a command of the browser or the system is held. Shift does not. */
export const hasModifier = ({
  ctrlKey,
  altKey,
  metaKey,
}: Pick<KeyEventLike, 'ctrlKey' | 'altKey' | 'metaKey'>): boolean => ctrlKey || altKey || metaKey;

/** Time in milliseconds within which two presses of a key, or two taps, are one gesture. */
export const DOUBLE_MS = 500;

/** Detects keys that belong to an input method. */
export interface Composition {
  start(): void;
  end(event: Pick<KeyEventLike, 'timeStamp' | 'view'>): void;
  /** Discards a composition whose end was not reported. Otherwise it would block every later key. */
  reset(): void;
  /** Whether the event belongs to an input method, or has no key. */
  owns(event: Pick<KeyEventLike, 'isComposing' | 'keyCode' | 'timeStamp' | 'view'>): boolean;
}

// Time in milliseconds. WebKit ends the composition before the key that confirmed it arrives.
const CONFIRMING_KEY_MS = 30;

export function createComposition(): Composition {
  let composing = false;
  let endedAt = -Infinity;
  return {
    start() {
      composing = true;
    },
    end(event) {
      composing = false;
      endedAt = timeOf(event);
    },
    reset() {
      composing = false;
    },
    owns: (event) =>
      composing ||
      event.isComposing === true ||
      (event.keyCode ?? 229) === 229 ||
      timeOf(event) - endedAt < CONFIRMING_KEY_MS,
  };
}

/** Whether the key types one character. Some scripts, such as Adlam, have characters of two UTF-16 code units. */
export const isCharacter = (key: string): boolean => /^.$/su.test(key);

const isDigit = (point: number): boolean => /\p{Nd}/u.test(String.fromCodePoint(point));

/**
 * Returns the digit that a key means, or `undefined`. Digits of other scripts count, and full-width ones. So does a key
 * of the number row that types a symbol without Shift, such as some keys of French layouts.
 */
export function digitOf({ key, code, shiftKey }: Pick<KeyEventLike, 'key' | 'code' | 'shiftKey'>): number | undefined {
  const char = key.normalize('NFKC');
  if (!isCharacter(char)) return undefined;
  const point = char.codePointAt(0)!;
  // NFKC also makes a digit of `²`.
  if (!isDigit(key.codePointAt(0)!))
    return code.startsWith('Digit') && !shiftKey && !/\p{L}/u.test(char) ? Number(code[5]) : undefined;
  // Count the digits directly before this one: Unicode assigns digits in consecutive code points, ten at a time.
  let digit = 0;
  while (isDigit(point - digit - 1)) digit++;
  return digit % 10;
}
