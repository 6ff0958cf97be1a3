/**
 * Matches one user-perceived character, approximately as defined in Unicode's annex 29. `Intl.Segmenter` follows the
 * annex, but is too slow for a paste.
 */
const CLUSTER =
  /\r\n|\p{Cc}|(?:\p{RI}{2}|[\u1100-\u115f\ua960-\ua97c]+[\u1160-\u11ff\ud7b0-\ud7fb]*|\p{ExtPict}(?:[\p{M}\p{EMod}]*\u200d\p{ExtPict})*|[^])[\p{M}\p{EMod}\u200c-\u200d\u{e0020}-\u{e007f}]*/gu;

/**
 * Characters that take two columns: those with emoji presentation (by default or by U+FE0F), and the ranges of wide and
 * full-width characters, approximately.
 */
const WIDE =
  /\p{Emoji_Presentation}|\ufe0f|[\u1100-\u115f\u2329\u232a\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{16fe0}-\u{18dff}\u{1aff0}-\u{1b2ff}\u{1d300}-\u{1d376}\u{1f200}-\u{1f2ff}\u{20000}-\u{3fffd}]/u;
const NONE = /^[\p{M}\p{DI}\u1160-\u11ff\ud7b0-\ud7fb]*$/u;
const TURNS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const BROKEN = /[\p{Cs}\p{NChar}\u2028\u2029]/gu;
const PLAIN = /^[ -~]*$/;
const TAB = '    ';

export const clusters = (text: string): readonly string[] => text.match(CLUSTER) ?? [];

/**
 * Returns a cluster as it is rendered. A tab becomes four spaces. Other control characters become pictures or U+FFFD.
 * Lone surrogates, noncharacters, and line and paragraph separators become U+FFFD. Marks that change the reading
 * direction are removed.
 */
function draw(cluster: string): string {
  const code = cluster.charCodeAt(0);
  if (cluster === '\t') return TAB;
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  if (code === 0x7f) return '\u2421';
  if (code > 0x7f && code < 0xa0) return '\ufffd';
  return code < 0x300 && cluster.length === 1 ? cluster : cluster.replace(TURNS, '').replace(BROKEN, '\ufffd');
}

function widthOf(drawn: string): number {
  if (PLAIN.test(drawn)) return drawn.length;
  if (NONE.test(drawn)) return 0;
  return WIDE.test(drawn) ? 2 : 1;
}

/** The number of columns that a text without control characters takes in a terminal. */
export const textWidth = (text: string): number =>
  PLAIN.test(text) ? text.length : clusters(text).reduce((width, cluster) => width + widthOf(cluster), 0);

export interface Line {
  /** The rendered text, without control characters. */
  readonly text: string;
  /** Start in the source text, in UTF-16 code units. */
  readonly from: number;
  /** End in the source text, in UTF-16 code units, before a line break. */
  readonly to: number;
}

interface Cell {
  readonly drawn: string;
  readonly from: number;
  readonly width: number;
}

/**
 * Wraps a text into lines of at most `columns` columns. Values below 2 count as 2. Lines break at line breaks, spaces
 * and tabs, beside wide characters, and inside a word that is longer than a line. Returns at least one line.
 *
 * @param mask - Character that is rendered instead of each character of the text, except line breaks.
 */
export function wrap(text: string, columns: number, mask?: string): readonly Line[] {
  const room = Math.max(columns, 2);
  const lines: Line[] = [];
  let cells: Cell[] = [];
  let width = 0;
  let from = 0;
  /** The number of cells that stay on this line if it breaks at the last possible place. */
  let stay = 0;
  let at = 0;
  const push = (count: number, to: number) => {
    const head = cells.slice(0, count);
    lines.push({ text: head.map(({ drawn }) => drawn).join(''), from, to });
    cells = cells.slice(count);
    width = cells.reduce((sum, cell) => sum + cell.width, 0);
    from = to;
    stay = 0;
  };
  for (const cluster of clusters(text)) {
    const start = at;
    at += cluster.length;
    if (cluster === '\n' || cluster === '\r\n' || cluster === '\r') {
      push(cells.length, start);
      from = at;
      continue;
    }
    const drawn = mask ?? draw(cluster);
    const cell = { drawn, from: start, width: widthOf(drawn) };
    const space = cluster === ' ' || cluster === '\t';
    // A space or tab that does not fit ends its line and is not rendered.
    if (space && width + cell.width > room) {
      push(cells.length, at);
      continue;
    }
    if (cell.width === 2) stay = cells.length;
    while (width + cell.width > room && cells.length > 0) {
      const count = stay > 0 ? stay : cells.length;
      push(count, cells[count]?.from ?? start);
    }
    cells.push(cell);
    width += cell.width;
    if (space || cell.width === 2) stay = cells.length;
  }
  push(cells.length, at);
  return lines;
}

/** Shortens a text to at most `columns` columns. An ellipsis stands for the omitted end. */
export function clip(text: string, columns: number): string {
  if (textWidth(text) <= columns) return text;
  let width = 1;
  let head = '';
  for (const cluster of clusters(text)) {
    width += widthOf(cluster);
    if (width > columns) break;
    head += cluster;
  }
  return columns > 0 ? `${head.trimEnd()}…` : '';
}
