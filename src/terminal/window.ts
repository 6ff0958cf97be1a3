import { excerptOf, type List, type Styler, type Row } from './panel.js';
import { WORDS } from './words.js';

/** Returns the part of a block that fits: around the caret if it has one, otherwise scrolled by page. */
function fit(block: readonly Row[], height: number, page: number, pen: Styler): readonly Row[] {
  const caret = block.findIndex((row) => row.caret !== undefined);
  if (caret < 0 || block.length <= height) return excerptOf(block, height, page, pen);
  const from = Math.max(0, Math.min(caret - Math.floor(height / 2), block.length - height));
  return block.slice(from, from + height);
}

/** Returns the rows of a list that fit, including the active block, with the number of omitted blocks. */
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
    hidden > 0 && height > 2 ? [{ text: pen.faint(`${pen.gutter}  ${arrow} ${WORDS.more(hidden)}`) }] : [];
  return [...arrowRow('↑', from), ...blocks.flat(), ...arrowRow('↓', count - to)];
}
