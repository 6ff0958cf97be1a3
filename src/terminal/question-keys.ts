import { createExchangeKey } from '../core/flow/exchange-key.js';
import { askUserReducer } from '../core/flow/reducer.js';
import { selectableOptions } from '../core/flow/filter.js';
import {
  allowsNotes,
  allowsOther,
  offersAll,
  offersAskBack,
  offersDiscussThis,
  offersFilter,
  offersSkip,
  getAnswerIssue,
  primaryAction,
} from '../core/flow/selectors.js';
import type { AskUserAction, AskUserState, Draft, Exchange, FlowOptions, OptionRef } from '../core/flow/types.js';
import { isBlank } from '../core/guards.js';
import type { Question } from '../core/question/types.js';
import { edit, type Field } from './field.js';
import { filterKeys, filterRows, withoutFilter } from './filter.js';
import { digitOf, type Key } from './key.js';
import type { Hint } from './panel.js';
import { isDiscussing, rowCount, rowOption, shownRows, type Step, targetOf, type Ui, withoutFields } from './ui.js';
import type { TerminalMessages } from './words.js';

/** Goes to another question or to Review, in a circle. On Review, Submit is highlighted. A single question stays. */
export function go(state: AskUserState, ui: Ui, to: number): Step {
  const count = state.request.questions.length;
  if (count === 1) return { actions: [], ui };
  const at = (to + count + 1) % (count + 1);
  const rows = at === count ? ui.rows.with(count, count) : ui.rows;
  return { actions: [{ type: 'goTo', to: at }], ui: { ...withoutFields(ui), rows } };
}

/** Adds to `actions` the effect of the dialog's primary button: submits, or goes to the next question or Review. */
function proceed(state: AskUserState, ui: Ui, actions: readonly AskUserAction[]): Step {
  if (primaryAction(state) === 'submit') return { actions: [...actions, { type: 'submit' }], ui };
  const { actions: moves, ui: next } = go(state, ui, state.active + 1);
  return { actions: [...actions, ...moves], ui: next };
}

type Change = (field: Field) => Field | undefined;

const changed = (text: string, caret: number, change: Change) => change({ text, caret: Math.min(caret, text.length) });

function typedMessage({ message }: AskUserState, ui: Ui, change: Change): Step {
  const field = changed(message, ui.message, change);
  if (!field) return { actions: [], ui };
  const { text, caret } = field;
  return { actions: text === message ? [] : [{ type: 'setMessage', text }], ui: { ...ui, message: caret } };
}

export function typed(state: AskUserState, ui: Ui, change: Change): Step {
  if (isDiscussing(state)) return typedMessage(state, ui, change);
  const { active, drafts, request } = state;
  const target = targetOf(state, ui);
  const draft = drafts[active];
  const question = request.questions[active];
  if (!target || !draft || !question) return { actions: [], ui };
  if (target === 'filter') {
    const field = changed(ui.filters[active]?.text ?? '', ui.filtering ?? 0, change);
    return { actions: [], ui: field ? filterRows(state, ui, field) : ui };
  }
  const text = draft[target] ?? '';
  const field = changed(text, { custom: ui.carets[active], notes: ui.note, askBack: ui.asking }[target] ?? 0, change);
  if (!field) return { actions: [], ui };
  const { caret } = field;
  const next: Ui = {
    ...ui,
    ...{ custom: { carets: ui.carets.with(active, caret) }, notes: { note: caret }, askBack: { asking: caret } }[
      target
    ],
  };
  const type = ({ custom: 'setCustom', notes: 'setNotes', askBack: 'setAskBack' } as const)[target];
  return { actions: field.text === text ? [] : [{ type, questionId: question.id, text: field.text }], ui: next };
}

/** The exchange that Enter asks again, if nothing is typed and the latest one failed. */
export function failedExchange({ askBack = '', exchanges }: Draft): Exchange | undefined {
  const last = exchanges?.at(-1);
  return isBlank(askBack) && last?.status === 'failed' ? last : undefined;
}

