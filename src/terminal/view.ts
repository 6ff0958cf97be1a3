import type { AskUserState } from '../core/flow/types.js';
import { withCarried } from './carried.js';
import { clip, clusters, textWidth } from './cells.js';
import { confirmPanel } from './confirm.js';
import { discussPanel } from './discuss.js';
import { excerptOf, hintRows, type List, type Panel, penFor, type Row, type Screen, type Styler } from './panel.js';
import { listPanel } from './question-list.js';
import { questionPanel } from './question-panel.js';
import { reviewPanel } from './review.js';
import { STYLES, withoutStyles } from './theme.js';
import { isDiscussing, type Ui } from './ui.js';

/** Lines to render. They fit into the columns and rows for which the frame was requested. */
export interface Frame {
  readonly lines: readonly string[];
  /**
   * Position of the cursor, from 0. While the user types text, it is at the caret and visible (`seen`). Otherwise, it
   * is at the start of the highlighted row, or of the first row if none is highlighted.
   */
  readonly cursor: { readonly row: number; readonly column: number; readonly seen: boolean };
}

const BLANK: Row = { text: '' };

const spaced = (sections: readonly (readonly Row[])[]): readonly Row[] =>
  sections.filter((rows) => rows.length > 0).flatMap((rows, i) => (i === 0 ? rows : [BLANK, ...rows]));

/**
 * Fits the head, the list and the tail of a panel into `height` lines. The head gets at most 40 % of those without the
 * tail, or more if the list is short. A field in the tail is always shown.
 */
function squeezed({ head, list, tail }: Panel, height: number, page: number, pen: Styler): readonly Row[] {
  const typed = tail.findIndex(({ caret }) => caret !== undefined) + 1;
  const tailRows = tail.slice(0, Math.max(typed, height < 5 ? 0 : Math.ceil(height / 6)));
  const rest = height - tailRows.length;
  const asked = Math.min(head.length, Math.floor(rest * 0.4));
  const rows = windowOf(list, rest - asked, page, pen);
  return [...excerptOf(head, rest - rows.length, page, pen), ...rows, ...tailRows];
}

function compose(panel: Panel, screen: Screen, page: number, ready: boolean, pen: Styler): readonly Row[] {
  const { title, head, list, tail, hints } = panel;
  const rows = Math.max(1, screen.rows);
  const rule: Row = { text: pen.faint('─'.repeat(pen.width)) };
  // Until keys count, the hints are blank lines, so that no other line moves.
  const footerOf = (most: number) => hintRows(hints, most, pen).map((row) => (ready ? row : BLANK));
  const all = windowOf(list, Infinity, page, pen);
  const airy = (footer: readonly Row[]) => [rule, ...spaced([title, head, all, tail, footer]), rule];
  const footer = footerOf(1);
  const dense = [rule, ...title, ...head, ...all, ...tail, ...footer];
  const roomy = [airy(footerOf(2)), airy(footer), dense].find(({ length }) => length <= rows);
  if (roomy) return roomy;
  if (rows < 5) return squeezed(panel, rows, page, pen);
  return [...title, ...squeezed(panel, rows - title.length - footer.length, page, pen), ...footer];
}

function panelOf(state: AskUserState, ui: Ui, pen: Styler): Panel {
  if (isDiscussing(state)) return discussPanel(state, ui, pen);
  if (state.phase === 'confirmingDiscard' || state.phase === 'confirmingLongAnswer')
    return confirmPanel(state, ui, pen);
  if (ui.list && state.phase === 'answering') return listPanel(state, ui, pen);
  const isReview = state.active === state.request.questions.length;
  return withCarried(isReview ? reviewPanel(state, ui, pen) : questionPanel(state, ui, pen), state, ui, pen);
}

