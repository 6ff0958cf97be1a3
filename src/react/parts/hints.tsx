'use client';
import { forwardRef, type ComponentPropsWithoutRef } from 'react';
import { part } from '../anatomy.js';
import { useLaterChunk } from '../chunks.js';
import { useAsk } from '../context.js';
import { useFlowValue } from '../hooks/use-flow-value.js';

export interface AskUserHintsProps extends ComponentPropsWithoutRef<'p'> {}

/**
 * The keys that work from where the focus is, for those who can see them; everyone else finds roles and names. While the
 * focus is elsewhere, those of the first control, and quieter.
 * Renders a `<p>`.
 */
export const Hints = forwardRef<HTMLParagraphElement, AskUserHintsProps>(function Hints(props, ref) {
  const { store } = useAsk();
  const sending = useFlowValue(store, (state) => state.phase === 'submitting');
  const later = useLaterChunk(true);
  return (
    <p {...part('hints')} aria-hidden="true" {...props} ref={ref}>
      {!sending && (props.children ?? (later && <later.HintKeys />))}
    </p>
  );
});
