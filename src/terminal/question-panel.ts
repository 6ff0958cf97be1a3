import { cleanText, isEmpty } from '../core/clean.js';
import { mayStayBlank } from '../core/answer/constraints.js';
import {
  getAnswerIssue,
  isSelected,
  missingQuestions,
  offersAll,
  offersAskBack,
  offersDiscussThis,
  offersFilter,
  offersSkip,
} from '../core/flow/selectors.js';
import type { AskUserState, Exchange } from '../core/flow/types.js';
import { codePointLength, isBlank } from '../core/guards.js';
import { nameAsker } from '../messages/asker.js';
import { answerIssueText } from '../messages/issue-text.js';
import { headerText, isCleaned, labelOf, questionText, shortName, shownText, withMark } from '../messages/labels.js';
import { clip, wrap } from './cells.js';
import { filterPanel } from './filter.js';
import { fieldRows, type Hint, type List, type Panel, paragraph, type Row, type Styler } from './panel.js';
import { failedExchange, leaveHints, offersNote } from './question-keys.js';
import { listHint } from './question-list.js';
import { entryRows, leadOf } from './rows.js';
import { tabLine } from './tabs.js';
import { rowCount, rowOption, shownRows, targetOf, type Ui } from './ui.js';
import type { TerminalMessages } from './words.js';

/** Maximum number of entries to show at once if there are more options than this. */
const LONG_LIST = 6;
/** Share of the soft limit from which the length is shown. */
const COUNTS_FROM = 0.9;

export function titleRows(state: AskUserState, pen: Styler): readonly Row[] {
  const { request, active } = state;
  const several = request.questions.length > 1;
  const question = request.questions[active];
  const title = nameAsker(pen.messages.title(request.questions.length), pen.messages);
  const asker = isEmpty(cleanText(request.asker ?? '')) ? '' : title;
  const header = several || !question ? '' : headerText(question);
  const name = [header, asker].filter((text) => text !== '').join(' · ');
  const rows = name === '' ? [] : [{ text: ` ${pen.strong(clip(name, pen.width - 1))}` }];
  return several ? [...rows, tabLine(state, pen)] : rows;
}

function listOf(state: AskUserState, ui: Ui, pen: Styler): List {
  const { messages } = pen;
  const { active, request, drafts } = state;
  const question = request.questions[active]!;
  const draft = drafts[active]!;
  const secret = question.constraints?.secret === true;
  const target = targetOf(state, ui);
  const rows = rowCount(question);
  const digits = String(rows).length;
  // A sentence in parentheses begins with a small letter.
  const otherHint = `(${messages.otherHint.replace(/^\p{Lu}(?=\p{Ll})/u, (letter) => letter.toLowerCase())})`;
  const field = (lead: string, first?: string) =>
    fieldRows({ text: draft.custom, caret: ui.carets[active] ?? 0, hint: otherHint, secret }, pen, lead, first);

  const shown = shownText(question, draft.custom);
  const text = (): readonly Row[] => {
    const { first, rest } = leadOf({ number: '', active: target === 'custom' }, pen);
    return target === 'custom' ? field(rest, first) : paragraph(shown, pen, pen.faint, rest);
  };

  const note = (): readonly Row[] => {
    const { first, rest } = leadOf({ number: `${messages.note}:`, active: target === 'notes' }, pen);
    return target === 'notes'
      ? fieldRows({ text: draft.notes, caret: ui.note ?? 0, hint: '', secret: false }, pen, rest, first)
      : paragraph(draft.notes, pen, pen.faint, rest, first);
  };

  const asked = (): readonly Row[] => {
    const { first, rest } = leadOf({ number: `${messages.askBackField}:`, active: target === 'askBack' }, pen);
    return target === 'askBack'
      ? fieldRows({ text: draft.askBack ?? '', caret: ui.asking ?? 0, hint: '', secret: false }, pen, rest, first)
      : paragraph(draft.askBack ?? '', pen, pen.faint, rest, first);
  };

  const option = (row: number): readonly Row[] => {
    const ref = rowOption(question, row);
    const highlighted = (target === undefined || target === 'custom') && row === ui.rows[active];
    const chosen = ref !== undefined && isSelected(draft, ref);
    const box = question.multiSelect ? ` [${chosen ? 'x' : ' '}]` : '';
    const number = `${String(row + 1).padStart(digits)}.${box}`;
    const symbol = chosen && !question.multiSelect ? '✓' : '';
    if (ref !== 'other') {
      const about = cleanText(question.options[row]?.description ?? '', { lines: true });
      return entryRows(
        { number, label: withMark(labelOf(question, row, messages), messages), active: highlighted, symbol, about },
        pen,
      );
    }
    const typing = highlighted && target === 'custom';
    const hint = draft.custom === '' && !typing ? ` ${otherHint}` : '';
    const entry = { number, label: messages.other + hint, active: highlighted, symbol };
    if (!typing) return entryRows({ ...entry, about: shown }, pen);
    const { rest } = leadOf(entry, pen);
    return [...entryRows(entry, pen), ...field(`${rest}${pen.accent('│')} `)];
  };

  const extras = [
    ...(ui.note !== undefined || !isBlank(draft.notes) ? [note] : []),
    ...(ui.asking !== undefined || !isBlank(draft.askBack ?? '') ? [asked] : []),
  ];
  const opened = target === 'notes' ? note : target === 'askBack' ? asked : undefined;
  const listed = shownRows(state, ui);
  const answers = question.options.length === 0 ? 1 : listed.length;
  return {
    count: answers + extras.length,
    active: opened ? answers + extras.indexOf(opened) : Math.max(0, listed.indexOf(ui.rows[active] ?? 0)),
    most: question.options.length > LONG_LIST ? LONG_LIST : Infinity,
    block: (index) => extras[index - answers]?.() ?? (question.options.length === 0 ? text() : option(listed[index]!)),
  };
}

