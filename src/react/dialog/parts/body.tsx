'use client';
import { Primitive } from '@radix-ui/react-primitive';
import { forwardRef, useImperativeHandle, type ComponentPropsWithoutRef } from 'react';
import { part } from '../anatomy.js';
import { useAsk, useIsCollapsed } from '../context.js';
import { useFlowValue } from '../../flow/use-flow-value.js';

/** Props of `AskUser.Body`. */
export interface AskUserBodyProps extends ComponentPropsWithoutRef<typeof Primitive.div> {}

/**
 * Renders a `<div>` with the content that a confirmation covers. It is inert while a confirmation is open and hidden
 * while the card renders as one line. Place it inside `AskUser.Card`.
 */
export const Body = forwardRef<HTMLDivElement, AskUserBodyProps>(function Body(props, ref) {
  const ask = useAsk();
  const { store, body } = ask;
  const collapsed = useIsCollapsed(ask);
  const busy = useFlowValue(store, ({ phase, drafts }) => phase === 'submitting' || drafts.length === 0);
  useImperativeHandle(ref, () => body.current!, [body]);
  // `aria-busy` on the card itself could silence its live regions. Hidden content stays mounted, so that text, caret
  // and undo history are kept.
  return <Primitive.div {...part('body')} aria-busy={busy || undefined} hidden={collapsed} {...props} ref={body} />;
});
