'use client';
import { type ComponentPropsWithoutRef, forwardRef, type ReactNode } from 'react';
import { allowsOther } from '../../../core/flow/selectors.js';
import type { OptionRef } from '../../../core/flow/types.js';
import { useAnswerIssueText } from '../use-draft.js';
import { promptHint } from '../../../messages/issue-text.js';
import { hasPreviews } from '../../text/option-display.js';
import { part } from '../anatomy.js';
import { useAskQuestion } from '../context.js';
import { Option } from './option.js';
import { ChoiceGroup } from '../../radix/choice.js';
import { Slot, type SlotProps } from '../../radix/slot.js';

/** Props of `AskUser.Options`. */
export interface AskUserOptionsProps extends Omit<
  ComponentPropsWithoutRef<'div'>,
  'children' | 'dir' | 'defaultValue'
> {
  /**
   * Function that renders one option. If the question has Other, it is called with `'other'` last. Defaults to
   * `<AskUser.Option>`.
   */
  children?: (option: OptionRef) => ReactNode;
}

const renderOption = (option: OptionRef) => <Option key={option} option={option} />;

/**
 * Renders a `<div role="radiogroup">` with the options of a question, Other last. In a multi-select question, the role
 * is `group`. Must be inside `AskUser.Question`.
 */
export const Options = forwardRef<HTMLDivElement, AskUserOptionsProps>(function Options({ children, ...props }, ref) {
  const ask = useAskQuestion();
  const { ids, dir, messages, question, index } = ask;
  const { options, multiSelect } = question;
  const issueText = useAnswerIssueText(ask);
  const missing = issueText !== undefined;
  const described = [
    // If the error is the same text as the hint, screen readers need it only once.
    issueText !== promptHint(messages, question) && ids('hint', index),
    missing && ids('answer-error', index),
  ];
  const render = children ?? renderOption;
  const shared = {
    'aria-labelledby': ids('text', index),
    'aria-describedby': described.filter(Boolean).join(' '),
    ...part('options', props),
    ref,
  };
  const content = (
    <>
      {options.map((_, position) => render(position))}
      {allowsOther(question) && render('other')}
    </>
  );
  if (multiSelect)
    return (
      <div role="group" data-multi="" {...shared}>
        {content}
      </div>
    );
  return (
    <ChoiceGroup aria-invalid={missing || undefined} {...shared} dir={dir}>
      {content}
    </ChoiceGroup>
  );
});

/** Props of `AskUser.OptionsArea`. */
export interface AskUserOptionsAreaProps extends SlotProps<'div'> {}

/**
 * Renders a `<div>` around the options and their preview, or only its `children` if no option has a preview. Must be
 * inside `AskUser.Question`.
 */
export const OptionsArea = forwardRef<HTMLDivElement, AskUserOptionsAreaProps>(function OptionsArea(
  { asChild, ...props },
  ref,
) {
  const Element = (asChild ? Slot : 'div') as 'div';
  const { question } = useAskQuestion();
  if (!hasPreviews(question)) return props.children;
  return <Element {...part('options-area', props)} ref={ref} />;
});
