'use client';
import { forwardRef, type ComponentPropsWithoutRef } from 'react';
import { isBlank } from '../../../core/guards.js';
import type { OptionRef } from '../../../core/flow/types.js';
import { part } from '../anatomy.js';
import { useAskQuestion } from '../context.js';
import { useDraft } from '../use-draft.js';
import { descriptionOf, digitFor } from '../../text/option-display.js';
import { labelOf, shownText } from '../../../messages/labels.js';

/** Props of `AskUser.OptionLabel` and `AskUser.OptionDescription`. */
export interface AskUserOptionTextProps extends ComponentPropsWithoutRef<'bdi'> {
  /** Index in the question's options, or `'other'`. */
  option: OptionRef;
}

/**
 * Renders a `<bdi>` with the option's label. A badge takes the place of a suffix "(Recommended)". For Other, renders a
 * `<span>`. Must be inside `AskUser.Question`.
 */
export const OptionLabel = forwardRef<HTMLElement, AskUserOptionTextProps>(function OptionLabel(
  { option, ...props },
  ref,
) {
  const { ids, messages, question, index } = useAskQuestion();
  const shared = { id: ids('label', index, option), ...part('label', props), ref };
  if (option === 'other') return <span {...shared}>{messages.other}</span>;
  const { name, short } = labelOf(question, option, messages);
  if (short === undefined) return <bdi {...shared}>{name}</bdi>;
  return (
    <bdi {...shared}>
      <span>{`${short} `}</span>
      <span {...part('badge')}>{messages.recommended}</span>
    </bdi>
  );
});

/**
 * Renders a `<bdi>` with the option's description, or `null` if it has none. For Other, shows the beginning of the text
 * that is kept while Other is not selected. Without such a text, it contains a hint for screen readers only. Must be
 * inside `AskUser.Question`.
 */
export const OptionDescription = forwardRef<HTMLElement, AskUserOptionTextProps>(function OptionDescription(
  { option, ...props },
  ref,
) {
  const ask = useAskQuestion();
  const { ids, messages, question, index } = ask;
  const hiddenText = useDraft(
    ask,
    ({ other, custom }) => option === 'other' && !other && beginningOf(shownText(question, custom)),
    option === 'other' ? undefined : null,
  );
  const shown = option === 'other' ? hiddenText : descriptionOf(question, option);
  const text = shown || (option === 'other' && messages.otherHint);
  if (!text) return null;
  return (
    <bdi
      id={ids('description', index, option)}
      translate={hiddenText ? 'no' : undefined}
      {...part(shown ? 'description' : 'hidden', props)}
      ref={ref}
    >
      {text}
    </bdi>
  );
});

/** Returns the beginning of a text, because browsers would lay out all of a long one. */
function beginningOf(text: string): string {
  if (isBlank(text)) return '';
  return text.length > SHOWN ? `${text.slice(0, SHOWN).replace(/[\ud800-\udbff]$/, '')}…` : text;
}

const SHOWN = 300;

/** Props of `AskUser.OptionKey`. */
export interface AskUserOptionKeyProps extends ComponentPropsWithoutRef<'kbd'> {
  /** Index in the question's options, or `'other'`. */
  option: OptionRef;
}

/**
 * Renders a `<kbd>` with the number key of the option. Renders `null` if the option has no such key, or if `shortcuts`
 * is off. Must be inside `AskUser.Question`.
 */
export const OptionKey = forwardRef<HTMLElement, AskUserOptionKeyProps>(function OptionKey({ option, ...props }, ref) {
  const { shortcuts } = useAskQuestion();
  const digit = digitFor(option);
  if (!shortcuts || digit === undefined) return null;
  return (
    <kbd aria-hidden="true" translate="no" {...part('key', props)} ref={ref}>
      {digit}
    </kbd>
  );
});
