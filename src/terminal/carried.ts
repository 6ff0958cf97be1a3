import { fillable, filledIn, fillIn, undoFillIn, unedited, type EarlierAnswer } from '../core/flow/carry.js';
import { cleanText } from '../core/clean.js';
import { askUserReducer } from '../core/flow/reducer.js';
import type { AskUserState } from '../core/flow/types.js';
import { shortName } from '../messages/labels.js';
import { clip } from './cells.js';
import type { Key } from './key.js';
import { paragraph, type Panel, type Row, type Styler } from './panel.js';
import type { Step, Ui } from './ui.js';

/** Fills in the earlier answers of the conversation or undoes that (Ctrl+R), or dismisses them (Ctrl+G). */
export function carriedKeys({ name, ctrl, meta }: Key, state: AskUserState, ui: Ui): Step | undefined {
  const { carried } = ui;
  if (!carried || !ctrl || meta || (name !== 'r' && name !== 'g')) return undefined;
  if (name === 'g') return { actions: [], ui: { ...ui, carried: undefined } };
  const { offer } = carried;
  const filled = unedited(carried.filled, state);
  const isUsed = filled.length > 0;
  const action = isUsed ? undoFillIn(filled, state) : fillIn(offer, state);
  const after = askUserReducer(state, action);
  const carets = ui.carets.map((caret, at) =>
    after.drafts[at] === state.drafts[at] ? caret : (after.drafts[at]?.custom.length ?? 0),
  );
  return { actions: [action], ui: { ...ui, carets, carried: { offer, filled: isUsed ? [] : filledIn(state, after) } } };
}

const linesOf = (texts: readonly string[]): string => texts.map((text) => cleanText(text, { lines: true })).join('\n');

/** Adds the offer of earlier answers: a line that names them, and below the question what cannot be filled in. */
export function withCarried(panel: Panel, state: AskUserState, { carried }: Ui, pen: Styler): Panel {
  if (!carried) return panel;
  const { messages } = pen;
  const { questions } = state.request;
  const { changed, left } = carried.offer;
  const isUsed = unedited(carried.filled, state).length > 0;
  const answers = isUsed ? [] : fillable(carried.offer, state);
  const nameOf = ({ index }: EarlierAnswer) => shortName(questions[index]!, index, messages);
  const entry = (name: string, texts: readonly string[]): readonly Row[] =>
    paragraph(`${name}: ${linesOf(texts)}`, pen, pen.faint, `${pen.gutter}  `);
  const names = answers.map((answer) => `${nameOf(answer)}: ${linesOf(answer.texts)}`).join(' · ');
  const lead = isUsed
    ? messages.carriedUsed
    : answers.length > 0 && `${messages.carried(answers.length, questions.length)} ${names}`;
  const more: readonly Row[] = [
    ...(changed.length > 0 ? paragraph(messages.carriedChanged, pen, pen.warn) : []),
    ...changed.flatMap((one) => entry(nameOf(one), one.texts)),
    ...(left.length > 0 ? paragraph(messages.carriedLeft, pen, pen.faint) : []),
    ...left.flatMap(({ question, texts }) => entry(cleanText(question) || messages.discuss, texts)),
  ];
  if (!lead && more.length === 0) return panel;
  return {
    ...panel,
    title: [
      ...panel.title,
      ...(lead
        ? [{ text: pen.gutter + pen.good(clip(lead.replaceAll(/\s+/g, ' '), pen.width - pen.gutter.length)) }]
        : []),
    ],
    head: [...panel.head, ...more],
    hints: [
      ...(lead
        ? [
            {
              text: `Ctrl+R ${isUsed ? messages.hintUndoCarried : messages.hintUseCarried}`,
              rank: 0,
              isAdded: true as const,
            },
          ]
        : []),
      ...panel.hints,
      ...(isUsed ? [] : [{ text: `Ctrl+G ${messages.hintDismissCarried}`, rank: 1, isAdded: true as const }]),
    ],
  };
}
