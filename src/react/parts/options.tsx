'use client';
import * as RadioGroup from '@radix-ui/react-radio-group';
import { forwardRef, type ComponentPropsWithoutRef, type ReactNode } from 'react';
import { takesOther } from '../../core/flow/selectors.js';
import type { OptionRef } from '../../core/flow/types.js';
import { part } from '../anatomy.js';
import { useAskQuestion } from '../context.js';
import { useProblem } from '../hooks/use-draft.js';
import { showAgain } from '../hide-from-radix.js';
import { promptHint } from '../problem-text.js';
import { Option } from './option.js';

export interface AskUserOptionsProps extends Omit<
  ComponentPropsWithoutRef<'div'>,
  'children' | 'dir' | 'defaultValue'
> {
  /** Draws one option; `'other'` comes last, wherever a free answer is possible. @default `<AskUser.Option>` */
  children?: (option: OptionRef) => ReactNode;
}

const drawOption = (option: OptionRef) => <Option key={option} option={option} />;

/**
 * The choices of a question, Other last.
 * Renders a `<div role="radiogroup">`, or `role="group"` where several can be chosen.
 */
export const Options = forwardRef<HTMLDivElement, AskUserOptionsProps>(function Options({ children, ...props }, ref) {
  const ask = useAskQuestion();
  const { ids, dir, messages, question, index } = ask;
  const { options, multiSelect } = question;
  const problem = useProblem(ask);
  const missing = problem !== undefined;
  // Once is enough where the problem says what the hint does.
  const hint = problem === promptHint(messages, question) ? '' : `${ids('hint', index)} `;
  const draw = children ?? drawOption;
  const shared = {
    ...part('options'),
    'aria-labelledby': ids('text', index),
    'aria-describedby': missing ? hint + ids('problem', index) : ids('hint', index),
    ...props,
    ref,
  };
  const content = (
    <>
      {options.map((_, position) => draw(position))}
      {takesOther(question) && draw('other')}
    </>
  );
  if (multiSelect)
    return (
      <div role="group" data-multi="" {...shared}>
        {content}
      </div>
    );
  return (
    <RadioGroup.Root
      aria-invalid={missing || undefined}
      // The radios know what is selected, and which of them is the tab stop.
      tabIndex={undefined}
      {...shared}
      onFocus={showAgain(props.onFocus)}
      onMouseDown={showAgain(props.onMouseDown)}
      onClick={showAgain(props.onClick)}
      value={null}
      asChild
    >
      {/* Radix writes `ltr` unless it is told otherwise. */}
      <div dir={dir}>{content}</div>
    </RadioGroup.Root>
  );
});
