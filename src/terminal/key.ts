/** A key that the user pressed, or a part of a paste. */
export interface Key {
  /**
   * Name of the key as in Node's `readline`, such as `return` for Enter and `enter` for Ctrl+J, or `paste-start` and
   * `paste-end`. Absent for most characters other than ASCII letters and digits, and for pasted text.
   */
  readonly name?: string | undefined;
  /** The text that the key types, or the sequence that the terminal sent. Can be empty for the ends of a paste. */
  readonly sequence: string;
  /** Whether Ctrl is pressed. */
  readonly ctrl: boolean;
  /** Whether Alt or Meta is pressed, or Escape was pressed before. */
  readonly meta: boolean;
  /** Whether Shift is pressed. Terminals report it only for some keys. */
  readonly shift: boolean;
}

/** Returns the digit that a key types, or `undefined` for any other key. Accepts full-width digits. */
export function digitOf({ sequence, ctrl, meta }: Key): number | undefined {
  const char = sequence.normalize('NFKC');
  return !ctrl && !meta && /^\p{Nd}$/u.test(sequence) && /^[0-9]$/.test(char) ? Number(char) : undefined;
}
