import { readRecommended, RECOMMENDED_MARK } from '../core/question/recommended.js';
import { textWidth } from './cells.js';
import { paragraph, type Styler, type Row } from './panel.js';

export interface Entry {
  /** Text before the label, such as `1.`, `1. [x]` or `Note:`. May be empty. */
  readonly number: string;
  readonly label: string;
  readonly active: boolean;
  readonly symbol?: string;
  readonly about?: string | undefined;
}

/** Returns the text before the label on the first line (marker and number) and on the other lines (spaces). */
export function leadOf({ number, active }: Pick<Entry, 'number' | 'active'>, pen: Styler) {
  const marker = active ? '>' : ' ';
  const space = number === '' ? '' : ' ';
  return {
    first: `${pen.gutter}${active ? pen.accent(marker) : marker} ${number}${space}`,
    rest: ' '.repeat(textWidth(pen.gutter) + 2 + textWidth(number) + space.length),
  };
}

export function entryRows(entry: Entry, pen: Styler): readonly Row[] {
  const { first, rest } = leadOf(entry, pen);
  const { label, active, symbol = '', about = '' } = entry;
  const plain = (line: string) => (active && line ? pen.strong(pen.accent(line)) : line);
  const isRecommended = readRecommended(label) !== undefined;
  const paint = (line: string) => {
    const found = isRecommended ? RECOMMENDED_MARK.exec(line) : null;
    if (!found) return plain(line);
    const [mark] = found;
    return plain(line.slice(0, found.index)) + pen.recommended(mark) + plain(line.slice(found.index + mark.length));
  };
  const rows = paragraph(label, pen, paint, rest, first);
  const labelRows = rows.map((row, i): Row => ({
    text: symbol && i === rows.length - 1 ? `${row.text} ${pen.good(symbol)}` : row.text,
    ...(active && i === 0 && { isActive: true }),
  }));
  return about === '' ? labelRows : [...labelRows, ...paragraph(about, pen, pen.faint, rest)];
}
