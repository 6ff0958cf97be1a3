'use client';
import { Primitive } from '@radix-ui/react-primitive';
import { forwardRef, type ComponentPropsWithoutRef } from 'react';
import { canSkip } from '../../core/flow/selectors.js';
import { part } from '../anatomy.js';
import { useAskQuestion } from '../context.js';
import { useDraft } from '../hooks/use-draft.js';
import { useFlowValue } from '../hooks/use-flow-value.js';
import { ActionButton } from './button.js';

export interface AskUserExtrasProps extends ComponentPropsWithoutRef<typeof Primitive.div> {}

type ButtonProps = ComponentPropsWithoutRef<typeof Primitive.button>;
export interface AskUserAddNoteProps extends ButtonProps {}
export interface AskUserClearProps extends ButtonProps {}
export interface AskUserSkipProps extends ButtonProps {}

/**
 * The quiet buttons under a question.
 * Renders a `<div>`.
 */
export const Extras = forwardRef<HTMLDivElement, AskUserExtrasProps>(function Extras({ children, ...props }, ref) {
  return (
    <Primitive.div {...part('extras')} {...props} ref={ref}>
      {children ?? (
        <>
          <AddNote />
          <Clear />
          <Skip />
        </>
      )}
    </Primitive.div>
  );
});

/** Opens the note's field. Renders a `<button>`, or nothing once the field is open. */
export const AddNote = forwardRef<HTMLButtonElement, AskUserAddNoteProps>(function AddNote(props, ref) {
  const { ids, controls, messages, index, notesOpen, openNotes } = useAskQuestion();
  if (notesOpen) return null;
  return (
    <ActionButton act={() => controls.act(openNotes, () => ids('notes', index))} {...props} ref={ref}>
      {props.children ?? messages.addNote}
    </ActionButton>
  );
});

/** Takes a single choice back; typed text stays. Renders a `<button>`, or nothing while there is no choice. */
export const Clear = forwardRef<HTMLButtonElement, AskUserClearProps>(function Clear(props, ref) {
  const ask = useAskQuestion();
  const { ids, intents, controls, messages, question, index } = ask;
  const chosen = useDraft(ask, ({ other, selected }) => other || selected.length > 0, 'selection');
  if (question.multiSelect || !chosen) return null;
  const clear = () =>
    controls.act(
      () => intents.clear(question.id),
      () => ids('heading', index),
    );
  return (
    <ActionButton act={clear} {...props} ref={ref}>
      {props.children ?? messages.clear}
    </ActionButton>
  );
});

/** Goes on without an answer to this question. Renders a `<button>`, or nothing where neither the question nor the host allows it. */
export const Skip = forwardRef<HTMLButtonElement, AskUserSkipProps>(function Skip(props, ref) {
  const ask = useAskQuestion();
  const { store, intents, controls, messages, question, index } = ask;
  const allowed = useFlowValue(store, ({ options }) => canSkip(question, options));
  const skipped = useDraft(ask, (draft) => draft.skipped, 'selection');
  if (!allowed) return null;
  const toggle = () => {
    if (skipped) return intents.clear(question.id);
    intents.skip(question.id);
    if (store.getState().drafts.length > 1) controls.goTo(index + 1);
  };
  return (
    <ActionButton act={toggle} aria-pressed={skipped} {...props} ref={ref}>
      {props.children ?? messages.skip}
    </ActionButton>
  );
});
