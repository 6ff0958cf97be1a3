'use client';
import { forwardRef, type ComponentPropsWithoutRef } from 'react';
import { offersAll, offersFilter } from '../../../core/flow/selectors.js';
import { useLater } from '../../lazy/later.js';
import { laterCard } from '../../lazy/later-card.js';
import { part } from '../anatomy.js';
import { useAskQuestion } from '../context.js';

/** Props of `AskUser.OptionTools`. */
export interface AskUserOptionToolsProps extends Omit<ComponentPropsWithoutRef<'div'>, 'children'> {}

/**
 * Renders a `<div>` with what helps in a long list: above 12 options, a field that filters them; above 5 options of a
 * multi-select question, buttons that select all options and clear the selection. Otherwise renders `null`. Place it
 * before `AskUser.Options`.
 */
export const OptionTools = forwardRef<HTMLDivElement, AskUserOptionToolsProps>(function OptionTools(props, ref) {
  const { question } = useAskQuestion();
  const filter = offersFilter(question);
  const all = offersAll(question);
  const needed = filter || all;
  const later = useLater(laterCard, needed);
  if (!needed) return null;
  return (
    <div
      data-filter={filter ? '' : undefined}
      data-all={all ? '' : undefined}
      {...part('option-tools', props)}
      ref={ref}
    >
      {later && <later.OptionToolsContent />}
    </div>
  );
});
