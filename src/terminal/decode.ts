import type { Key } from './key.js';
import { kittyKey, parseModifiers } from './kitty.js';

/** Decodes the input of a terminal into keys. */
type KeyDecoder = {
  /** Returns the keys that a chunk of input completes, in order. An incomplete sequence is kept for the next chunk. */
  decode(chunk: string): readonly Key[];
  /**
   * Whether the input so far may be the start of a longer sequence, such as a single Escape. If nothing else arrives
   * within about 100 ms, call `flush`. Always `false` during a paste.
   */
  pending(): boolean;
  /**
   * Returns the pending input as complete keys, such as the Escape key. Drops a longer sequence that is incomplete. Has
   * no effect during a paste.
   */
  flush(): readonly Key[];
};

const ESC = '\u001b';
const PASTE_START = `${ESC}[200~`;
const PASTE_END = `${ESC}[201~`;
/** Ctrl+C, without and with Kitty's protocol. Alone in a chunk, it ends a paste whose end marker is missing. */
const INTERRUPTS: readonly string[] = ['\u0003', `${ESC}[99;5u`];
const CSI = /^\[([0-?]*)[ -/]*([@-~])/;
const CSI_START = /^\[[0-?]*[ -/]*$/;
/** Responses of the terminal to queries of a program, such as for its colors. They end with BEL or ST. */
const COMMAND = new RegExp(String.raw`^[\]PX^_][^\u{7}\u{1b}]*(?:\u{7}|\u{1b}\\)`, 'u');
const COMMAND_START = new RegExp(String.raw`^[\]PX^_][^\u{7}\u{1b}]*\u{1b}?$`, 'u');

const BY_LETTER: Readonly<Record<string, string>> = {
  A: 'up',
  B: 'down',
  C: 'right',
  D: 'left',
  F: 'end',
  H: 'home',
  Z: 'tab',
};
const BY_NUMBER: Readonly<Record<string, string>> = {
  1: 'home',
  3: 'delete',
  4: 'end',
  5: 'pageup',
  6: 'pagedown',
  7: 'home',
  8: 'end',
};
const CONTROLS: Readonly<Record<string, string>> = {
  '\r': 'return',
  '\n': 'enter',
  '\t': 'tab',
  '\b': 'backspace',
  '\u001b': 'escape',
  '\u007f': 'backspace',
};

const NO_MODIFIERS = { ctrl: false, meta: false, shift: false };
const marker = (name: 'paste-start' | 'paste-end'): Key => ({ name, sequence: '', ...NO_MODIFIERS });

function charKey(char: string, meta: boolean): Key {
  const control = CONTROLS[char];
  const key = { sequence: meta ? ESC + char : char, ctrl: false, meta, shift: false };
  if (control !== undefined) return { ...key, name: control };
  const code = char.charCodeAt(0);
  if (code > 0 && code < 27) return { ...key, name: String.fromCharCode(code + 96), ctrl: true };
  if (char === ' ') return { ...key, name: 'space' };
  if (/^[\da-z]$/i.test(char)) return { ...key, name: char.toLowerCase(), shift: /[A-Z]/.test(char) };
  return { ...key, name: undefined };
}

/** Returns the key of a control sequence, or `undefined` for a release, an unknown key or a terminal's response. */
function csiKey(parameterText: string, final: string, raw: string, alt: boolean): Key | undefined {
  const parameters = parameterText.split(';');
  if (/^[<=>?]/.test(parameterText)) return undefined;
  if (final === 'u') return kittyKey(parameters, raw);
  // In xterm's modifyOtherKeys, the number of the key comes last.
  if (final === '~' && parameters[0] === '27') return kittyKey([parameters[2] ?? '', parameters[1] ?? ''], raw);
  const name = final === '~' ? BY_NUMBER[parameters[0] ?? ''] : BY_LETTER[final];
  const { ctrl, meta, shift, released } = parseModifiers(parameters[1]);
  if (name === undefined || released) return undefined;
  return { name, sequence: raw, ctrl, meta: meta || alt, shift: shift || final === 'Z' };
}

/**
 * The keys at the start of the input after an Escape, and their length in UTF-16 code units. `undefined` if the input
 * is incomplete.
 */
type Found = { readonly length: number; readonly keys: readonly Key[] } | undefined;

const NONE: Found = { length: 0, keys: [] };

/** Decodes the input after an Escape. `alt` is set if another Escape precedes it. */
function afterEscape(rest: string, alt = false): Found {
  const [whole, parameters = '', final = ''] = CSI.exec(rest) ?? [];
  // The function keys of the Linux console have one more letter.
  if (final === '[') return rest.length > 2 ? { length: 3, keys: [] } : undefined;
  if (whole !== undefined) {
    const key = csiKey(parameters, final, ESC + whole, alt);
    return { length: whole.length, keys: key ? [key] : [] };
  }
  const command = COMMAND.exec(rest);
  if (command) return { length: command[0].length, keys: [] };
  // Cursor keys, Home and End in application mode, and the Enter key of the keypad.
  const letter = /^O([A-DFHM])/.exec(rest)?.[1];
  if (letter !== undefined) {
    const name = letter === 'M' ? 'return' : BY_LETTER[letter];
    return { length: 2, keys: [{ name, sequence: `${ESC}O${letter}`, ...NO_MODIFIERS, meta: alt }] };
  }
  if (rest === '' || rest === 'O' || CSI_START.test(rest) || COMMAND_START.test(rest)) return undefined;
  if (rest === ESC) return undefined;
  if (rest.startsWith(ESC)) {
    const next = /^[[O]/.test(rest.slice(1)) ? afterEscape(rest.slice(1), true) : NONE;
    // Either Alt with a key that sends a sequence, or the Escape key followed by other input.
    if (!next || next.keys.length > 0) return next && { ...next, length: next.length + 1 };
    return { length: 0, keys: [charKey(ESC, false)] };
  }
  const char = String.fromCodePoint(rest.codePointAt(0)!);
  return { length: char.length, keys: [charKey(char, true)] };
}

/** The number of UTF-16 code units at the end of a pasted text that may be the start of the end marker. */
function heldBack(text: string): number {
  for (let length = Math.min(PASTE_END.length - 1, text.length); length > 0; length--) {
    if (PASTE_END.startsWith(text.slice(-length))) return length;
  }
  return 0;
}

/**
 * Creates a decoder for the input of a terminal. It decodes Kitty's protocol (`CSI u`), xterm's modifyOtherKeys, and
 * bracketed paste, too. Input must be decoded text: call `setEncoding('utf8')` on a stream of Node.
 *
 * @example
 * const decoder = createKeyDecoder();
 * for (const key of decoder.decode(chunk)) session.press(key, performance.now());
 */
export function createKeyDecoder(): KeyDecoder {
  let input = '';
  let pasting = false;

  /** Consumes a part of a paste. Returns `undefined` if more input has to arrive first. */
  function pasted(): readonly Key[] | undefined {
    const end = input.indexOf(PASTE_END);
    const length = end < 0 ? input.length - heldBack(input) : end;
    const text = input.slice(0, length);
    const keys = text === '' ? [] : [{ name: undefined, sequence: text, ...NO_MODIFIERS }];
    input = input.slice(end < 0 ? length : end + PASTE_END.length);
    pasting = end < 0;
    if (!pasting) return [...keys, marker('paste-end')];
    return keys.length > 0 ? keys : undefined;
  }

  function next(): readonly Key[] | undefined {
    if (pasting) return pasted();
    if (input.startsWith(PASTE_START)) {
      input = input.slice(PASTE_START.length);
      pasting = true;
      return [marker('paste-start')];
    }
    if (input.startsWith(ESC)) {
      const found = afterEscape(input.slice(1));
      if (found) input = input.slice(found.length + 1);
      return found?.keys;
    }
    const char = String.fromCodePoint(input.codePointAt(0)!);
    input = input.slice(char.length);
    return [charKey(char, false)];
  }

  return {
    decode(chunk) {
      if (pasting && INTERRUPTS.includes(chunk)) {
        pasting = false;
        input = '';
      }
      input += chunk;
      const keys: Key[] = [];
      while (input !== '') {
        const found = next();
        if (!found) break;
        keys.push(...found);
      }
      return keys;
    },
    pending: () => !pasting && input !== '',
    flush() {
      if (pasting) return [];
      const [escape = '', second, ...more] = input;
      input = '';
      if (escape === '' || more.length > 0) return [];
      if (second === undefined) return [charKey(ESC, false)];
      return second === ESC ? [charKey(ESC, false), charKey(ESC, false)] : [charKey(second, true)];
    },
  };
}
