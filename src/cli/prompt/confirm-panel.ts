import { cleanText } from '../../core/clean.js';
import { longAnswers, touchedCount } from '../../core/flow/selectors.js';
import type { AskUserState } from '../../core/flow/types.js';
import { paragraph, type Panel, type Pen } from './panel.js';
import { entryRows } from './rows.js';
import { shortName } from './text.js';
import type { Ui } from './ui.js';
import { WORDS } from './words.js';

interface Asked {
  readonly title: string;
  readonly about: readonly string[];
  /** The first one loses nothing. */
  readonly choices: readonly [string, string];
}

function askedOf(state: AskUserState): Asked {
  const { request, result } = state;
  if (state.phase === 'confirmingLongAnswer') {
    const long = longAnswers(state);
    return {
      title: WORDS.longTitle(long.map(({ length }) => length)),
      about: [
        ...long.map(({ index, length }) => WORDS.longItem(shortName(request.questions[index]!, index), length)),
        WORDS.longText,
      ],
      choices: [WORDS.edit, WORDS.anyway],
    };
  }
  const count = touchedCount(state);
  const asker = request.asker === undefined ? WORDS.asker : cleanText(request.asker);
  return {
    title: WORDS.discardTitle(count),
    about: [result?.status === 'declined' ? WORDS.declineText(asker) : WORDS.discardText(asker)],
    choices: [WORDS.keep, count === 0 ? WORDS.end : WORDS.discard],
  };
}

/** What is asked before something is lost, or sent that is long. */
export function confirmPanel(state: AskUserState, ui: Ui, pen: Pen): Panel {
  const { title, about, choices } = askedOf(state);
  return {
    title: [],
    head: [
      ...paragraph(title, pen, (line) => pen.strong(pen.warn(line))),
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
      { text: '↑↓ choose', rank: 1 },
      { text: 'y/n', rank: 2 },
      { text: 'Enter confirm', rank: 0 },
      { text: 'Esc go back', rank: 0 },
    ],
  };
}
