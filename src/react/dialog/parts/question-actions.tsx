'use client';
import { forwardRef } from 'react';
import { offersSkip } from '../../../core/flow/selectors.js';
import { part } from '../anatomy.js';
import { useAskQuestion } from '../context.js';
import { useAllowsNotes, useDraft, useNotesOpen } from '../use-draft.js';
import { useFlowValue } from '../../flow/use-flow-value.js';
import { AskAbout } from './ask-back.js';
import { ActionButton } from './button.js';
import { Slot, type SlotProps } from '../../radix/slot.js';

/** Props of `AskUser.QuestionActions`. */
export interface AskUserQuestionActionsProps extends SlotProps<'div'> {}

type ButtonProps = SlotProps<'button'>;
/** Props of `AskUser.AddNote`. */
export interface AskUserAddNoteProps extends ButtonProps {}
/** Props of `AskUser.Clear`. */
export interface AskUserClearProps extends ButtonProps {}
/** Props of `AskUser.Skip`. */
export interface AskUserSkipProps extends ButtonProps {}

/** Renders a `<div>` with the quiet buttons of a question: note, clear, skip, ask about it. Must be inside `AskUser.Question`. */
export const QuestionActions = forwardRef<HTMLDivElement, AskUserQuestionActionsProps>(function QuestionActions(
  { asChild, children, ...props },
  ref,
) {
  const Element = (asChild ? Slot : 'div') as 'div';
  const { question } = useAskQuestion();
  return (
    <Element {...part('question-actions', props)} ref={ref}>
      {children ?? (
        <>
          <AddNote />
          <Clear />
          {/* The second click of a double click on Skip must not hit the same element for the next question. */}
          <Skip key={question.id} />
          {/* Last, because it appears later than the others. */}
          <AskAbout />
        </>
      )}
    </Element>
  );
});

/**
 * Renders a `<button>` that opens the notes field. Renders `null` once the field is open, and if the answer cannot have
 * notes (`constraints.allowNotes`). Must be inside `AskUser.Question`.
 */
export const AddNote = forwardRef<HTMLButtonElement, AskUserAddNoteProps>(function AddNote(props, ref) {
  const ask = useAskQuestion();
  const { ids, engine, messages, question, index, openedNotes } = ask;
  const allowed = useAllowsNotes(ask);
  if (useNotesOpen(ask) || !allowed) return null;
  const open = () =>
    engine.act(
      () => openedNotes.set(question.id),
      () => ids('notes', index),
    );
  return (
    <ActionButton act={open} {...props} ref={ref}>
      {props.children ?? messages.addNote}
    </ActionButton>
  );
});

/**
 * Renders a `<button>` that clears the selection of a single-select question and keeps typed text. Renders `null` in a
 * multi-select question, or if nothing is selected. Must be inside `AskUser.Question`.
 */
export const Clear = forwardRef<HTMLButtonElement, AskUserClearProps>(function Clear(props, ref) {
  const ask = useAskQuestion();
  const { engine, messages, question } = ask;
  const chosen = useDraft(ask, ({ other, selected }) => other || selected.length > 0, 'selection');
  if (question.multiSelect || !chosen) return null;
  return (
    <ActionButton act={() => engine.press('clear')} {...props} ref={ref}>
      {props.children ?? messages.clear}
    </ActionButton>
  );
});

/**
 * Renders a `<button>` that skips the question or undoes the skip. With several questions, a skip also shows the next
 * one, or Review. Renders `null` unless the host sets `allow.skip`, and for a question with `constraints.required`. A
 * question with `constraints.required: false` may stay blank without it. Must be inside `AskUser.Question`.
 */
export const Skip = forwardRef<HTMLButtonElement, AskUserSkipProps>(function Skip(props, ref) {
  const ask = useAskQuestion();
  const { store, intents, engine, messages, question, index } = ask;
  const allowed = useFlowValue(store, ({ options }) => offersSkip(question, options));
  const skipped = useDraft(ask, (draft) => draft.skipped, 'selection');
  if (!allowed) return null;
  const toggle = () => (skipped ? intents.clear(question.id) : engine.skip(index));
  return (
    <ActionButton act={toggle} aria-pressed={skipped} {...props} ref={ref}>
      {props.children ?? messages.skip}
    </ActionButton>
  );
});
