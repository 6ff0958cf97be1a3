'use client';
import { forwardRef, useImperativeHandle } from 'react';
import { part } from '../anatomy.js';
import { useAsk, useIsCollapsed } from '../context.js';
import { useFlowValue } from '../../flow/use-flow-value.js';
import { Slot, type SlotProps } from '../../radix/slot.js';

/** Props of `AskUser.Body`. */
export interface AskUserBodyProps extends SlotProps<'div'> {}

/**
 * Renders a `<div>` with the content that a confirmation covers. It is inert while a confirmation is open and hidden
 * while the card renders as one line. Place it inside `AskUser.Card`.
 */
export const Body = forwardRef<HTMLDivElement, AskUserBodyProps>(function Body({ asChild, ...props }, ref) {
  const Element = (asChild ? Slot : 'div') as 'div';
  const ask = useAsk();
  const { store, body } = ask;
  const collapsed = useIsCollapsed(ask);
  const busy = useFlowValue(store, ({ phase, drafts }) => phase === 'submitting' || drafts.length === 0);
  useImperativeHandle(ref, () => body.current!, [body]);
  // `aria-busy` on the card itself could silence its live regions. Hidden content stays mounted, so that text, caret
  // and undo history are kept.
  return <Element aria-busy={busy || undefined} hidden={collapsed} {...part('body', props)} ref={body} />;
});
