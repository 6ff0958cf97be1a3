'use client';
import { forwardRef, memo, useRef, type ComponentPropsWithoutRef } from 'react';
import { EMPTY_DRAFT } from '../../../core/flow/empty-draft.js';
import { answeredCount, hasMany, questionStatus } from '../../../core/flow/selectors.js';
import { part } from '../anatomy.js';
import { mergeProps, tabProps } from '../../engine/props.js';
import { useAsk, type AskUserContextValue } from '../context.js';
import { useFlowState, useFlowValue } from '../../flow/use-flow-value.js';
import { useIsomorphicLayoutEffect } from '../../flow/use-isomorphic-layout-effect.js';
import type { SlotProps } from '../../radix/slot.js';
import { fromRadix } from '../../radix/from-radix.js';
import { TabsList, TabsTab } from '../../radix/tabs.js';
import { headerText } from '../../../messages/labels.js';
import { ListButton } from './list-button.js';

/** Props of `AskUser.TabList`. */
export interface AskUserTabListProps extends SlotProps<'div'> {}

/**
 * Renders a `<div role="tablist">` with one tab per question and Review last. If there are more than 8 questions and no
 * children, renders a button that opens a list of them, and a button that goes to the next unanswered one. Must be inside
 * `AskUser.Questions`.
 */
export const TabList = forwardRef<HTMLDivElement, AskUserTabListProps>(function TabList({ children, ...props }, ref) {
  const { store, messages } = useAsk();
  const questions = useFlowValue(store, (state) => state.request.questions);
  if (!children && hasMany(store.getState())) return <ListButton {...props} ref={ref} />;
  return (
    <TabsList aria-label={messages.tabs} {...part('tab-list', props)} ref={ref}>
      {children ?? (
        <>
          {questions.map(({ id }, index) => (
            <Tab key={id} index={index} />
          ))}
          <ReviewTab />
        </>
      )}
    </TabsList>
  );
});

/** Props of `AskUser.Tab`. */
export interface AskUserTabProps extends Omit<ComponentPropsWithoutRef<'button'>, 'value'> {
  /** Index of the question in the request. */
  index: number;
}

/** Props of the `<button>` of a tab. `own` are those of the part; the others are from Radix. */
interface TabButtonProps extends ComponentPropsWithoutRef<'button'> {
  index: number;
  own: ComponentPropsWithoutRef<'button'>;
}

const TabButton = forwardRef<HTMLButtonElement, TabButtonProps>(function TabButton(
  { index, own: { children, ...own }, ...radix },
  ref,
) {
  const ask = useAsk();
  const { store, messages } = ask;
  const question = useFlowValue(store, (state) => state.request.questions[index]);
  const state = useFlowValue(
    store,
    ({ drafts, missing }) =>
      question && questionStatus(question, drafts[index] ?? EMPTY_DRAFT, missing.includes(index)),
    question?.id,
  );
  const tab = useTab(ask, index, own, radix);
  const name = (question && headerText(question)) || messages.tab(index + 1);
  return (
    <button
      // Hidden text would be read with a space before the comma. If the host passes `children`, they name the tab.
      aria-label={children || !state ? undefined : messages.tabState(name, messages[state])}
      data-answered={state === 'answered' ? '' : undefined}
      data-missing={state === 'missing' || state === 'invalid' ? '' : undefined}
      {...tab}
      ref={ref}
    >
      <bdi>{children ?? name}</bdi>
      {children && state && <span {...part('hidden')}>{messages.tabState('', messages[state])}</span>}
    </button>
  );
});

/**
 * Renders a `<button role="tab">` with the question's header, or else its number. Its accessible name includes whether
 * the question is answered or skipped, or marked as missing or invalid. Must be inside `AskUser.TabList`.
 */
export const Tab = memo(
  forwardRef<HTMLButtonElement, AskUserTabProps>(function Tab({ index, ...own }, ref) {
    // Outside of the card, this error says more than that of Radix.
    useAsk();
    return (
      <TabsTab asChild disabled value={String(index)} ref={ref}>
        <TabButton index={index} own={own} />
      </TabsTab>
    );
  }),
);

/** Props of `AskUser.ReviewTab`. */
export interface AskUserReviewTabProps extends Omit<ComponentPropsWithoutRef<'button'>, 'value'> {}

const ReviewTabButton = forwardRef<HTMLButtonElement, TabButtonProps>(function ReviewTabButton(
  { index: count, own: { children, ...own }, ...radix },
  ref,
) {
  const ask = useAsk();
  const { store, messages } = ask;
  const answered = useFlowState(store, answeredCount);
  const tab = useTab(ask, count, own, radix);
  const state = messages.answeredOf(answered, count);
  return (
    <button
      data-review=""
      data-answered={count > 0 && answered === count ? '' : undefined}
      aria-label={children ? undefined : messages.tabState(messages.review, state)}
      {...tab}
      ref={ref}
    >
      <bdi>{children ?? messages.review}</bdi>
      {children && <span {...part('hidden')}>{messages.tabState('', state)}</span>}
    </button>
  );
});

/** Renders the last `<button role="tab">`, which shows Review. Must be inside `AskUser.TabList`. */
export const ReviewTab = memo(
  forwardRef<HTMLButtonElement, AskUserReviewTabProps>(function ReviewTab(own, ref) {
    const count = useFlowValue(useAsk().store, (state) => state.drafts.length);
    return (
      <TabsTab asChild disabled value={String(count)} ref={ref}>
        <ReviewTabButton index={count} own={own} />
      </TabsTab>
    );
  }),
);

function useTab(
  ask: AskUserContextValue,
  index: number,
  own: ComponentPropsWithoutRef<'button'>,
  radix: ComponentPropsWithoutRef<'button'>,
) {
  const { store, ids, card, engine } = ask;
  const shown = useFlowValue(store, ({ active }) => active === index);
  const before = useRef(shown);
  useIsomorphicLayoutEffect(() => {
    if (shown === before.current) return;
    before.current = shown;
    // If the strip of tabs scrolls, the shown tab must be visible.
    const element = shown && card.current?.querySelector(`[id="${ids('tab', index)}"]`);
    if (element) element.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
  }, [shown, card, ids, index]);
  const ours = { 'data-state': shown ? 'active' : 'inactive', ...tabProps(engine, index, shown) };
  return mergeProps(fromRadix(radix), mergeProps(ours, part('tab', own)));
}
