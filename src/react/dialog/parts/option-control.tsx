'use client';
import { forwardRef, type ComponentPropsWithoutRef, type Ref } from 'react';
import type { OptionRef } from '../../../core/flow/types.js';
import { part } from '../anatomy.js';
import { mergeProps, optionButtonProps, optionState } from '../../engine/props.js';
import { useAskQuestion } from '../context.js';
import { useFiltered } from '../use-draft.js';
import { Check, CheckProvider } from '../../radix/check.js';
import { Choice } from '../../radix/choice.js';
import { fromRadix } from '../../radix/from-radix.js';
import { descriptionOf, hintProps } from '../../text/option-display.js';
import { labelOf, withMark } from '../../../messages/labels.js';

/** Props of `AskUser.OptionControl`. */
export interface AskUserOptionControlProps extends Omit<
  ComponentPropsWithoutRef<'button'>,
  'value' | 'type' | 'defaultChecked'
> {
  /** Index in the question's options, or `'other'`. */
  option: OptionRef;
}

interface ControlButtonProps extends ComponentPropsWithoutRef<'button'> {
  option: OptionRef;
  /** Props and ref of the part. The other props, and the ref, are from Radix. */
  own: Omit<AskUserOptionControlProps, 'option'>;
  element: Ref<HTMLButtonElement>;
}

const ControlButton = forwardRef<HTMLButtonElement, ControlButtonProps>(function ControlButton(
  { option, own, element, ...radix },
  _,
) {
  const ask = useAskQuestion();
  const { ids, engine, messages, question, index } = ask;
  const state = useFiltered(ask, (draft, filter) => optionState(draft, option, filter));
  const label = labelOf(question, option, messages);
  const described = option === 'other' || descriptionOf(question, option);
  const { tabIndex, ...control } = optionButtonProps(engine, question, index, option, state);
  const ours = {
    // A badge shows the recommendation. The name keeps the whole label.
    ...(label.short !== undefined
      ? { 'aria-label': withMark(label, messages) }
      : { 'aria-labelledby': ids('label', index, option) }),
    ...(described && { 'aria-describedby': ids('description', index, option) }),
    ...hintProps(ask, question, index, option),
    ...control,
  };
  const controlled = {
    value: control.value,
    'aria-checked': control['aria-checked'],
    'data-state': state === 'checked' ? state : 'unchecked',
    ...(!question.multiSelect && { tabIndex }),
  };
  const merged = mergeProps(fromRadix(radix), mergeProps(ours, part('control', own)));
  return <button {...merged} {...controlled} ref={element} />;
});

/**
 * Renders a `<button>` with the role `radio`, or `checkbox` in a multi-select question. Must be inside
 * `AskUser.Options`.
 */
export const OptionControl = forwardRef<HTMLButtonElement, AskUserOptionControlProps>(function OptionControl(
  { option, ...own },
  ref,
) {
  const { question } = useAskQuestion();
  const button = <ControlButton option={option} own={own} element={ref} />;
  if (!question.multiSelect) return <Choice asChild>{button}</Choice>;
  return (
    <CheckProvider>
      <Check asChild>{button}</Check>
    </CheckProvider>
  );
});
