import type { AskUserState } from '../core/flow/types.js';
import { clip, textWidth } from './cells.js';
import { confirmPanel } from './confirm-panel.js';
import { discussPanel } from './discuss-panel.js';
import { excerptOf, hintRows, penFor, type Panel, type Styler, type Row, type Screen } from './panel.js';
import { questionPanel } from './question-panel.js';
import { reviewPanel } from './review-panel.js';
import { withoutStyles } from './theme.js';
import { isDiscussing, type Ui } from './ui.js';
import { windowOf } from './window.js';

/** Lines to render. They fit into the columns and rows for which the frame was requested. */
export interface Frame {
  readonly lines: readonly string[];
  /** Position of the cursor, from 0: on the highlighted row, and visible (`seen`) while the user types text. */
  readonly cursor: { readonly row: number; readonly column: number; readonly seen: boolean };
}

const BLANK: Row = { text: '' };

/** Joins the sections that are not empty, with an empty line between them. */
const spaced = (sections: readonly (readonly Row[])[]): readonly Row[] =>
  sections.filter((rows) => rows.length > 0).flatMap((rows, i) => (i === 0 ? rows : [BLANK, ...rows]));

/** Fits a panel into `height` lines. Without the errors, the list gets at least 60 % of them. */
function squeezed({ head, list, tail }: Panel, height: number, page: number, pen: Styler): readonly Row[] {
  const tailRows = tail.slice(0, height < 5 ? 0 : Math.ceil(height / 6));
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
  return state.active === state.request.questions.length ? reviewPanel(state, ui, pen) : questionPanel(state, ui, pen);
}

/** Renders the state as lines. Pure. Key hints are shown once keys count (`ready`). */
export function view(state: AskUserState, ui: Ui, screen: Screen, ready: boolean): Frame {
  const pen = penFor(screen);
  const rows = compose(panelOf(state, ui, pen), screen, ui.page, ready, pen);
  const columns = Math.max(1, screen.columns);
  const lines = rows.map(({ text }) => {
    const bare = withoutStyles(text);
    return textWidth(bare) > columns ? clip(bare, columns) : text;
  });
  const row = rows.findIndex(({ caret }) => caret !== undefined);
  const marked = rows.findIndex((one) => one.marked);
  if (row >= 0) return { lines, cursor: { row, column: Math.min(rows[row]!.caret ?? 0, columns - 1), seen: true } };
  return { lines, cursor: { row: Math.max(0, marked), column: 0, seen: false } };
}
