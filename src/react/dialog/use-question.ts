'use client';
import { useContext, useMemo, type ComponentPropsWithoutRef } from 'react';
import { allowsNotes, type AnswerIssue } from '../../core/answer/constraints.js';
import { getAnswerIssue, allowsOther } from '../../core/flow/selectors.js';
import type { Draft, OptionRef } from '../../core/flow/types.js';
import type { Question } from '../../core/question/types.js';
import { mergeProps, optionButtonProps, optionState } from '../engine/props.js';
import { QuestionContext } from './context.js';
import { digitFor, previewOf } from '../text/option-display.js';
import { useDraft, useMissing } from './use-draft.js';

type ButtonProps = ComponentPropsWithoutRef<'button'>;

/** Actions of the user on one question. */
export interface QuestionIntents {
  /**
   * Selects an option by index, or Other. Single-select: replaces the selection. Multi-select: adds to the selection.
   */
  readonly selectOption: (option: OptionRef) => void;
  /** Multi-select: selects or deselects the option. Single-select: same as `selectOption`. */
  readonly toggleOption: (option: OptionRef) => void;
  /**
   * Sets the text under Other, or the answer to a question without options. Text under Other that is not blank selects
   * it.
   */
  readonly setCustom: (text: string) => void;
  /** Sets the notes of the question. */
  readonly setNotes: (text: string) => void;
  /** Clears the selection, or the skipping of the question. Text is kept. */
  readonly clear: () => void;
  /** Skips the question. Has no effect unless `constraints.required` or, if that is not set, `allow.skip` permits it. */
  readonly skip: () => void;
}

/** Values and actions of the surrounding `AskUser.Question`. */
export interface UseQuestionReturn extends QuestionIntents {
  /** The parsed question. */
  readonly question: Question;
  /** Index of the question in the request. */
  readonly index: number;
  /** The user's input: `selected` (option indexes), `other`, `custom`, `notes` and `skipped`. */
  readonly draft: Draft;
  /**
   * Reason why the answer cannot be sent: `unanswered`, or the rule that it breaks. `undefined` unless the question is
   * marked. `<AskUser.AnswerError>` renders it in words.
   */
  readonly issue: AnswerIssue | undefined;
  /** Whether the question has Other. */
  readonly allowsOther: boolean;
  /** Whether the answer can have notes now, according to `constraints.allowNotes` and the selected options. */
  readonly allowsNotes: boolean;
  /** Whether the option with this index, or Other, is selected. */
  readonly isSelected: (option: OptionRef) => boolean;
  /**
   * Returns props for an option that you render as a `<button>` inside `<AskUser.Options>`: a radio, or a checkbox in a
   * multi-select question. Your click handler runs first; the package's handler does not run if yours called
   * `preventDefault()`.
   */
  readonly getOptionProps: (option: OptionRef, props?: ButtonProps) => ButtonProps;
}

/**
 * Returns the surrounding question, its draft and its actions, for a component of your app. Other questions' drafts do
 * not re-render the component.
 *
 * @throws {Error} If it is called outside of `AskUser.Question`.
 */
export function useQuestion(): UseQuestionReturn {
  const ask = useContext(QuestionContext);
  if (!ask)
    throw new Error(
      'useQuestion() was called outside of <AskUser.Question>, so there is no question. Call it in a component inside of it.',
    );
  const { intents, commands, ids, shortcuts, question, index } = ask;
  const { id } = question;
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

  return {
    ...bound,
    question,
    index,
    draft,
    issue: missing ? getAnswerIssue(question, draft) : undefined,
    allowsOther: allowsOther(question),
    allowsNotes: allowsNotes(question, draft),
    isSelected,
    getOptionProps(option, props = {}) {
      const { onClick, ...controlled } = optionButtonProps(
        commands,
        question,
        index,
        option,
        optionState(draft, option),
      );
      const ours = {
        'aria-details': previewOf(question, option) ? ids('preview', index) : undefined,
        'aria-keyshortcuts': shortcuts ? digitFor(option) : undefined,
        onClick,
      };
      return { ...mergeProps(ours, props), ...controlled };
    },
  };
}
