// Fields and the page need every key without Alt, Control or Meta, except function keys. The lookahead excludes a
// modifier as the key.
const USABLE =
  /^(?:shift\+)*(?:f\d\d?|(?:alt|option|control|ctrl|meta|cmd|command)\+(?:(?:shift|alt|option|control|ctrl|meta|cmd|command)\+)*(?!(?:shift|alt|option|control|ctrl|meta|cmd|command)$)[^+]+)$/i;

/**
 * Returns the shortcuts of the host that the card handles, separated by one space, or `undefined` if none is left.
 * Removes a shortcut with an unknown modifier, one without another key, and one without Alt, Control or Meta whose key
 * is not a function key. Aliases such as `Ctrl` stay.
 */
export const getUsableShortcuts = (text = ''): string | undefined =>
  text
    .replace(/\s*\+\s*/g, '+')
    .split(/\s+/)
    .filter((one) => USABLE.test(one))
    .join(' ') || undefined;
