'use client';
import { forwardRef } from 'react';
import { answeredCount, hasMany } from '../../../core/flow/selectors.js';
import { part } from '../anatomy.js';
import { useLater } from '../../lazy/later.js';
import { laterCard } from '../../lazy/later-card.js';
import { useAsk } from '../context.js';
import { useHasId } from '../id-set.js';
import { useFlowState, useFlowValue } from '../../flow/use-flow-value.js';
import { getEnteredTexts } from '../../text/entered.js';
import { EnteredTexts } from './copyable.js';
import { SubmitPartial } from './optional-actions.js';
import { headingProps, panelProps } from '../../engine/props.js';
import { Slot, type SlotProps } from '../../radix/slot.js';

/** Props of `AskUser.Review`. */
export interface AskUserReviewProps extends SlotProps<'div'> {}

/**
 * Renders a `<div>` with the questions and their answers: a tab panel, or a group if there are more than 8. Its content is mounted only while it is
 * shown. Place it inside `AskUser.Questions`.
 */
export const Review = forwardRef<HTMLDivElement, AskUserReviewProps>(function Review(
  { asChild, children, ...props },
  ref,
) {
  const Element = (asChild ? Slot : 'div') as 'div';
  const { store, ids, engine, ownTabs } = useAsk();
  const hasOwnTabs = useHasId(ownTabs);
  const many = useFlowValue(store, hasMany) && !hasOwnTabs;
  const count = useFlowValue(store, (state) => state.drafts.length);
  const shown = useFlowValue(store, (state) => state.active === state.drafts.length);
  return (
    <Element
      data-state={shown ? 'active' : 'inactive'}
      {...panelProps(engine, count, shown, many)}
      {...(many && { role: 'group', 'aria-labelledby': ids('heading', count) })}
      data-review=""
      tabIndex={0}
      {...part('panel', props)}
      hidden={!shown}
      ref={ref}
    >
      {shown && (children ?? <Summary />)}
    </Element>
  );
});

function Summary() {
  const { store, messages, headingLevel, engine } = useAsk();
  const total = useFlowValue(store, (state) => state.drafts.length);
  const answered = useFlowState(store, answeredCount);
  const later = useLater(laterCard);
  const Heading = `h${headingLevel + 1}` as 'h4';
  return (
    <>
      <div {...part('prompt')} data-line="">
        <Heading {...part('question')} {...headingProps(engine, total)}>
          {messages.reviewTitle}
        </Heading>
        <p {...part('hint')}>{messages.answeredOf(answered, total)}</p>
      </div>
      {later ? (
        <later.ReviewItems />
      ) : (
        later === null && <EnteredTexts texts={getEnteredTexts(store.getState(), messages).flat()} />
      )}
      <SubmitPartial />
    </>
  );
}
