import { cleanText } from '../core/clean.js';
import { getAnswer, missingForPartial, getAnswerIssue } from '../core/flow/selectors.js';
import type { AskUserState } from '../core/flow/types.js';
import { leaveHints } from './leave-keys.js';
import { paragraph, type Panel, type Styler, type Row } from './panel.js';
import { titleRows } from './question-panel.js';
import { entryRows, leadOf } from './rows.js';
import { answerText, shortName } from './text.js';
import type { Ui } from './ui.js';
import { WORDS } from './words.js';

/** Maximum number of lines per answer. The question shows the whole answer. */
const ANSWER = 4;

/** The Review panel: every question with its answer, Submit, and "Send what I have" if that is possible. */
export function reviewPanel(state: AskUserState, ui: Ui, pen: Styler): Panel {
  const { questions, asker } = state.request;
  const count = questions.length;
  const missing = missingForPartial(state);
  const rows = count + 1 + Number(missing > 0);
  const row = Math.min(ui.rows[count] ?? count, rows - 1);
  const digits = String(count).length;

  const question = (index: number): readonly Row[] => {
    const asked = questions[index]!;
    const number = `${String(index + 1).padStart(digits)}.`;
    const entry = { number, label: shortName(asked, index), active: index === row };
    const { rest } = leadOf(entry, pen);
    const answer = getAnswer(state, index);
    const problem = getAnswerIssue(asked, state.drafts[index]!);
    const answerRows = answer ? paragraph(answerText(asked, answer), pen, pen.good, rest) : [];
    const cut = answerRows.length > ANSWER ? [...answerRows.slice(0, ANSWER - 1), { text: `${rest}…` }] : answerRows;
    const why = answer && problem ? WORDS.problem(problem, asked) : WORDS.notAnswered;
    return [
      ...entryRows(entry, pen),
      ...cut,
      ...(problem ? paragraph(why, pen, pen.warn, `${rest}  `, `${rest}${pen.warn('!')} `) : []),
      ...(answer?.notes === undefined
        ? []
        : paragraph(WORDS.noted(answer.notes), pen, pen.faint, rest).slice(0, ANSWER)),
    ];
  };

  const send = (index: number): readonly Row[] => {
    const entry = { number: '', active: index === row };
    if (index === count) return entryRows({ ...entry, label: WORDS.submitAll }, pen);
    const about = WORDS.partialText(missing, count, asker === undefined ? WORDS.asker : cleanText(asker));
    return entryRows({ ...entry, label: WORDS.submitPartial, about }, pen);
  };

  return {
    title: titleRows(state, pen),
    head: paragraph(WORDS.reviewTitle, pen, pen.strong),
    list: {
      count: rows,
      active: row,
      most: Infinity,
      block: (index) => (index < count ? question(index) : send(index)),
    },
    tail: state.error ? paragraph(WORDS.failed, pen, pen.warn) : [],
    hints: [
      { text: 'Tab/←→ switch', rank: 1 },
      { text: '↑↓ select', rank: 2 },
      { text: row < count ? 'Enter change' : row === count ? 'Enter submit' : 'Enter send', rank: 0 },
      { text: 'Esc cancel', rank: 0 },
      ...leaveHints(state.options),
    ],
  };
}