function tailOf(state: AskUserState, ui: Ui, pen: Styler): readonly Row[] {
  const { messages } = pen;
  const { active, request, drafts, missing, options, error } = state;
  const question = request.questions[active]!;
  const draft = drafts[active]!;
  const warn = (text: string) => paragraph(text, pen, pen.warn, `${pen.gutter}  `, `${pen.gutter}${pen.warn('!')} `);
  const problem = missing.includes(active) ? getAnswerIssue(question, draft) : undefined;
  const others = problem ? missingQuestions(state).filter((index) => missing.includes(index)) : [];
  const names = others.map((index) => clip(shortName(request.questions[index]!, index, messages), 24));
  const most = options.askBack?.limits.question ?? Infinity;
  const asks = targetOf(state, ui) === 'askBack' ? codePointLength(draft.askBack ?? '') : 0;
  const length = targetOf(state, ui) === 'custom' ? codePointLength(draft.custom) : 0;
  const isOverLimit = length > options.softLimit;
  return [
    ...filterPanel(state, ui, pen),
    ...(error ? warn(messages.failed(error.result.status)) : []),
    ...(ui.empty ? warn(messages.missingOther) : problem ? warn(answerIssueText(messages, question, draft)) : []),
    ...(others.length > 1 ? warn(`${messages.notAnswered}: ${messages.list(names)}`) : []),
    ...(asks > most ? warn(messages.askBackTooLong(asks, most)) : []),
    ...(draft.skipped ? paragraph(messages.skipped, pen, pen.faint) : []),
    ...(isOverLimit ? warn(messages.counterOver(length, options.softLimit)) : []),
    ...(!isOverLimit && length >= options.softLimit * COUNTS_FROM
      ? paragraph(messages.counter(length, options.softLimit), pen, pen.faint)
      : []),
    ...previewRows(state, ui, pen),
  ];
}

