import { longAnswers, toConfirm, unsentQuestions } from '../core/flow/selectors.js';
import type { AskUserState } from '../core/flow/types.js';
import { isBlank } from '../core/guards.js';
import { confirmationTexts } from '../messages/confirmation.js';
import { shortName } from '../messages/labels.js';
import { digitOf, type Key } from './key.js';
import { type Panel, paragraph, type Styler } from './panel.js';
import { entryRows } from './rows.js';
import { withoutFields, type Step, type Ui } from './ui.js';
import type { TerminalMessages } from './words.js';

/** Goes back to the questions, and opens the field of the text that was to be confirmed. */
function dismiss(state: AskUserState, ui: Ui): Step {
  const closed: Ui = { ...withoutFields(ui), choice: 0, interrupted: false };
  const [first] = state.phase === 'confirmingLongAnswer' ? toConfirm(state) : [];
  const actions = [{ type: 'dismiss' }] as const;
  if (first === undefined) return { actions, ui: closed };
  return longAnswers(state).length > 0
    ? { actions, ui: { ...closed, rows: ui.rows.with(first, state.request.questions[first]!.options.length) } }
    : { actions, ui: { ...closed, asking: state.drafts[first]!.askBack?.length } };
}

export const confirmKeys = (key: Key, state: AskUserState, ui: Ui): Step =>
  choiceKeys(key, ui, { actions: [{ type: 'confirm' }], ui: { ...ui, choice: 0 } }, dismiss(state, ui));

/** Handles keys on two choices, the second of which confirms. */
export function choiceKeys(key: Key, ui: Ui, confirm: Step, leave: Step): Step {
  const { name = '' } = key;
  const digit = digitOf(key);
  if (name === 'escape' || (name === 'n' && !key.ctrl && !key.meta)) return leave;
  if (name === 'y' && !key.ctrl && !key.meta) return confirm;
  if (name === 'return' || name === 'enter') return ui.choice === 1 ? confirm : leave;
  // The list does not wrap, so that pressing Up repeatedly cannot reach the choice that confirms.
  if (name === 'up' || name === 'down') return { actions: [], ui: { ...ui, choice: name === 'up' ? 0 : 1 } };
  if (name === 'tab') return { actions: [], ui: { ...ui, choice: ui.choice === 0 ? 1 : 0 } };
  if (digit === 1 || digit === 2) return { actions: [], ui: { ...ui, choice: digit === 2 ? 1 : 0 } };
  return { actions: [], ui };
}

interface Asked {
  readonly title: string;
  readonly about: readonly string[];
  /** The first choice loses nothing. */
  readonly choices: readonly [string, string];
}

function askedOf(state: AskUserState, messages: TerminalMessages): Asked {
  const { title, text, dismiss: back, confirm } = confirmationTexts(state, messages);
  const long = state.phase === 'confirmingLongAnswer' ? longAnswers(state) : [];
  const lines = [
    ...long.map(({ index, length }) =>
      messages.longItem(shortName(state.request.questions[index]!, index, messages), length),
    ),
    ...(unsentQuestions(state).length > 0 ? [messages.askBackUnsent] : []),
    ...(state.phase === 'confirmingDiscard' && !isBlank(state.message) ? [messages.discussUnsent] : []),
    ...(text === undefined ? [] : [text]),
  ];
  return { title, about: lines.filter((line) => line !== title), choices: [back, confirm] };
}

export const confirmPanel = (state: AskUserState, ui: Ui, pen: Styler): Panel =>
  choicePanel(askedOf(state, pen.messages), ui, pen, pen.warn);

export function choicePanel(
  { title, about, choices }: Asked,
  ui: Ui,
  pen: Styler,
  paint: (text: string) => string,
): Panel {
  const { hintQuit, hintChoose, hintConfirm, hintGoBack } = pen.messages;
  return {
    title: [],
    head: [
      ...paragraph(title, pen, (line) => pen.strong(paint(line))),
      ...about.flatMap((text) => paragraph(text, pen, pen.faint)),
    ],
    list: {
      count: choices.length,
      active: ui.choice,
      most: Infinity,
      block: (index) =>
        entryRows({ number: `${index + 1}.`, label: choices[index] ?? '', active: index === ui.choice }, pen),
    },
    tail: [],
    hints: [
      ...(ui.interrupted ? [{ text: `Ctrl+C ${hintQuit}`, rank: 0 }] : []),
      { text: `↑↓ ${hintChoose}`, rank: 2 },
      { text: `y ${choices[1]}`, rank: 0 },
      { text: `n ${choices[0]}`, rank: 0 },
      { text: `Enter ${hintConfirm}`, rank: 0 },
      { text: `Esc ${hintGoBack}`, rank: 1 },
    ],
  };
}
