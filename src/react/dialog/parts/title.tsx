'use client';
import { forwardRef, useRef, type ComponentPropsWithoutRef } from 'react';
import { part } from '../anatomy.js';
import { agentWaits, answeredCount, hasMany } from '../../../core/flow/selectors.js';
import { useAsk } from '../context.js';
import { keyKind } from '../../engine/props.js';
import { useFlowValue } from '../../flow/use-flow-value.js';
import { useIsomorphicLayoutEffect } from '../../flow/use-isomorphic-layout-effect.js';
import { aheadLine, Collapse } from './collapse.js';
import { Earlier } from './earlier.js';
import { withAsker } from '../../text/asker.js';

/** Props of `AskUser.Title`. */
export interface AskUserTitleProps extends ComponentPropsWithoutRef<'h3'> {}

/**
 * Renders a heading with the asker and the number of questions. Next to it are the progress and the button that
 * collapses the card; below it is the offer of earlier answers. The first request of a card has it, and a notice of restored
 * drafts, below the buttons. Place it inside `AskUser.Card`.
 */
export const Title = forwardRef<HTMLHeadingElement, AskUserTitleProps>(function Title({ children, ...props }, ref) {
  const { store, ids, messages, headingLevel, roundNumber, answeredBefore } = useAsk();
  const count = useFlowValue(store, (state) => state.drafts.length);
  const waits = useFlowValue(store, agentWaits);
  const Heading = `h${headingLevel}` as 'h3';
  const title = withAsker(count ? messages.title(count) : messages.preparing, messages);
  return (
    <>
      <div {...part('header')}>
        <Heading {...keyKind('heading')} id={ids('title')} tabIndex={-1} {...part('title', props)} ref={ref}>
          {children ??
            (roundNumber > 1 ? (
              <>
                <span>{title}</span>
                <span {...part('round')}>{` · ${messages.round(roundNumber, answeredBefore)}`}</span>
              </>
            ) : (
              title
            ))}
        </Heading>
        {count > 1 && !hasMany(store.getState()) && <Progress />}
        <Collapse />
      </div>
      {!waits && aheadLine(messages)}
      <Earlier />
    </>
  );
});

/** An answer updates the text without a render. Review shows the number itself. */
function Progress() {
  const { store, messages } = useAsk();
  const shown = useFlowValue(store, ({ drafts, active }) => active < drafts.length);
  const element = useRef<HTMLSpanElement>(null);
  const text = () => messages.answeredOf(answeredCount(store.getState()), store.getState().drafts.length);
  const rendered = text();
  useIsomorphicLayoutEffect(() => {
    let written = rendered;
    const update = () => {
      const now = text();
      // Do not compare with the DOM: the browser may have translated the text.
      if (element.current && now !== written) element.current.textContent = written = now;
    };
    update();
    return store.subscribe(update);
  });
  return (
    shown && (
      <p {...part('progress')}>
        <span ref={element}>{rendered}</span>
      </p>
    )
  );
}