/** Asks the agent, and closes the field. What cannot be sent stays in it. */
function send(state: AskUserState, ui: Ui): Step {
  const { active, request, drafts } = state;
  const failed = failedExchange(drafts[active]!);
  if (!state.options.askBack?.canAsk(state, active, failed)) return { actions: [], ui };
  const key = failed?.key ?? createExchangeKey();
  return { actions: [{ type: 'askBack', questionId: request.questions[active]!.id, key }], ui: withoutFields(ui) };
}

/**
 * Enter continues. In a single-select question, it first selects the highlighted option. If the answer is missing or
 * invalid, the error is shown and the question stays. In a note, Enter only closes the note.
 */
function enter(state: AskUserState, ui: Ui): Step {
  const { active, request, drafts } = state;
  const question = request.questions[active]!;
  const draft = drafts[active]!;
  const questionId = question.id;
  if (ui.asking !== undefined) return send(state, ui);
  if (ui.note !== undefined) return { actions: [], ui: withoutFields(ui) };
  const option = rowOption(question, ui.rows[active] ?? 0);
  const one = option !== undefined && !question.multiSelect;
  // On an empty Other, Enter must not submit the option that was selected before.
  const empty = one && option === 'other' && isBlank(draft.custom);
  const actions: readonly AskUserAction[] = one && !empty ? [{ type: 'selectOption', questionId, option }] : [];
  const after = actions.reduce(askUserReducer, state);
  if (!empty && !getAnswerIssue(question, after.drafts[active]!)) return proceed(state, ui, actions);
  return { actions: [...actions, { type: 'validateQuestion', questionId }], ui: { ...ui, empty } };
}

function choose(state: AskUserState, ui: Ui, option: OptionRef): Step {
  const { active, request } = state;
  const question = request.questions[active]!;
  const row = option === 'other' ? question.options.length : option;
  return {
    actions: [{ type: 'toggleOption', questionId: question.id, option }],
    ui: { ...ui, rows: ui.rows.with(active, row) },
  };
}

/** Returns the option of a digit, if there is one. The digit 0 also stands for Other. */
function numbered(state: AskUserState, digit: number | undefined): OptionRef | undefined {
  const question = state.request.questions[state.active]!;
  const count = question.options.length;
  if (digit === undefined || count === 0) return undefined;
  if (digit === 0 || digit === count + 1) return allowsOther(question) ? 'other' : undefined;
  return digit <= count ? digit - 1 : undefined;
}

function optionKeys(key: Key, state: AskUserState, ui: Ui): Step {
  const { active, request } = state;
  const question = request.questions[active]!;
  const option = numbered(state, digitOf(key));
  if (option !== undefined) return choose(state, ui, option);
  const highlighted = rowOption(question, ui.rows[active] ?? 0);
  if (key.name === 'space' && highlighted !== undefined) return choose(state, ui, highlighted);
  if ((key.name === 'backspace' || key.name === 'delete') && (!question.multiSelect || offersAll(question))) {
    return { actions: [{ type: 'clearAnswer', questionId: question.id }], ui };
  }
  if (key.name === 'enter') return enter(state, ui);
  const rows = shownRows(state, ui);
  const to = { home: rows[0], end: rows.at(-1) }[key.name ?? ''];
  return { actions: [], ui: to === undefined ? ui : { ...ui, rows: ui.rows.with(active, to) } };
}

/**
 * Moves the highlight. Down wraps from the last row to the first. Up wraps only to an option, not from the first row to
 * Other, because Other's field would take the next digit as text.
 */
function walk(key: Key, state: AskUserState, ui: Ui): Step | undefined {
  const question = state.request.questions[state.active]!;
  if (key.name !== 'up' && key.name !== 'down') return undefined;
  if (rowCount(question) === 0 || ui.note !== undefined || ui.asking !== undefined) return undefined;
  const shown = shownRows(state, ui);
  const at = shown.indexOf(ui.rows[state.active] ?? 0);
  if (key.name === 'up' && at === 0 && allowsOther(question)) return { actions: [], ui };
  const row = shown.at(key.name === 'up' ? at - 1 : (at + 1) % shown.length)!;
  return { actions: [], ui: { ...ui, rows: ui.rows.with(state.active, row) } };
}

