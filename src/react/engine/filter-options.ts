import type { ChangeEvent } from 'react';
import { EMPTY_DRAFT } from '../../core/flow/empty-draft.js';
import { hiddenBy, selectableOptions } from '../../core/flow/filter.js';
import type { Question } from '../../core/question/types.js';
import type { Engine } from './engine.js';
import type { Filters } from './filters.js';
import { shownOptions } from '../keys/shown-options.js';
import { keyKind } from './props.js';

const draftAt = ({ store }: Engine, index: number) => store.getState().drafts[index] ?? EMPTY_DRAFT;

/** Filters the options, and hides no selected one. `found` are the options to hide. */
function hide(engine: Engine, question: Question, index: number, text: string, found: ReadonlySet<number>): void {
  const { selected } = draftAt(engine, index);
  const hidden = new Set([...found].filter((option) => !selected.includes(option)));
  const [first] = shownOptions(question, hidden);
  engine.filters.set(question.id, text ? { text, question, hidden, first } : undefined);
}

/** Follows the selection and the options of the questions that have a filter. */
function follow(engine: Engine): void {
  engine.store.getState().request.questions.forEach((question, index) => {
    const { text = '', hidden, question: before } = engine.filters.get(question.id) ?? {};
    if (!hidden) return;
    // A host can replace the question, for example while it is streaming.
    if (before !== question) hide(engine, question, index, text, hiddenBy(question, text));
    // An option that was shown stays until the text changes: a deselected one must not vanish under the focus.
    else if (draftAt(engine, index).selected.some((option) => hidden.has(option)))
      hide(engine, question, index, text, hidden);
  });
}

const followed = new WeakSet<Filters>();

/** The `<input>` that filters the options of a question. It changes nothing that is selected. */
export const filterProps = (engine: Engine, question: Question, index: number, text: string) => ({
  ...keyKind('filter'),
  // Chromium clears an input of type `search` with the Escape that ends a composition.
  type: 'text',
  role: 'searchbox',
  id: engine.ids('filter', index),
  // Detach from an ancestor `<form>`, so that the text is neither sent nor reset with the form.
  form: '',
  autoComplete: 'off',
  value: text,
  onChange({ target }: ChangeEvent<HTMLInputElement>) {
    if (!followed.has(engine.filters)) engine.store.subscribe(() => follow(engine));
    followed.add(engine.filters);
    hide(engine, question, index, target.value, hiddenBy(question, target.value));
  },
});

/** Returns the options that `selectAll` adds now. */
export const selectable = (engine: Engine, question: Question, index: number): readonly number[] =>
  selectableOptions(question, draftAt(engine, index), engine.filters.get(question.id)?.hidden);

/** Selects the options of a multi-select question that are shown, at most as many as it allows. */
export const selectAll = (engine: Engine, question: Question, index: number): void =>
  engine.store.dispatch({
    type: 'selectOptions',
    questionId: question.id,
    options: selectable(engine, question, index),
  });
