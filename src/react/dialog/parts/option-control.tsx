'use client';
import { forwardRef, type ComponentPropsWithoutRef } from 'react';
import type { OptionRef } from '../../../core/flow/types.js';
import { part } from '../anatomy.js';
import { mergeProps, optionButtonProps, optionState } from '../../engine/props.js';
import { useAskQuestion } from '../context.js';
import { useDraft } from '../use-draft.js';
import { Check, CheckProvider } from '../../radix/check.js';
import { Choice, ChoiceProvider } from '../../radix/choice.js';
import { hideFromRadix } from '../../radix/events.js';
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
  const { ids, commands, messages, shortcuts, question, index } = ask;
  const state = useDraft(ask, (draft) => optionState(draft, option), 'selection');
  const checked = state === 'checked';
  const label = option === 'other' ? undefined : labelOf(question, option, messages);
  const described = option === 'other' || descriptionOf(question, option);
  const digit = digitFor(option);
  const { value, tabIndex, ...control } = optionButtonProps(commands, question, index, option, state);
  const ours = {
    // A badge shows the recommendation. The name keeps the whole label.
    ...(label?.short !== undefined ? { 'aria-label': label.name } : { 'aria-labelledby': ids('label', index, option) }),
    ...(described && { 'aria-describedby': ids('description', index, option) }),
    ...(previewOf(question, option) && { 'aria-details': ids('preview', index) }),
    ...(shortcuts && digit !== undefined && { 'aria-keyshortcuts': digit }),
    ...control,
  };
  const shared = { ...mergeProps(ours, part('control', props)), value };
  if (question.multiSelect)
    return (
      <CheckProvider value={value} checked={checked}>
        <Check {...shared} ref={ref} />
      </CheckProvider>
    );
  const radio = { 'aria-checked': checked, 'data-state': checked ? 'checked' : 'unchecked', tabIndex };
  return (
    <ChoiceProvider value={value}>
      <Choice {...hideFromRadix(shared)} {...radio} ref={ref} />
    </ChoiceProvider>
  );
});
