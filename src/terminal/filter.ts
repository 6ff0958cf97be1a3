import { hiddenBy } from '../core/flow/filter.js';
import { allowsOther } from '../core/flow/selectors.js';
import type { AskUserState } from '../core/flow/types.js';
import { edit, type Field } from './field.js';
import type { Key } from './key.js';
import { fieldRows, paragraph, type Row, type Styler } from './panel.js';
import { type RowFilter, shownRows, type Step, type Ui } from './ui.js';

/** Sets the filter of the shown question, and highlights a row that it shows. */
export function filterRows(state: AskUserState, ui: Ui, { text, caret }: Field): Ui {
  const { active, request } = state;
  const question = request.questions[active]!;
  // The field has one line.
  const line = text.replaceAll(/\s/g, ' ');
  const hidden = hiddenBy(question, line);
  const filter = line === '' ? undefined : { text: line, hidden };
  const next = { ...ui, filtering: caret, filters: ui.filters.with(active, filter) };
  const row = ui.rows[active] ?? 0;
  const [first] = shownRows(state, { ...next, rows: ui.rows.with(active, -1) });
  const isShown = !hidden.has(row) && row < question.options.length;
  return { ...next, rows: ui.rows.with(active, isShown ? row : (first ?? row)) };
}

/** Removes the filter of the shown question, and leaves its field. Nothing that is selected changes. */
export const withoutFilter = ({ active }: AskUserState, ui: Ui): Ui => ({
  ...ui,
  filtering: undefined,
  filters: ui.filters.with(active, undefined),
});

/**
 * Handles a key in the field of the filter. Enter and the arrows leave the field and select nothing. Returns `undefined`
 * for a key that means the same as outside of the field.
 */
export function filterKeys(key: Key, state: AskUserState, ui: Ui): Step | undefined {
  const { name = '' } = key;
  if (name === 'escape') return { actions: [], ui: withoutFilter(state, ui) };
  if (['return', 'enter', 'up', 'down'].includes(name)) return { actions: [], ui: { ...ui, filtering: undefined } };
  const text = ui.filters[state.active]?.text ?? '';
  const field = edit({ text, caret: Math.min(ui.filtering ?? 0, text.length) }, key);
  return field && { actions: [], ui: filterRows(state, ui, field) };
}

/** The filter below the list, with the number of options that it shows. */
export function filterPanel({ active, request, drafts }: AskUserState, ui: Ui, pen: Styler): readonly Row[] {
  const { text = '', hidden }: Partial<RowFilter> = ui.filters[active] ?? {};
  if (text === '' && ui.filtering === undefined) return [];
  const { messages, gutter } = pen;
  const question = request.questions[active]!;
  const total = question.options.length;
  const kept = drafts[active]!.selected.filter((option) => hidden?.has(option)).length;
  const lead = `${gutter}/ `;
  return [
    ...(ui.filtering === undefined
      ? paragraph(text, pen, pen.faint, `${gutter}  `, lead)
      : fieldRows({ text, caret: ui.filtering, hint: messages.filter, secret: false }, pen, `${gutter}  `, lead)),
    ...(hidden?.size === total
      ? paragraph(messages.filterNone(allowsOther(question)), pen, pen.warn, `${gutter}  `)
      : paragraph(messages.filterCount(total - (hidden?.size ?? 0) + kept, total), pen, pen.faint, `${gutter}  `)),
  ];
}
