'use client';
import { useContext, useMemo, type ComponentPropsWithoutRef, type MouseEvent } from 'react';
import type { Problem } from '../../core/answer/constraints.js';
import { problemOf, takesOther } from '../../core/flow/selectors.js';
import type { Draft, OptionRef } from '../../core/flow/types.js';
import type { Question } from '../../core/question/types.js';
import { chain } from '../chain.js';
import { QuestionContext } from '../context.js';
import { digitFor, previewOf } from '../option-facts.js';
import { useDraft, useMissing } from './use-draft.js';

type ButtonProps = ComponentPropsWithoutRef<'button'>;

/** What an element is to the card's keys and key hints. */
const HEARS = { 'data-ask-user-key': 'option' };

/** What the user can do with one question. */
export interface QuestionIntents {
  /** Single-select: the selection is now this option (by position) or `'other'`. Multi-select: adds it. */
  readonly selectOption: (option: OptionRef) => void;
  /** Multi-select: adds or removes. Single-select: as `selectOption`. */
  readonly toggleOption: (option: OptionRef) => void;
  /** The text under Other, or the answer to a question without options. A first character selects Other. */
  readonly setCustom: (text: string) => void;
  readonly setNotes: (text: string) => void;
  /** Clears the selection; typed text is kept. */
  readonly clear: () => void;
  /** Only if the question may be skipped: by its own rule, else if the host set `allowSkip`. */
  readonly skip: () => void;
}

/** The question that a component inside `AskUser.Question` belongs to. */
export interface UseQuestionReturn extends QuestionIntents {
  readonly question: Question;
  /** Position in the request. */
  readonly index: number;
  /** What is entered: `selected` by position, `other`, `custom`, `notes`, `skipped`. */
  readonly draft: Draft;
  /** What a refused submit found: `unanswered`, or the rule that the answer breaks. `<AskUser.Problem>` says it in words. */
  readonly problem: Problem | undefined;
  /** Whether the question has Other. */
  readonly allowsOther: boolean;
  readonly isSelected: (option: OptionRef) => boolean;
  /**
   * The props of an option that you render yourself, as a `<button>` inside `<AskUser.Options>`: a radio, or a checkbox in a multi-select
   * question. It has the keys, the focus and the key hints of `<AskUser.OptionControl>`, and is named by its content. A handler of yours
   * runs first, and ours does not run if yours called `preventDefault()`.
   */
  readonly getOptionProps: (option: OptionRef, props?: ButtonProps) => ButtonProps;
}

/**
 * For a component of your own inside `AskUser.Question`: the question, what is entered for it, and what can be done with it. Renders the
 * component when this question's draft changes, and for no other question. Throws outside of `AskUser.Question`.
 */
export function useQuestion(): UseQuestionReturn {
  const ask = useContext(QuestionContext);
  if (!ask)
    throw new Error(
      'useQuestion() was called outside of <AskUser.Question>, so there is no question. Call it in a component inside of it.',
    );
  const { intents, controls, ids, shortcuts, question, index } = ask;
  const { id, multiSelect } = question;
  const draft = useDraft(ask, (now) => now);
  const missing = useMissing(ask);

  const bound = useMemo(
    (): QuestionIntents => ({
      selectOption: (option) => intents.selectOption(id, option),
      toggleOption: (option) => intents.toggleOption(id, option),
      setCustom: (text) => intents.setCustom(id, text),
      setNotes: (text) => intents.setNotes(id, text),
      clear: () => intents.clear(id),
      skip: () => intents.skip(id),
    }),
    [intents, id],
  );

  const isSelected = (option: OptionRef) => (option === 'other' ? draft.other : draft.selected.includes(option));
  // The first radio is the tab stop of a group in which nothing is selected.
  const isTabStop = (option: OptionRef) =>
    multiSelect || isSelected(option) || (option === 0 && !draft.other && draft.selected.length === 0);

  return {
    ...bound,
    question,
    index,
    draft,
    problem: missing ? problemOf(question, draft) : undefined,
    allowsOther: takesOther(question),
    isSelected,
    getOptionProps(option, props = {}) {
      const digit = digitFor(option);
      return {
        'aria-details': previewOf(question, option) ? ids('preview', index) : undefined,
        'aria-keyshortcuts': shortcuts ? digit : undefined,
        ...props,
        ...HEARS,
        type: 'button',
        role: multiSelect ? 'checkbox' : 'radio',
        id: ids('control', index, option),
        value: String(option),
        tabIndex: isTabStop(option) ? 0 : -1,
        'aria-checked': isSelected(option),
        onClick: chain(props.onClick, ({ currentTarget, detail }: MouseEvent<HTMLButtonElement>) => {
          // A tap on Other opens the keyboard only if its field gets the focus within the tap.
          if (option === 'other' && detail > 0) return controls.choose(index, option);
          // Safari does not focus a button that is clicked.
          currentTarget.focus({ preventScroll: true });
          bound.toggleOption(option);
        }),
      };
    },
  };
}
