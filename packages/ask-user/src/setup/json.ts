import {
  findNodeAtLocation,
  getNodeValue,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser';
import type { Format, Insertion, Path } from './format.js';
import { indentAt, lineBreakOf, placeOf, SettingsError } from './text.js';

const isBlank = (text: string): boolean => text.trim() === '';
const endOf = ({ offset, length }: Node): number => offset + length;

/** Reads JSON with comments and trailing commas, which several agents accept. Others may not, but keep what they have. */
function parse(text: string): Node {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  const [error] = errors;
  if (error) {
    const what = printParseErrorCode(error.error)
      .replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
      .toLowerCase();
    throw new SettingsError(`${placeOf(text, error.offset)}: ${what}`);
  }
  if (root?.type !== 'object')
    throw new SettingsError(`${placeOf(text, root?.offset ?? 0)}: expected an object in braces`);
  return root;
}

const isBreak = (text: string): boolean => text.includes('\n');

/** Returns the indentation of one level: that of the first line within the outermost braces. */
function unitOf(text: string, root: Node): string {
  const [first] = root.children ?? [];
  const isOwnLine = first && isBreak(text.slice(root.offset, first.offset));
  return (isOwnLine && indentAt(text, first.offset)) || '  ';
}

/** Matches a comment in one way only: several would take a search without a result very long. */
const COMMENT = String.raw`\/\/[^\r\n]*(?=[\r\n]|$)|\/\*(?:(?!\*\/)[\s\S])*\*\/`;
const COMMA = new RegExp(String.raw`((?:\s|${COMMENT})*),`, 'y');
const COMMENTS_OF_LINE = new RegExp(String.raw`(?:[ \t]*(?:${COMMENT}))*`, 'y');

function matchAt(pattern: RegExp, text: string, offset: number): RegExpExecArray | null {
  pattern.lastIndex = offset;
  return pattern.exec(text);
}

/** Returns the offset of the comma that follows an entry, also behind comments. */
function commaAfter(text: string, node: Node): number | undefined {
  const gap = matchAt(COMMA, text, endOf(node))?.[1];
  return gap === undefined ? undefined : endOf(node) + gap.length;
}

/** Returns the end of the comments that stand on the line of an offset. They belong to what is before them. */
const endOfComments = (text: string, offset: number): number =>
  offset + (matchAt(COMMENTS_OF_LINE, text, offset)?.[0].length ?? 0);

function insertInto(text: string, root: Node, container: Node, key: string | undefined, value: unknown): Insertion[] {
  const lineBreak = lineBreakOf(text);
  const unit = unitOf(text, root);
  const name = key === undefined ? '' : `${JSON.stringify(key)}: `;
  const onLines = (indent: string) =>
    `${indent}${name}${JSON.stringify(value, undefined, unit).split('\n').join(`${lineBreak}${indent}`)}`;
  const first = container.children?.[0];
  const last = container.children?.at(-1);
  if (!first || !last) {
    const outer = indentAt(text, container.offset);
    const close = endOf(container) - 1;
    const at = text.slice(0, close).replace(/[ \t]*$/, '').length;
    const entry = onLines(`${outer}${unit}`);
    const isLineStart = text[at - 1] === '\n';
    return [{ at, text: isLineStart ? `${entry}${lineBreak}` : `${lineBreak}${entry}${lineBreak}${outer}` }];
  }
  if (!isBreak(text.slice(container.offset, first.offset))) {
    return [{ at: endOf(last), text: `, ${name}${JSON.stringify(value)}` }];
  }
  const comma = commaAfter(text, last);
  const entry = `${lineBreak}${onLines(indentAt(text, first.offset))}`;
  if (comma !== undefined) return [{ at: endOfComments(text, comma + 1), text: `${entry},` }];
  return [
    { at: endOf(last), text: ',' },
    { at: endOfComments(text, endOf(last)), text: entry },
  ];
}

/** Wraps a value in the containers that are missing. */
const wrap = (path: Path, value: unknown): unknown =>
  path.reduceRight<unknown>((inner, key) => (typeof key === 'number' ? [inner] : { [key]: inner }), value);

function insert(text: string, path: Path, value: unknown): readonly Insertion[] | undefined {
  if (isBlank(text)) {
    const lineBreak = lineBreakOf(text);
    const written = JSON.stringify(wrap(path, value), undefined, 2).split('\n').join(lineBreak);
    return [{ at: text.length, text: `${written}${lineBreak}` }];
  }
  const root = parse(text);
  let container = root;
  for (const [i, key] of path.entries()) {
    const isList = typeof key === 'number';
    if (container.type !== (isList ? 'array' : 'object')) return undefined;
    const next = isList ? undefined : findNodeAtLocation(container, [key]);
    const rest = path.slice(i + 1);
    if (!next) return insertInto(text, root, container, isList ? undefined : key, wrap(rest, value));
    container = next;
  }
  return undefined;
}

interface Cut {
  readonly from: number;
  readonly to: number;
}

/** Extends a cut to whole lines if nothing else is on them. */
function toLines(text: string, { from, to }: Cut): Cut {
  const start = from - indentAt(text, from).length;
  const isLineStart = start === 0 || text[start - 1] === '\n';
  const rest = /^[ \t]*(?:\r?\n|$)/.exec(text.slice(to));
  return isLineStart && text.slice(start, from).trim() === '' && rest
    ? { from: start, to: to + rest[0].length }
    : { from, to };
}

function takeOut(text: string, path: Path): readonly string[] {
  const root = parse(text);
  const found = findNodeAtLocation(root, [...path]);
  if (!found?.parent) return [];
  const node = found.parent.type === 'property' ? found.parent : found;
  const siblings = node.parent?.children ?? [];
  const at = siblings.indexOf(node);
  const previous = siblings[at - 1];
  const own = commaAfter(text, node);
  const comma = own ?? (previous && commaAfter(text, previous));
  const cuts: Cut[] = [];
  let end = endOf(node);
  if (own !== undefined && text.slice(end, own).trim() === '') end = own + 1;
  else if (comma !== undefined) cuts.push({ from: comma, to: comma + 1 });
  cuts.push(toLines(text, { from: node.offset, to: end }));
  const after = cuts
    .toSorted((a, b) => b.from - a.from)
    .reduce((left, { from, to }) => left.slice(0, from) + left.slice(to), text);
  return [after];
}

/** JSON, with the comments and trailing commas of some agents. */
export const json: Format = {
  read: (text) => (isBlank(text) ? {} : getNodeValue(parse(text))),
  insert,
  show: (key, value) => (typeof key === 'string' ? `${JSON.stringify(key)}: ` : '') + JSON.stringify(value),
  takeOut,
};
