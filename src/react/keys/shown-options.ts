import { allowsOther } from '../../core/flow/selectors.js';
import type { OptionRef } from '../../core/flow/types.js';
import type { Question } from '../../core/question/types.js';

/** What the user has typed to filter the options of a question. */
export interface Filter {
  readonly text: string;
  /** The question whose options were compared. A host can replace it. */
  readonly question: Question;
  /** Indexes of the options that are hidden now. A selected option and Other never are. */
  readonly hidden: ReadonlySet<number>;
  /** The first option that is shown. Without a selection, it is the tab stop of the radios. */
  readonly first: OptionRef | undefined;
}

/** Returns the options that are shown, in order, and Other last if the question has it. */
export function shownOptions(question: Question, hidden?: ReadonlySet<number>): OptionRef[] {
  const shown: OptionRef[] = [...question.options.keys()].filter((index) => !hidden?.has(index));
  return allowsOther(question) ? [...shown, 'other'] : shown;
}
