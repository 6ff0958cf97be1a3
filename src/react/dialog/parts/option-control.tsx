'use client';
import { forwardRef, type ComponentPropsWithoutRef, type MouseEvent } from 'react';
import type { Draft, OptionRef } from '../../../core/flow/types.js';
import { part } from '../anatomy.js';
import { composeEventHandlers } from '../../flow/compose-event-handlers.js';
import { useAskQuestion } from '../context.js';
import { useDraft } from '../../flow/use-draft.js';
import { Check } from '../../radix/check.js';
import { Choice } from '../../radix/choice.js';
import { descriptionOf, digitFor, previewOf } from '../../text/option-display.js';
import { labelOf } from '../../../messages/labels.js';

/** Props of `AskUser.OptionControl`. */
export interface AskUserOptionControlProps extends Omit<
  ComponentPropsWithoutRef<'button'>,
  'value' | 'type' | 'defaultChecked'
> {
  /** Index in the question's options, or `'other'`. */
  option: OptionRef;
}

/**
 * Renders a `<button>` with the role `radio`, or `checkbox` in a multi-select question. Must be inside
 * `AskUser.Options`.
 */
export const OptionControl = forwardRef<HTMLButtonElement, AskUserOptionControlProps>(function OptionControl(
  { option, ...props },
  ref,
) {
  const ask = useAskQuestion();
  const { ids, intents, commands, messages, shortcuts, question, index } = ask;
  const state = useDraft(ask, (draft) => stateOf(draft, option), 'selection');
  const checked = state === 'checked';
  const label = option === 'other' ? undefined : labelOf(question, option, messages);
  const described = option === 'other' || descriptionOf(question, option);
  const digit = digitFor(option);
  const onClick = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    // Safari does not focus a button on click.
    currentTarget.focus({ preventScroll: true });
    intents.toggleOption(question.id, option);
    commands.advance(index, option);
  };
  const shared = {
    id: ids('control', index, option),
    // A badge shows the recommendation. The name keeps the whole label.
    ...(label?.short !== undefined ? { 'aria-label': label.name } : { 'aria-labelledby': ids('label', index, option) }),
    ...(described && { 'aria-describedby': ids('description', index, option) }),
    ...(previewOf(question, option) && { 'aria-details': ids('preview', index) }),
    ...(shortcuts && digit !== undefined && { 'aria-keyshortcuts': digit }),
    ...part('control', props),
    onClick: composeEventHandlers(props.onClick, onClick),
    value: String(option),
  };
  if (question.multiSelect) return <Check {...shared} checked={checked} ref={ref} />;
  return (
    <Choice
      {...shared}
      aria-checked={checked}
      data-state={checked ? 'checked' : 'unchecked'}
      tabIndex={state ? 0 : -1}
      ref={ref}
    />
  );
});

/** Without a selection, the first radio is the tab stop. */
const stateOf = ({ other, selected }: Draft, option: OptionRef): 'checked' | 'first' | undefined => {
  if (option === 'other' ? other : selected.includes(option)) return 'checked';
  return option === 0 && !other && selected.length === 0 ? 'first' : undefined;
};
