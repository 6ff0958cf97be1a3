'use client';
import * as Checkbox from '@radix-ui/react-checkbox';
import * as RadioGroup from '@radix-ui/react-radio-group';
import { forwardRef, type ComponentPropsWithoutRef, type MouseEvent } from 'react';
import type { Draft, OptionRef } from '../../core/flow/types.js';
import { part } from '../anatomy.js';
import { chainAll } from '../chain.js';
import { useQuestionContext } from '../context.js';
import { useDraft } from '../hooks/use-draft.js';
import { hideFromRadix } from '../hide-from-radix.js';
import { descriptionOf, digitFor, previewOf } from '../option-facts.js';
import { labelOf } from '../text/labels.js';

export interface AskUserOptionControlProps extends Omit<
  ComponentPropsWithoutRef<'button'>,
  'value' | 'type' | 'defaultChecked'
> {
  option: OptionRef;
}

/**
 * What is checked: a radio, or a checkbox where several can be chosen.
 * Renders a `<button>`.
 */
export const OptionControl = forwardRef<HTMLButtonElement, AskUserOptionControlProps>(function OptionControl(
  { option, ...props },
  ref,
) {
  const { ids, intents, messages, shortcuts, question, index } = useQuestionContext('OptionControl');
  const label = option === 'other' ? undefined : labelOf(question, option, messages);
  const described = option === 'other' || descriptionOf(question, option);
  const digit = digitFor(option);
  const shared = {
    ...part('control'),
    id: ids('control', index, option),
    // The badge says it in one word; the name keeps the label as it was written.
    ...(label?.short !== undefined ? { 'aria-label': label.name } : { 'aria-labelledby': ids('label', index, option) }),
    ...(described && { 'aria-describedby': ids('description', index, option) }),
    ...(previewOf(question, option) && { 'aria-details': ids('preview', index) }),
    ...(shortcuts && digit !== undefined && { 'aria-keyshortcuts': digit }),
    ...props,
    ...chainAll(props, {
      onClick: ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
        // Safari does not focus a button that is clicked.
        currentTarget.focus({ preventScroll: true });
        // Not by Radix's change events: those come of a form's reset, too.
        intents.toggleOption(question.id, option);
      },
    }),
    value: String(option),
    ref,
  };
  return question.multiSelect ? <Check {...shared} option={option} /> : <Radio {...shared} option={option} />;
});

interface ControlProps extends ComponentPropsWithoutRef<typeof RadioGroup.Item> {
  option: OptionRef;
}

/**
 * Radix's radio in a group without a value. Radix would render every radio of the group twice for a choice; here the two
 * that change render, each by its own subscription.
 */
const Radio = forwardRef<HTMLButtonElement, ControlProps>(function Radio({ option, ...props }, ref) {
  const ask = useQuestionContext('OptionControl');
  // The first radio is the tab stop of a group in which nothing is selected.
  const state = useDraft(
    ask,
    (draft) =>
      isSelected(draft, option) ? 'checked' : option === 0 && !draft.other && draft.selected.length === 0 && 'first',
    'selection',
  );
  const checked = state === 'checked';
  return (
    <RadioGroup.Item
      {...props}
      {...chainAll(props, { onFocus: hideFromRadix, onMouseDown: hideFromRadix, onClick: hideFromRadix })}
      aria-checked={checked}
      data-state={checked ? 'checked' : 'unchecked'}
      tabIndex={state ? 0 : -1}
      ref={ref}
    />
  );
});

const Check = forwardRef<HTMLButtonElement, ControlProps>(function Check({ option, ...props }, ref) {
  const ask = useQuestionContext('OptionControl');
  const checked = useDraft(ask, (draft) => isSelected(draft, option), 'selection');
  return <Checkbox.Root {...props} checked={checked} ref={ref} />;
});

const isSelected = ({ other, selected }: Draft, option: OptionRef): boolean =>
  option === 'other' ? other : selected.includes(option);
