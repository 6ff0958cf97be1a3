'use client';
import { Primitive } from '@radix-ui/react-primitive';
import { forwardRef, useCallback, type ComponentPropsWithoutRef } from 'react';
import { part } from '../anatomy.js';
import { useAskUserContext } from '../context.js';

export interface AskUserBodyProps extends ComponentPropsWithoutRef<typeof Primitive.div> {}

/**
 * Everything of the card that a confirmation covers; inert while one is open.
 * Renders a `<div>`.
 */
export const Body = forwardRef<HTMLDivElement, AskUserBodyProps>(function Body(props, ref) {
  const { body } = useAskUserContext('Body');
  const setRef = useCallback(
    (element: HTMLDivElement | null) => {
      body.current = element;
      if (typeof ref === 'function') ref(element);
      else if (ref) ref.current = element;
    },
    [body, ref],
  );
  return <Primitive.div {...part('body')} {...props} ref={setRef} />;
});
