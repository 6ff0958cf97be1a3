'use client';
import { forwardRef, type ComponentPropsWithoutRef } from 'react';
import { isBlank } from '../../core/guards.js';
import type { OptionRef } from '../../core/flow/types.js';
import { part } from '../anatomy.js';
import { useQuestionContext } from '../context.js';
import { useDraft } from '../hooks/use-draft.js';
import { digitFor, withoutRecommended } from '../option-facts.js';

export interface AskUserOptionTextProps extends ComponentPropsWithoutRef<'bdi'> {
  option: OptionRef;
}

/** Renders a `<bdi>`, with a badge where the agent recommends the option. */
export const OptionLabel = forwardRef<HTMLElement, AskUserOptionTextProps>(function OptionLabel(
  { option, ...props },
  ref,
) {
  const { ids, messages, question, index } = useQuestionContext('OptionLabel');
  const own = { ...part('label'), id: ids('label', index, option), ...props, ref };
  if (option === 'other') return <span {...own}>{messages.other}</span>;
  const label = question.options[option]?.label ?? '';
  if (isBlank(label)) return <span {...own}>{messages.noLabel(option + 1)}</span>;
  const short = withoutRecommended(label);
  if (short === undefined) return <bdi {...own}>{label}</bdi>;
  return (
    <bdi {...own}>
      {short} <span {...part('badge')}>{messages.recommended}</span>
    </bdi>
  );
});

/** Other's own line shows the text that is kept while another option is chosen. Renders a `<bdi>`, or nothing. */
export const OptionDescription = forwardRef<HTMLElement, AskUserOptionTextProps>(function OptionDescription(
  { option, ...props },
  ref,
) {
  const ask = useQuestionContext('OptionDescription');
  const { ids, messages, question, index } = ask;
  const kept = useDraft(ask, ({ other, custom }) => option === 'other' && !other && !isBlank(custom) && custom);
  const text = option === 'other' ? kept || messages.otherHint : question.options[option]?.description;
  if (!text) return null;
  return (
    <bdi {...part('description')} id={ids('description', index, option)} {...props} ref={ref}>
      {text}
    </bdi>
  );
});

export interface AskUserOptionKeyProps extends ComponentPropsWithoutRef<'kbd'> {
  option: OptionRef;
}

/** The number key that chooses the option. Renders a `<kbd>`, or nothing. */
export const OptionKey = forwardRef<HTMLElement, AskUserOptionKeyProps>(function OptionKey({ option, ...props }, ref) {
  const { shortcuts } = useQuestionContext('OptionKey');
  const digit = digitFor(option);
  if (!shortcuts || digit === undefined) return null;
  return (
    <kbd {...part('key')} aria-hidden="true" {...props} ref={ref}>
      {digit}
    </kbd>
  );
});