function hintsOf(state: AskUserState, ui: Ui, messages: TerminalMessages): readonly Hint[] {
  const { active, request, drafts, options } = state;
  const { hintCancel, hintGoBack, hintSelect, hintSend, hintShowAll, hintSubmit } = messages;
  const question = request.questions[active]!;
  const several = request.questions.length > 1;
  const target = targetOf(state, ui);
  const to = several ? (action: string) => action : messages.hintTo;
  const listed = question.options.length > 0;
  const newLine = { text: `Alt+Enter ${messages.hintNewLine}`, rank: 1 };
  const showAll = { text: `Esc ${hintShowAll}`, rank: 0 };
  if (target === 'notes') return [{ text: `Enter ${messages.hintTo(hintGoBack)}`, rank: 0 }, newLine];
  if (target === 'filter') return [{ text: `Enter ${messages.hintList}`, rank: 0 }, showAll];
  if (target === 'askBack')
    return [
      { text: `Enter ${failedExchange(drafts[active]!) ? messages.hintRetry : hintSend}`, rank: 0 },
      { text: `Esc ${hintGoBack}`, rank: 0 },
      newLine,
    ];
  const one = listed && !question.multiSelect && !target ? hintSelect : hintSubmit;
  const navigate = { text: `↑↓ ${messages.hintNavigate}`, rank: 4 };
  const toggle = { text: `Space ${to(messages.hintToggle)}`, rank: 0 };
  const specified: readonly Hint[] = [
    ...(several ? [{ text: `${target ? 'Tab' : 'Tab/←→'} ${messages.hintSwitch}`, rank: 3 }] : []),
    ...(listed && several ? [{ text: `↑↓ ${hintSelect}`, rank: 4 }] : []),
    ...(listed && !several && !question.multiSelect ? [navigate] : []),
    ...(listed && !target && !question.multiSelect && !several
      ? [{ text: `1-9 ${messages.hintQuickSelect}`, rank: 5 }]
      : []),
    ...(listed && !target && question.multiSelect && !several ? [toggle] : []),
    {
      text: `Enter ${several ? messages.hintConfirm : to(one)}`,
      short: `Enter ${several ? messages.hintNext : hintSend}`,
      rank: 0,
    },
    ui.filters[active] ? showAll : { text: `Esc ${to(hintCancel)}`, rank: 0 },
  ];
  const added: readonly Hint[] = [
    ...(listed && !several && question.multiSelect ? [navigate] : []),
    ...(listed && !target && question.multiSelect && several ? [toggle] : []),
    ...(!target && offersFilter(question) ? [{ text: `/ ${messages.hintFilter}`, rank: 1 }] : []),
    ...(!target && offersAll(question)
      ? [
          { text: `Ctrl+A ${messages.hintAll}`, rank: 3 },
          { text: `Del ${messages.hintClear}`, rank: 4 },
        ]
      : []),
    ...(target ? [newLine] : []),
    ...(offersSkip(question, options) ? [{ text: `Ctrl+S ${messages.hintSkip}`, rank: 0 }] : []),
    ...leaveHints(options, messages),
    ...listHint(state, messages),
    ...(offersNote(question, drafts[active]!) ? [{ text: `Ctrl+N ${messages.hintNote}`, rank: 2 }] : []),
    ...(offersAskBack(question, state) ? [{ text: `Ctrl+O ${messages.hintAskBack}`, rank: 1 }] : []),
    ...(offersDiscussThis(state) ? [{ text: `Ctrl+O ${messages.hintDiscussThis}`, rank: 1 }] : []),
  ];
  return [...specified, ...added.map((hint) => ({ ...hint, isAdded: true as const }))];
}

function exchangeRows({ text, status, reply = '', isCut }: Exchange, pen: Styler): readonly Row[] {
  const { messages } = pen;
  const lead = `${pen.gutter}│ `;
  const faint = (line: string) => paragraph(line, pen, pen.faint, lead);
  return [
    ...faint(messages.quote(cleanText(text, { lines: true }))),
    ...(status === 'waiting' ? faint(messages.askBackWaiting) : []),
    ...(status === 'failed' ? paragraph(messages.askBackFailed, pen, pen.warn, lead) : []),
    ...(status === 'replied' ? paragraph(cleanText(reply, { lines: true }), pen, (line) => line, lead) : []),
    ...(isCut ? faint(messages.askBackCut) : []),
  ];
}

export function questionPanel(state: AskUserState, ui: Ui, pen: Styler): Panel {
  const { active, request, drafts } = state;
  const question = request.questions[active]!;
  const { exchanges = [] } = drafts[active]!;
  const context = cleanText(question.context ?? '', { lines: true });
  return {
    title: titleRows(state, pen),
    head: [
      ...paragraph(questionText(question, active, pen.messages), pen, pen.strong),
      ...(isEmpty(context) ? [] : paragraph(context, pen, pen.faint)),
      ...(mayStayBlank(question) ? paragraph(pen.messages.optional, pen, pen.faint) : []),
      ...(isCleaned(question) ? paragraph(pen.messages.cleaned, pen, pen.faint) : []),
      ...(offersAskBack(question, state) ? exchanges.flatMap((exchange) => exchangeRows(exchange, pen)) : []),
    ],
    list: listOf(state, ui, pen),
    tail: tailOf(state, ui, pen),
    hints: hintsOf(state, ui, pen.messages),
  };
}

function previewRows({ active, request }: AskUserState, { rows, note, asking }: Ui, pen: Styler): readonly Row[] {
  const { messages, gutter, width } = pen;
  const question = request.questions[active]!;
  const row = rows[active] ?? 0;
  const preview = note === undefined && asking === undefined ? question.options[row]?.preview : undefined;
  if (preview === undefined) return [];
  if (request.previewFormat === 'html') return paragraph(pen.htmlPreviewNote, pen, pen.faint);
  const text = cleanText(preview, { lines: true });
  if (isEmpty(text)) return [];
  const lead = `${gutter}│ `;
  const title = messages.previewOf(labelOf(question, row, messages).name);
  return [
    { text: pen.faint(clip(gutter + title, width)) },
    ...wrap(text, Infinity).map((line) => ({ text: pen.faint(lead) + clip(line.text, width - lead.length) })),
  ];
}
