'use client';
import { forwardRef, memo, type ComponentPropsWithoutRef, type MouseEvent } from 'react';
import type { OptionRef } from '../../../core/flow/types.js';
import { part } from '../anatomy.js';
import { composeEventHandlers } from '../../flow/compose-event-handlers.js';
import { useAskQuestion } from '../context.js';
import { useFiltered } from '../use-draft.js';
import { OptionControl } from './option-control.js';
import { OptionDescription, OptionKey, OptionLabel } from './option-text.js';

/** Props of `AskUser.Option`. */
export interface AskUserOptionProps extends ComponentPropsWithoutRef<'label'> {
  /** Index in the question's options, or `'other'`. */
  option: OptionRef;
}

/** Renders a `<label>`, the clickable row of one option. Must be inside `AskUser.Options`. */
export const Option = memo(
  forwardRef<HTMLLabelElement, AskUserOptionProps>(function Option({ option, children, ...props }, ref) {
    const ask = useAskQuestion();
    const { engine, question, index } = ask;
    const isOther = option === 'other';
    const state = useFiltered(
      ask,
      ({ other }, filter) => (isOther ? other && 'open' : filter()?.hidden.has(option) && 'hidden'),
      isOther ? 'selection' : null,
    );
    // Some phones open the keyboard only if a tap on Other focuses its field synchronously.
    const onTap = (event: MouseEvent) => {
      // Space on the control is a click without `detail`, and leaves focus on it.
      if (!isOther || !event.detail) return;
      event.preventDefault();
      event.stopPropagation();
      engine.choose(index, option, true);
    };
    return (
      <label
        data-multi={question.multiSelect ? '' : undefined}
        data-other={isOther ? '' : undefined}
        data-open={state === 'open' ? '' : undefined}
        hidden={state === 'hidden'}
        {...part('option', props)}
        onClickCapture={composeEventHandlers(props.onClickCapture, onTap)}
        ref={ref}
      >
        {children ?? (
          <>
            <OptionControl option={option} />
            <OptionLabel option={option} />
            <OptionKey option={option} />
            <OptionDescription option={option} />
          </>
        )}
      </label>
    );
  }),
);
