'use client';
import { forwardRef, type ComponentPropsWithoutRef } from 'react';
import { part } from '../anatomy.js';
import { useAsk } from '../context.js';
import { withAsker } from '../../text/asker.js';

/** Props of `AskUser.Skeleton`. */
export interface AskUserSkeletonProps extends ComponentPropsWithoutRef<'div'> {}

/**
 * Renders a `<div>`, a placeholder while the model is writing the first question. Hidden from assistive technology.
 * Place it inside `AskUser.Questions`.
 */
export const Skeleton = forwardRef<HTMLDivElement, AskUserSkeletonProps>(function Skeleton(
  { children, ...props },
  ref,
) {
  return (
    <div aria-hidden="true" {...part('skeleton', props)} ref={ref}>
      {children ?? LINES}
    </div>
  );
});

const LINES = [0, 1, 2].map((line) => <div key={line} {...part('skeleton-line')} />);

export function MoreComing() {
  const { ids, messages } = useAsk();
  return (
    <p {...part('hint')} id={ids('skeleton')}>
      {withAsker(messages.preparing, messages)}
    </p>
  );
}
