'use client';
import { forwardRef, type ComponentPropsWithoutRef } from 'react';
import { part } from '../anatomy.js';
import { useAskUserContext } from '../context.js';
import { useFlowValue } from '../hooks/use-flow-value.js';
import { Collapse } from './collapse.js';
import { Restored } from './restored.js';
import { withAsker } from '../text/asker.js';

export interface AskUserTitleProps extends ComponentPropsWithoutRef<'h3'> {}

/**
 * Who asks, and how much; beside it the button that folds the card. Below it, a notice if drafts were restored.
 * Renders a heading of the card's level.
 */
export const Title = forwardRef<HTMLHeadingElement, AskUserTitleProps>(function Title({ children, ...props }, ref) {
  const { store, ids, messages, headingLevel } = useAskUserContext('Title');
  const asker = useFlowValue(store, (state) => state.request.asker) ?? messages.asker;
  const count = useFlowValue(store, (state) => state.drafts.length);
  const Heading = `h${headingLevel}` as 'h3';
  return (
    <>
      <div {...part('header')}>
        <Heading {...part('title')} id={ids('title')} tabIndex={-1} {...props} ref={ref}>
          {children ?? withAsker(count ? messages.title(count) : messages.preparing, asker)}
        </Heading>
        <Collapse />
      </div>
      <Restored />
    </>
  );
});
