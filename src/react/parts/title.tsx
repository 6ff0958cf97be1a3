'use client';
import { forwardRef, useRef, type ComponentPropsWithoutRef } from 'react';
import { part } from '../anatomy.js';
import { answeredCount } from '../../core/flow/selectors.js';
import { useAsk } from '../context.js';
import { useFlowValue } from '../hooks/use-flow-value.js';
import { useIsomorphicLayoutEffect } from '../hooks/use-isomorphic-layout-effect.js';
import { Collapse } from './collapse.js';
import { Restored } from './restored.js';
import { withAsker } from '../text/asker.js';

export interface AskUserTitleProps extends ComponentPropsWithoutRef<'h3'> {}

/**
 * Who asks, and how much; beside it how many questions are answered, and the button that folds the card. Below it, a notice if drafts were restored.
 * Renders a heading of the card's level.
 */
export const Title = forwardRef<HTMLHeadingElement, AskUserTitleProps>(function Title({ children, ...props }, ref) {
  const { store, ids, messages, headingLevel } = useAsk();
  const asker = useFlowValue(store, (state) => state.request.asker) ?? messages.asker;
  const count = useFlowValue(store, (state) => state.drafts.length);
  const Heading = `h${headingLevel}` as 'h3';
  return (
    <>
      <div {...part('header')}>
        <Heading {...part('title')} id={ids('title')} tabIndex={-1} {...props} ref={ref}>
          {children ?? withAsker(count ? messages.title(count) : messages.preparing, asker)}
        </Heading>
        {count > 1 && <Progress />}
        <Collapse />
      </div>
      <Restored />
    </>
  );
});

/** How many questions are answered. Review says so by itself. An answer writes it into its element, so that nothing is drawn for it. */
function Progress() {
  const { store, messages } = useAsk();
  const shown = useFlowValue(store, ({ drafts, active }) => active < drafts.length);
  const element = useRef<HTMLParagraphElement>(null);
  const text = () => messages.answeredOf(answeredCount(store.getState()), store.getState().drafts.length);
  // After each render: there are few.
  useIsomorphicLayoutEffect(() => {
    const update = () => {
      // Into React's own text node, which it writes itself when it draws.
      const line = element.current?.firstChild;
      if (line) line.nodeValue = text();
    };
    update();
    return store.subscribe(update);
  });
  return (
    shown && (
      <p {...part('progress')} ref={element}>
        {text()}
      </p>
    )
  );
}
