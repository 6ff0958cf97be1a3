'use client';
import * as Checkbox from '@radix-ui/react-checkbox';
import * as RadioGroup from '@radix-ui/react-radio-group';
import { forwardRef, type ComponentPropsWithoutRef, type MouseEvent } from 'react';
import type { Draft, OptionRef } from '../../core/flow/types.js';
import { part } from '../anatomy.js';
import { chain, chainAll } from '../chain.js';
import { useAskQuestion } from '../context.js';
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
  const ask = useAskQuestion();
  const { ids, intents, controls, messages, shortcuts, question, index } = ask;
  const state = useDraft(ask, (draft) => stateOf(draft, option), 'selection');
  const checked = state === 'checked';
  const label = option === 'other' ? undefined : labelOf(question, option, messages);
  const described = option === 'other' || descriptionOf(question, option);
  const digit = digitFor(option);
  const onClick = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    // Safari does not focus a button that is clicked.
    currentTarget.focus({ preventScroll: true });
    // Not by Radix's change events: those come of a form's reset, too.
    intents.toggleOption(question.id, option);
    controls.advance(index, option);
  };
  const shared = {
    ...part('control'),
    id: ids('control', index, option),
    // The badge says it in one word; the name keeps the label as it was written.
    ...(label?.short !== undefined ? { 'aria-label': label.name } : { 'aria-labelledby': ids('label', index, option) }),
    ...(described && { 'aria-describedby': ids('description', index, option) }),
    ...(previewOf(question, option) && { 'aria-details': ids('preview', index) }),
    ...(shortcuts && digit !== undefined && { 'aria-keyshortcuts': digit }),
    ...props,
    onClick: chain(props.onClick, onClick),
    value: String(option),
  };
  if (question.multiSelect) return <Checkbox.Root {...shared} checked={checked} ref={ref} />;
  return (
    // In a group without a value: of its own accord Radix would render each radio twice for a choice. Here only those
    // render that change.
    <RadioGroup.Item
      {...shared}
      {...chainAll(shared, { onFocus: hideFromRadix, onMouseDown: hideFromRadix, onClick: hideFromRadix })}
      aria-checked={checked}
      data-state={checked ? 'checked' : 'unchecked'}
      tabIndex={state ? 0 : -1}
      ref={ref}
    />
  );
});

/** The first radio is the tab stop of a group in which nothing is selected. */
const stateOf = ({ other, selected }: Draft, option: OptionRef): 'checked' | 'first' | undefined => {
  if (option === 'other' ? other : selected.includes(option)) return 'checked';
  return option === 0 && !other && selected.length === 0 ? 'first' : undefined;
};