export function view(state: AskUserState, ui: Ui, screen: Screen, ready: boolean): Frame {
  const pen = penFor(screen, state.request.asker);
  const rows = compose(panelOf(state, ui, pen), screen, ui.page, ready, pen);
  const columns = Math.max(1, screen.columns);
  const lines = rows.map(({ text }) => {
    const bare = withoutStyles(text);
    return textWidth(bare) > columns ? clip(bare, columns) : text;
  });
  const row = rows.findIndex(({ caret }) => caret !== undefined);
  const activeRow = rows.findIndex((one) => one.isActive);
  if (row >= 0) return { lines, cursor: { row, column: Math.min(rows[row]!.caret ?? 0, columns - 1), seen: true } };
  return { lines, cursor: { row: Math.max(0, activeRow), column: 0, seen: false } };
}

/** Returns the part of a block that fits: around the caret if it has one, otherwise scrolled by page. */
function fit(block: readonly Row[], height: number, page: number, pen: Styler): readonly Row[] {
  const caret = block.findIndex((row) => row.caret !== undefined);
  if (caret < 0 || block.length <= height) return excerptOf(block, height, page, pen);
  const from = Math.max(0, Math.min(caret - Math.floor(height / 2), block.length - height));
  return block.slice(from, from + height);
}

/** Returns the rows of a list that fit, with the active block. From 3 rows on, adds the number of omitted blocks. */
export function windowOf(list: List, height: number, page: number, pen: Styler): readonly Row[] {
  const { count, active, most } = list;
  if (count === 0 || height <= 0) return [];
  let from = active;
  let to = active + 1;
  const arrowCount = (start: number, end: number) => Number(start > 0) + Number(end < count);
  const countArrows = height > 2 ? arrowCount : () => 0;
  const whole = list.block(active);
  const blocks = [fit(whole, Math.max(1, height - countArrows(from, to)), page, pen)];
  let used = blocks[0]!.length;
  const take = (index: number, start: number, end: number): boolean => {
    if (index < 0 || index >= count || end - start > most) return false;
    const block = list.block(index);
    if (used + block.length + countArrows(start, end) > height) return false;
    used += block.length;
    if (index < from) blocks.unshift(block);
    else blocks.push(block);
    from = start;
    to = end;
    return true;
  };
  for (let down = true, up = true; down || up;) {
    down = down && take(to, from, to + 1);
    up = up && take(from - 1, from - 1, to);
  }
  const arrowRow = (arrow: string, hidden: number): readonly Row[] =>
    hidden > 0 && height > 2 ? [{ text: pen.faint(`${pen.gutter}  ${arrow} ${pen.messages.more(hidden)}...`) }] : [];
  return [...arrowRow('↑', from), ...blocks.flat(), ...arrowRow('↓', count - to)];
}

function paintAt(line: string, column: number, paint: (character: string) => string): string {
  let width = 0;
  let isPainted = false;
  // `split` with a group in the pattern makes every second part a style.
  const parts = line.split(STYLES).map((part, i) => {
    if (isPainted || i % 2 === 1) return part;
    return clusters(part)
      .map((cluster) => {
        const here = !isPainted && width + textWidth(cluster) > column;
        width += textWidth(cluster);
        isPainted ||= here;
        return here ? paint(cluster) : cluster;
      })
      .join('');
  });
  return isPainted ? parts.join('') : parts.join('') + ' '.repeat(column - width) + paint(' ');
}

/**
 * Returns the lines of a frame with the cursor in them, for a host that cannot place the terminal's cursor. `paint`
 * receives the character at the cursor, or a space at the end of a line. It returns that with a style, such as reverse
 * video. If the cursor is not visible, the lines are returned unchanged.
 *
 * @example
 * linesWithCursor(frame, (character) => `\u001b[7m${character}\u001b[27m`);
 */
export function linesWithCursor({ lines, cursor }: Frame, paint: (character: string) => string): readonly string[] {
  if (!cursor.seen) return lines;
  return lines.map((line, row) => (row === cursor.row ? paintAt(line, cursor.column, paint) : line));
}
