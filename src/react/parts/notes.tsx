'use client';
import { Primitive } from '@radix-ui/react-primitive';
import { forwardRef, type ComponentPropsWithoutRef } from 'react';
import { part } from '../anatomy.js';
import { useAskUserContext, useQuestionContext } from '../context.js';
import { useFlowValue } from '../hooks/use-flow-value.js';

export interface AskUserNotesProps extends Omit<ComponentPropsWithoutRef<typeof Primitive.div>, 'children'> {}

/**
 * A remark beside the answer, once it was asked for.
 * Renders a `<div>`, or nothing.
 */
export const Notes = forwardRef<HTMLDivElement, AskUserNotesProps>(function Notes(props, ref) {
  const { store, ids, intents, messages } = useAskUserContext('Notes');
  const { question, index, notesOpen } = useQuestionContext('Notes');
  const text = useFlowValue(store, (state) => state.drafts[index]?.notes ?? '', question.id);
  const locked = useFlowValue(store, (state) => state.phase === 'submitting', question.id);
  if (!notesOpen) return null;
  return (
    <Primitive.div {...part('notes')} {...props} ref={ref}>
      <label {...part('notes-label')} htmlFor={ids('notes', index)}>
        {messages.note}
      </label>
      <textarea
        {...part('field')}
        id={ids('notes', index)}
        rows={1}
        dir="auto"
        autoComplete="off"
        readOnly={locked}
        value={text}
        onChange={(event) => intents.setNotes(question.id, event.target.value)}
      />
    </Primitive.div>
  );
});
