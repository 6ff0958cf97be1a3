'use client';
import { forwardRef, type ComponentPropsWithoutRef } from 'react';
import { part } from '../anatomy.js';
import { useAsk } from '../context.js';
import { withAsker } from '../text/asker.js';

export interface AskUserPendingProps extends ComponentPropsWithoutRef<'div'> {}

/**
 * Stands for the questions while the first one is still being written.
 * Renders a `<div>`, hidden from assistive technology: the title says it, and the body is busy.
 */
export const Pending = forwardRef<HTMLDivElement, AskUserPendingProps>(function Pending({ children, ...props }, ref) {
  return (
    <div {...part('pending')} aria-hidden="true" {...props} ref={ref}>
      {children ?? LINES}
    </div>
  );
});

const LINES = [0, 1, 2].map((line) => <div {...part('pending-line')} key={line} />);

/** Why nothing can be submitted yet: there is more to come. */
export function MoreComing() {
  const { store, ids, messages } = useAsk();
  return (
    <p {...part('hint')} id={ids('pending')}>
      {withAsker(messages.preparing, store.getState().request.asker ?? messages.asker)}
    </p>
  );
}
