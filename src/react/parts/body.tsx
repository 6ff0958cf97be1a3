'use client';
import { Primitive } from '@radix-ui/react-primitive';
import { forwardRef, useImperativeHandle, type ComponentPropsWithoutRef } from 'react';
import { part } from '../anatomy.js';
import { useAsk } from '../context.js';
import { useFlowValue } from '../hooks/use-flow-value.js';
import { useFolded } from '../hooks/use-folded.js';

export interface AskUserBodyProps extends ComponentPropsWithoutRef<typeof Primitive.div> {}

/**
 * Everything of the card that a confirmation covers; inert while one is open, hidden while the card is folded.
 * Renders a `<div>`.
 */
export const Body = forwardRef<HTMLDivElement, AskUserBodyProps>(function Body(props, ref) {
  const ask = useAsk();
  const { store, body } = ask;
  const folded = useFolded(ask);
  const busy = useFlowValue(store, ({ phase, drafts }) => phase === 'submitting' || drafts.length === 0);
  useImperativeHandle(ref, () => body.current!, [body]);
  // Not on the card, whose live regions have to be heard meanwhile.
  // Folded it stays, hidden, so that nothing entered, no caret and no undo history is lost.
  return <Primitive.div {...part('body')} aria-busy={busy || undefined} hidden={folded} {...props} ref={body} />;
});