/** A note that the answer cannot have can still be edited, so that the user can remove it. */
export const offersNote = (question: Question, draft: Draft): boolean =>
  allowsNotes(question, draft) || !isBlank(draft.notes);

function command(key: Key, state: AskUserState, ui: Ui): Step | undefined {
  const { active, request, drafts, options } = state;
  const question = request.questions[active]!;
  const questionId = question.id;
  if (!key.ctrl || key.meta) return undefined;
  if (key.name === 's' && offersSkip(question, options)) return proceed(state, ui, [{ type: 'skip', questionId }]);
  if (key.name === 'n' && (ui.note !== undefined || offersNote(question, drafts[active]!))) {
    const note = ui.note === undefined ? drafts[active]!.notes.length : undefined;
    return { actions: [], ui: { ...withoutFields(ui), note } };
  }
  if (key.name === 'o' && offersAskBack(question, state)) {
    const asking = ui.asking === undefined ? (drafts[active]!.askBack ?? '').length : undefined;
    return { actions: [], ui: { ...withoutFields(ui), asking } };
  }
  if (key.name === 'o' && offersDiscussThis(state)) return discuss(state, ui, questionId);
  if (key.name === 'a' && !targetOf(state, ui) && offersAll(question)) {
    const options = selectableOptions(question, drafts[active]!, ui.filters[active]?.hidden);
    return { actions: [{ type: 'selectOptions', questionId, options }], ui };
  }
  return leaveKeys(key, state, ui);
}

export function questionKeys(key: Key, state: AskUserState, ui: Ui): Step {
  const { active, drafts, request } = state;
  const { name, ctrl, meta, shift } = key;
  if (targetOf(state, ui) === 'filter')
    return filterKeys(key, state, ui) ?? questionKeys(key, state, { ...ui, filtering: undefined });
  if (name === 'escape') {
    if (ui.note !== undefined || ui.asking !== undefined) return { actions: [], ui: withoutFields(ui) };
    if (ui.filters[active]) return { actions: [], ui: withoutFilter(state, ui) };
    return { actions: [{ type: 'cancel' }], ui: { ...ui, choice: 0 } };
  }
  if (name === 'tab') return go(state, ui, active + (shift ? -1 : 1));
  const target = targetOf(state, ui);
  if (!target && key.sequence === '/' && !ctrl && !meta && offersFilter(request.questions[active]!))
    return { actions: [], ui: { ...ui, filtering: ui.filters[active]?.text.length ?? 0 } };
  const sideways = (name === 'left' || name === 'right') && !ctrl && !meta;
  const typing = target && target !== 'filter' ? drafts[active]![target] : target;
  if (sideways && !typing) return go(state, ui, active + (name === 'left' ? -1 : 1));
  if (name === 'return' && !meta) return enter(state, ui);
  const commanded = command(key, state, ui);
  if (commanded) return commanded;
  if (!target) return walk(key, state, ui) ?? optionKeys(key, state, ui);
  let used = false;
  const step = typed(state, ui, (field) => {
    const next = edit(field, key);
    used = next !== undefined;
    return next;
  });
  return used ? step : (walk(key, state, ui) ?? step);
}

/** Opens the field of the message, with the caret at its end if it begins with a question to the agent. */
function discuss({ message }: AskUserState, ui: Ui, about?: string): Step {
  const caret = isBlank(message) ? Infinity : ui.message;
  return { actions: [{ type: 'decline', discuss: true, about }], ui: { ...ui, message: caret } };
}

export function leaveKeys({ name, ctrl, meta }: Key, state: AskUserState, ui: Ui): Step | undefined {
  if (!ctrl || meta) return undefined;
  if (name === 'x' && state.options.allow.decline) return { actions: [{ type: 'decline' }], ui: { ...ui, choice: 0 } };
  if (name === 't' && state.options.allow.discuss) return discuss(state, ui);
  return undefined;
}

export const leaveHints = ({ allow }: FlowOptions, { hintDecline, hintDiscuss }: TerminalMessages): readonly Hint[] => [
  ...(allow.decline ? [{ text: `Ctrl+X ${hintDecline}`, rank: 0 }] : []),
  ...(allow.discuss ? [{ text: `Ctrl+T ${hintDiscuss}`, rank: 0 }] : []),
];
