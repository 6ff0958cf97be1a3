import { clusters } from './cells.js';
import type { Key } from './key.js';

export interface Field {
  readonly text: string;
  /** Position of the caret, in UTF-16 code units. */
  readonly caret: number;
}

/** UTF-16 code units to search for one user-perceived character. A longer one is edited in parts. */
const REACH = 64;

const before = ({ text, caret }: Field): number =>
  caret - (clusters(text.slice(Math.max(0, caret - REACH), caret)).at(-1)?.length ?? 0);

const after = ({ text, caret }: Field): number => caret + (clusters(text.slice(caret, caret + REACH))[0]?.length ?? 0);

const isSpace = (char = ''): boolean => /\s/.test(char);

function wordBefore({ text, caret }: Field): number {
  let at = caret;
  while (at > 0 && isSpace(text[at - 1])) at--;
  while (at > 0 && !isSpace(text[at - 1])) at--;
  return at;
}

function wordAfter({ text, caret }: Field): number {
  let at = caret;
  while (at < text.length && isSpace(text[at])) at++;
  while (at < text.length && !isSpace(text[at])) at++;
  return at;
}

const lineStart = ({ text, caret }: Field): number => (caret > 0 ? text.lastIndexOf('\n', caret - 1) + 1 : 0);

function lineEnd({ text, caret }: Field): number {
  const end = text.indexOf('\n', caret);
  return end < 0 ? text.length : end;
}

/**
 * Returns the last position that is at most `column` UTF-16 code units after the start of a line, and not inside a
 * user-perceived character.
 */
function placeIn(text: string, start: number, column: number): number {
  const line = text.slice(start, lineEnd({ text, caret: start }));
  let at = 0;
  for (const cluster of clusters(line)) {
    if (at + cluster.length > column) break;
    at += cluster.length;
  }
  return start + at;
}

function lineUp(field: Field): number | undefined {
  const start = lineStart(field);
  const above = { text: field.text, caret: start - 1 };
  return start === 0 ? undefined : placeIn(field.text, lineStart(above), field.caret - start);
}

function lineDown(field: Field): number | undefined {
  const end = lineEnd(field);
  return end === field.text.length ? undefined : placeIn(field.text, end + 1, field.caret - lineStart(field));
}

const remove = ({ text }: Field, from: number, to: number): Field => ({
  text: text.slice(0, from) + text.slice(to),
  caret: from,
});

export const insert = ({ text, caret }: Field, typed: string): Field => ({
  text: text.slice(0, caret) + typed + text.slice(caret),
  caret: caret + typed.length,
});

type Target = (field: Field) => number | undefined;

const MOVES: Readonly<Record<string, Target>> = {
  left: before,
  right: after,
  up: lineUp,
  down: lineDown,
  home: lineStart,
  end: lineEnd,
  'ctrl+a': lineStart,
  'ctrl+e': lineEnd,
  'ctrl+b': before,
  'ctrl+f': after,
  'ctrl+left': wordBefore,
  'ctrl+right': wordAfter,
  'alt+left': wordBefore,
  'alt+right': wordAfter,
  'alt+b': wordBefore,
  'alt+f': wordAfter,
};

const DELETIONS: Readonly<Record<string, Target>> = {
  backspace: before,
  'ctrl+h': before,
  delete: after,
  'ctrl+d': after,
  'ctrl+w': wordBefore,
  'alt+backspace': wordBefore,
  'ctrl+backspace': wordBefore,
  'alt+d': wordAfter,
  'ctrl+delete': wordAfter,
  'ctrl+u': lineStart,
  'ctrl+k': lineEnd,
};

const NEW_LINE = ['alt+return', 'alt+enter', 'enter'];

function typedBy({ sequence, ctrl, meta }: Key): string | undefined {
  return ctrl || meta || sequence === '' || /\p{Cc}/u.test(sequence) ? undefined : sequence;
}

/**
 * Applies an editing key. Returns the same object if the key has no effect. Returns `undefined` if it is not an editing
 * key, and for Up on the first line and Down on the last one.
 */
export function edit(field: Field, key: Key): Field | undefined {
  const chord = `${key.ctrl ? 'ctrl+' : ''}${key.meta ? 'alt+' : ''}${key.name ?? ''}`;
  if (NEW_LINE.includes(chord)) return insert(field, '\n');
  const move = MOVES[chord];
  if (move) {
    const caret = move(field);
    return caret === undefined ? undefined : caret === field.caret ? field : { ...field, caret };
  }
  const end = DELETIONS[chord]?.(field);
  if (end !== undefined) {
    return end === field.caret ? field : remove(field, Math.min(end, field.caret), Math.max(end, field.caret));
  }
  const typed = typedBy(key);
  return typed === undefined ? undefined : insert(field, typed);
}
