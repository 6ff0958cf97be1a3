import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { createKeyDecoder } from '../../src/terminal/decode.js';
import type { Key } from '../../src/terminal/key.js';
import { toKey } from './at-terminal.js';

/** Formats a key as `ctrl+alt+shift+name`, or as the text that it types, in quotes. */
const nameOf = ({ name, sequence, ctrl, meta, shift }: Key): string => {
  const text = !ctrl && !meta && !/\p{Cc}/u.test(sequence) && sequence !== '' ? JSON.stringify(sequence) : undefined;
  return text ?? `${ctrl ? 'ctrl+' : ''}${meta ? 'alt+' : ''}${shift ? 'shift+' : ''}${name ?? 'none'}`;
};
const decoded = (...chunks: readonly string[]) => {
  const decoder = createKeyDecoder();
  return [...chunks.flatMap((chunk) => decoder.decode(chunk)), ...decoder.flush()].map(nameOf);
};

describe('the key decoder [R-TERMINAL]', () => {
  test.each<[string, readonly string[]]>([
    ['\r', ['return']],
    ['\n', ['enter']],
    ['\t', ['tab']],
    ['\u007f', ['backspace']],
    ['\b', ['backspace']],
    [' ', ['" "']],
    ['\u001b', ['escape']],
    ['\u001b\u001b', ['escape', 'escape']],
    ['a1é日', ['"a"', '"1"', '"é"', '"日"']],
    ['👍', ['"👍"']],
    ['\u0003\u000e', ['ctrl+c', 'ctrl+n']],
    ['\u001b\r', ['alt+return']],
    ['\u001bb\u001b\u007f', ['alt+b', 'alt+backspace']],
    ['\u001b[', ['alt+none']],
    ['\u001b[A\u001b[B\u001b[C\u001b[D', ['up', 'down', 'right', 'left']],
    ['\u001bOA\u001bOM', ['up', 'return']],
    ['\u001b[H\u001b[F\u001b[1~\u001b[4~', ['home', 'end', 'home', 'end']],
    ['\u001b[3~\u001b[5~\u001b[6~', ['delete', 'pageup', 'pagedown']],
    ['\u001b[Z', ['shift+tab']],
    ['\u001b[1;5D\u001b[1;3C\u001b[3;5~', ['ctrl+left', 'alt+right', 'ctrl+delete']],
    ['\u001b\u001b[A', ['alt+up']],
    ['\u001b\u001bx', ['escape', 'alt+x']],
  ])('decodes %j', (input, keys) => expect(decoded(input)).toEqual(keys));

  test.each<[string, string]>([
    ['a report of the flags of Kitty’s protocol', '\u001b[?1u'],
    ['a terminal identification', '\u001b[?62;22c'],
    ['a cursor position', '\u001b[12;40R'],
    ['a focus event', '\u001b[I'],
    ['a mouse event', '\u001b[<0;10;10M'],
    ['a color', '\u001b]11;rgb:0000/0000/0000\u001b\\'],
    ['a color that ends with BEL', '\u001b]11;rgb:0000/0000/0000\u0007'],
    ['a version', '\u001bP>|kitty(0.40.0)\u001b\\'],
    ['a function key', '\u001b[15~'],
    ['a function key of the Linux console', '\u001b[[A'],
  ])('ignores %s', (_, input) => expect(decoded(`${input}x`)).toEqual(['"x"']));
});

describe('the key decoder in Kitty’s protocol [R-TERMINAL]', () => {
  test.each<[string, readonly string[]]>([
    ['\u001b[27u', ['escape']],
    ['\u001b[13u', ['return']],
    ['\u001b[13;2u', ['shift+enter']],
    ['\u001b[13;3u', ['alt+return']],
    ['\u001b[9;2u', ['shift+tab']],
    ['\u001b[127;5u', ['ctrl+backspace']],
    ['\u001b[32u', ['" "']],
    ['\u001b[97u\u001b[49u', ['"a"', '"1"']],
    ['\u001b[97;2u', ['"A"']],
    ['\u001b[97:65;2u', ['"A"']],
    ['\u001b[55:47;2u', ['"/"']],
    ['\u001b[97;65u\u001b[97;66u\u001b[49;65u', ['"A"', '"a"', '"1"']],
    ['\u001b[97;129u', ['"a"']],
    ['\u001b[97;;228u', ['"ä"']],
    ['\u001b[0;;26085:26412u', ['"日本"']],
    ['\u001b[223;2u', ['"ß"']],
    ['\u001b[99;5u', ['ctrl+c']],
    ['\u001b[1089::99;5u', ['ctrl+c']],
    ['\u001b[98;3u', ['alt+b']],
    ['\u001b[106;5u\u001b[105;5u\u001b[109;5u', ['enter', 'tab', 'return']],
    ['\u001b[57404u\u001b[57410u\u001b[57414u\u001b[57420u', ['"5"', '"/"', 'return', 'down']],
    ['\u001b[1;1:1A\u001b[1;1:2A', ['up', 'up']],
    ['\u001b[97;1:2u', ['"a"']],
    ['\u001b[27;5;99~', ['ctrl+c']],
  ])('decodes %j', (input, keys) => expect(decoded(input)).toEqual(keys));

  test.each<[string, string]>([
    ['a key that is released', '\u001b[97;1:3u'],
    ['an Enter that is released', '\u001b[13;1:3u'],
    ['an arrow key that is released', '\u001b[1;1:3A'],
    ['a modifier by itself', '\u001b[57441;2u'],
    ['a media key', '\u001b[57428u'],
    ['a shortcut of the window manager', '\u001b[97;9u'],
    ['Ctrl+Shift+C, which copies', '\u001b[99:67;6u'],
    ['a surrogate code point', '\u001b[55296u'],
    ['a number beyond Unicode', '\u001b[99999999u'],
  ])('ignores %s', (_, input) => expect(decoded(`${input}x`)).toEqual(['"x"']));

  it('names Space and digits, so that they select [R-TERMINAL]', () => {
    const decoder = createKeyDecoder();
    expect(decoder.decode('\u001b[32u\u001b[50u')).toEqual([
      toKey({ name: 'space', sequence: ' ' }),
      toKey({ name: '2', sequence: '2' }),
    ]);
  });
});

