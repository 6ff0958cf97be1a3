'use client';
import { Primitive } from '@radix-ui/react-primitive';
import { forwardRef, useImperativeHandle, type ComponentPropsWithoutRef } from 'react';
import { part } from '../anatomy.js';
import { useAskUserContext } from '../context.js';
import { useFlowValue } from '../hooks/use-flow-value.js';

export interface AskUserBodyProps extends ComponentPropsWithoutRef<typeof Primitive.div> {}

/**
 * Everything of the card that a confirmation covers; inert while one is open.
 * Renders a `<div>`.
 */
export const Body = forwardRef<HTMLDivElement, AskUserBodyProps>(function Body(props, ref) {
  const { store, body } = useAskUserContext('Body');
  const sending = useFlowValue(store, (state) => state.phase === 'submitting');
  useImperativeHandle(ref, () => body.current!, [body]);
  // Not on the card, whose live regions have to be heard meanwhile.
  return <Primitive.div {...part('body')} aria-busy={sending || undefined} {...props} ref={body} />;
});
