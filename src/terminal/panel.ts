import { clip, textWidth, wrap } from './cells.js';
import { stylesOf, withoutStyles, type TerminalTheme } from './theme.js';
import { messagesOf, type TerminalMessages } from './words.js';
import type { AskUserTerminalMessagesInput } from '../messages/terminal-types.js';

export interface Screen {
  readonly columns: number;
  readonly rows: number;
  readonly theme: TerminalTheme;
  readonly messages?: AskUserTerminalMessagesInput | undefined;
  readonly htmlPreviewNote?: string | undefined;
}

export interface Row {
  readonly text: string;
  /** Column of the caret, from 0. */
  readonly caret?: number;
  /** Set on the first line of the highlighted entry, if the entry has a label. */
  readonly isActive?: true;
}

/** A list of entries to select from. Its blocks are rendered on demand, because there may be 1,000. */
export interface List {
  readonly count: number;
  readonly active: number;
  /** Maximum number of blocks to show. */
  readonly most: number;
  block(index: number): readonly Row[];
}

export interface Panel {
  readonly title: readonly Row[];
  readonly head: readonly Row[];
  readonly list: List;
  readonly tail: readonly Row[];
  readonly hints: readonly Hint[];
}

export interface Hint {
  readonly text: string;
  /** Shorter form of `text`, used if the hints of rank 0 do not fit otherwise. */
  readonly short?: string;
  /** Hints with the highest rank are omitted first. */
  readonly rank: number;
  /** Whether it is not in a key line of the `ask_user` specification. If there is room, such hints begin a second line. */
  readonly isAdded?: true;
}

export interface Styler extends TerminalTheme {
  readonly width: number;
  readonly gutter: string;
  readonly messages: TerminalMessages;
  readonly htmlPreviewNote: string;
}

/** Maximum line length in columns. Longer lines are hard to read. */
const READABLE = 100;

export function penFor(
  { columns, theme, messages: given, htmlPreviewNote }: Screen,
  asker: string | undefined,
): Styler {
  const messages = messagesOf(given, asker);
  return {
    ...stylesOf(theme),
    width: Math.max(1, Math.min(columns - 1, READABLE)),
    gutter: columns < 50 ? ' ' : '  ',
    messages,
    htmlPreviewNote: htmlPreviewNote ?? messages.htmlPreview,
  };
}

/** Renders a text in lines that begin at the same column, each painted separately. */
export function paragraph(
  text: string,
  pen: Styler,
  paint: (line: string) => string,
  lead = pen.gutter,
  first = lead,
): readonly Row[] {
  return wrap(text, pen.width - textWidth(lead)).map((line, i) => ({
    text: (i === 0 ? first : lead) + paint(line.text.trimEnd()),
  }));
}

export function fieldRows(
  { text, caret, hint, secret }: { text: string; caret: number; hint: string; secret: boolean },
  pen: Styler,
  lead: string,
  first = lead,
): readonly Row[] {
  const edge = textWidth(withoutStyles(lead));
  if (text === '') return [{ text: first + pen.faint(hint), caret: edge }];
  const mask = secret ? '•' : undefined;
  const lines = wrap(text, pen.width - edge - 1, mask);
  const at = lines.findLastIndex(({ from }) => from <= caret);
  return lines.map((line, i) => {
    const drawn = { text: (i === 0 ? first : lead) + line.text };
    if (i !== at) return drawn;
    const before = wrap(text.slice(line.from, Math.min(caret, line.to)), Infinity, mask)[0]?.text ?? '';
    return { ...drawn, caret: edge + textWidth(before) };
  });
}

export function excerptOf(rows: readonly Row[], height: number, page: number, pen: Styler): readonly Row[] {
  if (rows.length <= height) return rows;
  if (height <= 0) return [];
  const from = Math.min(page * Math.max(1, height - 2), rows.length - height);
  const to = from + height;
  const shown = rows.slice(from, to);
  if (height < 3) return shown;
  const arrowRow = (arrow: string, count: number, key: string): Row => ({
    text: pen.faint(clip(`${pen.gutter}${arrow} ${pen.messages.moreLines(count, key)}`, pen.width)),
  });
  return shown.map((row, i) => {
    if (row.caret !== undefined) return row;
    if (i === 0 && from > 0) return arrowRow('↑', from + 1, 'PgUp');
    return i === height - 1 && to < rows.length ? arrowRow('↓', rows.length - to + 1, 'PgDn') : row;
  });
}

function hintLines(texts: readonly string[], width: number): readonly string[] {
  const lines: string[] = [];
  for (const text of texts) {
    const longer = lines.length === 0 ? text : `${lines.at(-1)} • ${text}`;
    if (lines.length > 0 && textWidth(longer) <= width) lines[lines.length - 1] = longer;
    else lines.push(text);
  }
  return lines;
}

/**
 * Renders key hints on at most `most` lines if those of rank 0 fit there, or else on at most two. Hints of higher ranks
 * are omitted first.
 */
export function hintRows(hints: readonly Hint[], most: number, pen: Styler): readonly Row[] {
  const width = pen.width - textWidth(pen.gutter);
  const specified = hints.filter(({ isAdded }) => !isAdded);
  const added = hints.filter(({ isAdded }) => isAdded);
  const lines = (shown: readonly Hint[], rank: number, say: (hint: Hint) => string) =>
    hintLines(
      shown.flatMap((hint) => (hint.rank <= rank ? say(hint) : [])),
      width,
    );
  const ranks = [...new Set(hints.map(({ rank }) => rank))].sort((a, b) => b - a);
  const candidates = [
    ...ranks.flatMap((rank) => [
      [specified, added].flatMap((shown) => lines(shown, rank, ({ text }) => text)),
      lines([...specified, ...added], rank, ({ text }) => text),
    ]),
    lines([...specified, ...added], 0, ({ text, short = text }) => short),
  ];
  const fits =
    candidates.find(({ length }) => length <= most) ??
    candidates.find(({ length }) => length <= 2) ??
    candidates.at(-1) ??
    [];
  return fits.slice(0, 2).map((text) => ({ text: pen.faint(clip(pen.gutter + text, pen.width)) }));
}
