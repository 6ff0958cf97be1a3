'use client';
import { forwardRef, type ComponentPropsWithoutRef, type ReactNode } from 'react';
import { part } from '../anatomy.js';
import { useAskUserContext } from '../context.js';
import { useFlowValue } from '../hooks/use-flow-value.js';

export interface AskUserTitleProps extends ComponentPropsWithoutRef<'h3'> {}

/** A sentence with the asker's name in it, the name in an element of its own. */
export function withAsker(sentence: string, asker: string): ReactNode {
  const [before, ...after] = sentence.split('{asker}');
  if (after.length === 0) return sentence;
  return (
    <>
      {before}
      <bdi {...part('asker')}>{asker}</bdi>
      {after.join(asker)}
    </>
  );
}

/**
 * Who asks, and how much.
 * Renders a heading of the card's level.
 */
export const Title = forwardRef<HTMLHeadingElement, AskUserTitleProps>(function Title({ children, ...props }, ref) {
  const { store, ids, messages, headingLevel } = useAskUserContext('Title');
  const asker = useFlowValue(store, (state) => state.request.asker) ?? messages.asker;
  const count = useFlowValue(store, (state) => state.drafts.length);
  const Heading = `h${headingLevel}` as 'h3';
  return (
    <div {...part('header')}>
      <Heading {...part('title')} id={ids('title')} tabIndex={-1} {...props} ref={ref}>
        {children ?? withAsker(messages.title(count), asker)}
      </Heading>
    </div>
  );
});
