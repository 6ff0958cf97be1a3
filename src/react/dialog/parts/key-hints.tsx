'use client';
import { forwardRef, type ComponentPropsWithoutRef } from 'react';
import { part } from '../anatomy.js';
import { useLater } from '../../lazy/later.js';
import { laterCard } from '../../lazy/later-card.js';
import { useAsk } from '../context.js';
import { useFlowValue } from '../../flow/use-flow-value.js';

/** Props of `AskUser.KeyHints`. */
export interface AskUserKeyHintsProps extends ComponentPropsWithoutRef<'p'> {}

/** Renders a `<p>` with hints for keys, hidden from assistive technology. Place it inside `AskUser.Card`. */
export const KeyHints = forwardRef<HTMLParagraphElement, AskUserKeyHintsProps>(function KeyHints(props, ref) {
  const { store } = useAsk();
  const sending = useFlowValue(store, (state) => state.phase === 'submitting');
  const later = useLater(laterCard);
  return (
    <p aria-hidden="true" {...part('key-hints', props)} ref={ref}>
      {!sending && (props.children ?? (later && <later.HintKeys />))}
    </p>
  );
});
