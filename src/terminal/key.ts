/** A key that the user pressed. Its names are those of Node's `readline`. */
export interface Key {
  /** `return` for Enter, `enter` for Ctrl+J, `paste-start`, `paste-end`; absent for most characters that are no letter or digit. */
  readonly name?: string | undefined;
  /** The text that the key types, or the sequence that the terminal sent. */
  readonly sequence: string;
  readonly ctrl: boolean;
  /** Alt, or Escape before it. */
  readonly meta: boolean;
  readonly shift: boolean;
}

/** Completes a key of Node's decoder, which leaves fields out. */
export const toKey = ({ name, sequence = '', ctrl = false, meta = false, shift = false }: Partial<Key>): Key => ({
  name,
  sequence,
  ctrl,
  meta,
  shift,
});

/** The digit that a key types, in the digits of ASCII and their full-width forms. */
export function digitOf({ sequence, ctrl, meta }: Key): number | undefined {
  const char = sequence.normalize('NFKC');
  return !ctrl && !meta && /^[0-9]$/.test(char) ? Number(char) : undefined;
}