describe('a paste [R-TERMINAL]', () => {
  const start = '\u001b[200~';
  const end = '\u001b[201~';

  test.each<[string, readonly string[], readonly string[]]>([
    ['in one chunk', [`${start}1\r\u001b[A${end}x`], ['paste-start', '1\r\u001b[A', 'paste-end', 'x']],
    ['in many chunks', Array.from(`${start}ab${end}`), ['paste-start', 'a', 'b', 'paste-end']],
    ['with its end split in two', [`${start}ab\u001b[20`, '1~'], ['paste-start', 'ab', 'paste-end']],
    [
      'with text that resembles its end',
      [`${start}ab\u001b[20`, '2~', end],
      ['paste-start', 'ab', '\u001b[202~', 'paste-end'],
    ],
    ['without an end, followed by Ctrl+C', [`${start}ab`, '\u0003'], ['paste-start', 'ab', '\u0003']],
    [
      'without an end, followed by Ctrl+C in Kitty’s protocol',
      [`${start}ab`, '\u001b[99;5u'],
      ['paste-start', 'ab', '\u001b[99;5u'],
    ],
    ['with Ctrl+C in its text', [`${start}a\u0003b${end}`], ['paste-start', 'a\u0003b', 'paste-end']],
  ])('is decoded %s', (_, chunks, keys) => {
    const decoder = createKeyDecoder();
    const found = chunks.flatMap((chunk) => decoder.decode(chunk));
    expect(found.map(({ name, sequence }) => (name?.startsWith('paste') ? name : sequence))).toEqual(keys);
    expect([decoder.pending(), decoder.flush()]).toEqual([false, []]);
  });
});

test.each(['\u0003', '\u001b[99;5u'])(
  'Ctrl+C as %j is a key after a paste whose end is missing [R-TERMINAL]',
  (keys) => {
    const decoder = createKeyDecoder();
    decoder.decode('\u001b[200~orders');
    expect(decoder.decode(keys).map(nameOf)).toEqual(['ctrl+c']);
    expect(decoder.decode('x').map(nameOf)).toEqual(['"x"']);
  },
);

it('an Escape is pending until another key follows or the host flushes [R-TERMINAL]', () => {
  const decoder = createKeyDecoder();
  expect(decoder.decode('\u001b')).toEqual([]);
  expect(decoder.pending()).toBe(true);
  expect(decoder.flush().map(nameOf)).toEqual(['escape']);
  expect([decoder.pending(), decoder.flush()]).toEqual([false, []]);
  expect([decoder.decode('\u001b['), decoder.decode('1;'), decoder.decode('5').length]).toEqual([[], [], 0]);
  expect(decoder.decode('D').map(nameOf)).toEqual(['ctrl+left']);
});

test('the key decoder never throws, and does not depend on how the input is split [R-TERMINAL]', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      '\u001b',
      '[',
      'O',
      ']',
      '~',
      'u',
      ';',
      ':',
      '\u001b[200~',
      '\u001b[201~',
      '\u0007',
      '\r',
      '日',
      '👍',
      '\ud800',
    ),
    fc.integer({ min: 0, max: 0x11_0000 }).map((code) => `\u001b[${code};2u`),
    fc.string({ maxLength: 3 }),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const texts = (chunks: readonly string[]) => {
        const decoder = createKeyDecoder();
        const keys = [...chunks.flatMap((chunk) => decoder.decode(chunk)), ...decoder.flush()];
        // A pasted text may arrive in any number of parts.
        return keys.map(({ name, sequence }) => `${name ?? ''}${sequence}`).join('');
      };
      // Ctrl+C as a separate chunk has a separate meaning.
      fc.pre(!pieces.join('').includes('\u0003'));
      expect(texts(pieces)).toBe(texts([pieces.join('')]));
    }),
    { numRuns: 300 },
  );
});
