'use client';
import * as Checkbox from '@radix-ui/react-checkbox';
import * as RadioGroup from '@radix-ui/react-radio-group';
import { forwardRef, useRef, type ComponentPropsWithoutRef, type FocusEvent, type MouseEvent } from 'react';
import type { OptionRef } from '../../core/flow/types.js';
import { part } from '../anatomy.js';
import { chainAll } from '../chain.js';
import { useQuestionContext } from '../context.js';
import { useDraft } from '../hooks/use-draft.js';
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
  const focusing = useRef<Event>(null);
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
      onFocus: (event: FocusEvent) => {
        focusing.current = event.nativeEvent;
      },
      onClick: (event: MouseEvent<HTMLButtonElement>) => {
        // Radix clicks a radio that gets the focus while an arrow is down, wherever that was pressed: nobody chose it.
        if (focusing.current?.eventPhase) event.preventDefault();
        else {
          // Safari does not focus a button that is clicked.
          event.currentTarget.focus({ preventScroll: true });
          // Not by Radix's change events: those come of a form's reset, too.
          intents.toggleOption(question.id, option);
        }
      },
    }),
    value: String(option),
    ref,
  };
  return question.multiSelect ? <Check {...shared} option={option} /> : <RadioGroup.Item {...shared} />;
});

const Check = forwardRef<HTMLButtonElement, ComponentPropsWithoutRef<typeof Checkbox.Root> & { option: OptionRef }>(
  function Check({ option, ...props }, ref) {
    const ask = useQuestionContext('OptionControl');
    const checked = useDraft(
      ask,
      ({ other, selected }) => (option === 'other' ? other : selected.includes(option)),
      'selection',
    );
    return <Checkbox.Root {...props} checked={checked} ref={ref} />;
  },
);
