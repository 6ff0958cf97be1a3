import { expect, test } from 'vitest';
import { edit, insert, type Field } from '../../src/terminal/field.js';
import { keysOf } from './at-terminal.js';

/** Reads a text with `|` at its caret. */
const read = (marked: string): Field => ({ text: marked.replace('|', ''), caret: marked.indexOf('|') });
const write = ({ text, caret }: Field) => `${text.slice(0, caret)}|${text.slice(caret)}`;

test.each([
  ['left', 'ab|', 'a|b'],
  ['right', '|ab', 'a|b'],
  ['left', '👨‍👩‍👧|', '|👨‍👩‍👧'],
  ['right', '|e\u0301x', 'e\u0301|x'],
  ['home', 'one\ntw|o', 'one\n|two'],
  ['end', 'o|ne\ntwo', 'one|\ntwo'],
  ['ctrl+a', 'abc|', '|abc'],
  ['ctrl+e', '|abc', 'abc|'],
  ['alt+b', 'one two |', 'one |two '],
  ['alt+f', '|one two', 'one| two'],
  ['ctrl+left', 'one two|', 'one |two'],
  ['ctrl+right', 'one| two', 'one two|'],
  ['up', 'one\ntw|o', 'on|e\ntwo'],
  ['down', 'on|e\ntwo', 'one\ntw|o'],
  ['up', 'a\nlonger|', 'a|\nlonger'],
  ['down', 'ab|c\n👍🏽👍🏽', 'abc\n|👍🏽👍🏽'],
  ['backspace', 'ab|c', 'a|c'],
  ['backspace', 'x👍🏽|', 'x|'],
  ['backspace', 'a\n|b', 'a|b'],
  ['delete', 'a|🇩🇪b', 'a|b'],
  ['ctrl+d', '|ab', '|b'],
  ['ctrl+h', 'ab|', 'a|'],
  ['ctrl+w', 'one two|', 'one |'],
  ['alt+backspace', 'one two|', 'one |'],
  ['alt+d', '|one two', '| two'],
  ['ctrl+u', 'one\ntw|o', 'one\n|o'],
  ['ctrl+k', 'one\nt|wo', 'one\nt|'],
  ['alt+enter', 'a|b', 'a\n|b'],
  ['ctrl+j', 'a|b', 'a\n|b'],
  ['space', 'a|b', 'a |b'],
  ['b', 'a|c', 'ab|c'],
  ['é', 'a|', 'aé|'],
  ['日', 'a|', 'a日|'],
])('%s changes %j to %j', (key, before, after) => expect(write(edit(read(before), keysOf(key)[0]!)!)).toBe(after));

test.each(['left', 'backspace', 'home', 'ctrl+w'])(
  '%s at the start changes nothing and is still handled by the field',
  (key) => {
    const field = read('|ab');
    expect(edit(field, keysOf(key)[0]!)).toBe(field);
  },
);

test.each(['enter', 'tab', 'esc', 'pageup', 'ctrl+c', 'ctrl+z', 'alt+x'])('%s is not handled by the field', (key) =>
  expect(edit(read('a|b'), keysOf(key)[0]!)).toBeUndefined(),
);

test.each(['up', 'down'])('%s leaves a text of one line', (key) =>
  expect(edit(read('a|b'), keysOf(key)[0]!)).toBeUndefined(),
);

test('a pasted text is inserted as a whole', () => expect(write(insert(read('a|d'), 'b\nc'))).toBe('ab\nc|d'));

test('an edit of a long text takes constant time', () => {
  const text = ' '.repeat(200_000) + 'x';
  expect(edit({ text, caret: text.length }, keysOf('ctrl+w')[0]!)).toEqual({
    text: ' '.repeat(200_000),
    caret: 200_000,
  });
});
