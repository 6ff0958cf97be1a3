import { cleanText, isEmpty } from '../core/clean.js';
import type { AskUserState } from '../core/flow/types.js';
import { clip, wrap } from './cells.js';
import { paragraph, type Styler, type Row } from './panel.js';
import { rowOption, type Ui } from './ui.js';
import { WORDS } from './words.js';

/** Renders the preview of the highlighted option. Its lines are clipped at the edge instead of wrapped. */
export function previewRows({ active, request }: AskUserState, { rows, note }: Ui, pen: Styler): readonly Row[] {
  const question = request.questions[active];
  const option = question && note === undefined ? rowOption(question, rows[active] ?? 0) : undefined;
  const preview = typeof option === 'number' ? question?.options[option]?.preview : undefined;
  if (preview === undefined) return [];
  if (request.previewFormat === 'html') return paragraph(pen.htmlPreviewNote, pen, pen.faint);
  const text = cleanText(preview, { lines: true });
  if (isEmpty(text)) return [];
  const lead = `${pen.gutter}│ `;
  return [
    { text: pen.faint(clip(`${pen.gutter}${WORDS.preview}`, pen.width)) },
    ...wrap(text, Infinity).map((line) => ({ text: pen.faint(lead) + clip(line.text, pen.width - lead.length) })),
  ];
}
