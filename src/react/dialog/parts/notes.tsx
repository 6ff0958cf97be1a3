'use client';
import { forwardRef, useState, type ComponentPropsWithoutRef } from 'react';
import { isBlank } from '../../../core/guards.js';
import { part } from '../anatomy.js';
import { useAskQuestion } from '../context.js';
import { useAllowsNotes, useDraft, useNotesOpen } from '../use-draft.js';
import { fieldProps } from '../../engine/props.js';
import { useFlowValue } from '../../flow/use-flow-value.js';
import { textDirection } from '../../text/field-props.js';

/** Props of `AskUser.Notes`. */
export interface AskUserNotesProps extends Omit<ComponentPropsWithoutRef<'div'>, 'children'> {}

/**
 * Renders a `<div>` with the notes field if there are notes, or if the user opened or focused the field, otherwise
 * `null`. While the answer cannot have notes (`constraints.allowNotes`), an empty field is not rendered either, unless it
 * has the focus. Must be inside `AskUser.Question`.
 */
export const Notes = forwardRef<HTMLDivElement, AskUserNotesProps>(function Notes(props, ref) {
  const ask = useAskQuestion();
  const { store, ids, messages, question, index, engine, openedNotes } = ask;
  const text = useDraft(ask, ({ notes }) => notes);
  const locked = useFlowValue(store, (state) => state.phase === 'submitting');
  const allowed = useAllowsNotes(ask);
  const isOpen = useNotesOpen(ask);
  const [focused, setFocused] = useState(false);
  if (!isOpen || (!allowed && !focused && isBlank(text))) return null;
  return (
    <div {...part('notes', props)} ref={ref}>
      <label {...part('notes-label')} htmlFor={ids('notes', index)}>
        {messages.note}
      </label>
      <textarea
        {...part('field')}
        {...fieldProps(engine, question, index, 'notes', locked)}
        rows={1}
        dir={textDirection(text)}
        value={text}
        // Without this, restored notes would disappear with their field when the user deletes them.
        onFocus={() => {
          openedNotes.set(question.id);
          setFocused(true);
        }}
        onBlur={() => setFocused(false)}
      />
    </div>
  );
});
