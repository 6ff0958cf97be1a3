'use client';
import { forwardRef, memo, type ComponentPropsWithoutRef } from 'react';
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
import { headerText, isLongHeader } from '../../../messages/labels.js';
import { ListButton } from './list-button.js';

/** Props of `AskUser.TabList`. */
export interface AskUserTabListProps extends SlotProps<'div'> {}

/**
 * Renders a `<div role="tablist">` with one tab per question and Review last. If there are more than 8 questions and no
 * children, renders a button that opens a list of them, and a button that goes to the next unanswered one. Must be inside
 * `AskUser.Questions`.
 */
export const TabList = forwardRef<HTMLDivElement, AskUserTabListProps>(function TabList({ children, ...props }, ref) {
  const { store, messages, ownTabs } = useAsk();
  const questions = useFlowValue(store, (state) => state.request.questions);
  const isComposed = Boolean(children);
  useIsomorphicLayoutEffect(() => {
    ownTabs.set('', isComposed);
    return () => ownTabs.set('', false);
  }, [ownTabs, isComposed]);
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

const TabButton = forwardRef<HTMLButtonElement, TabButtonProps>(function TabButton({ index, own, ...radix }, ref) {
  const ask = useAsk();
  const { store, messages } = ask;
  const question = useFlowValue(store, (state) => state.request.questions[index]);
  const state = useFlowValue(
    store,
    ({ drafts, missing }) =>
      question && questionStatus(question, drafts[index] ?? EMPTY_DRAFT, missing.includes(index)),
    question?.id,
  );
  const name = (question && headerText(question)) || messages.tab(index + 1);
  const tab = useTab(ask, index, name, state && messages[state], own, radix);
  return (
    <button
      data-answered={state === 'answered' ? '' : undefined}
      data-missing={state === 'missing' || state === 'invalid' ? '' : undefined}
      data-long={isLongHeader(name) ? '' : undefined}
      {...tab}
      ref={ref}
    />
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
  { index: count, own, ...radix },
  ref,
) {
  const ask = useAsk();
  const { store, messages } = ask;
  const answered = useFlowState(store, answeredCount);
  const tab = useTab(ask, count, messages.review, messages.answeredOf(answered, count), own, radix);
  return <button data-review="" data-answered={count > 0 && answered === count ? '' : undefined} {...tab} ref={ref} />;
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
  { store, engine, messages }: AskUserContextValue,
  index: number,
  name: string,
  state: string | undefined,
  { children, ...own }: ComponentPropsWithoutRef<'button'>,
  radix: ComponentPropsWithoutRef<'button'>,
): ComponentPropsWithoutRef<'button'> {
  const shown = useFlowValue(store, ({ active }) => active === index);
  const ours = {
    // Hidden text would be read with a space before the comma. If the host passes `children`, they name the tab.
    'aria-label': children || !state ? undefined : messages.tabState(name, state),
    'data-state': shown ? 'active' : 'inactive',
    dir: 'auto',
    ...tabProps(engine, index, shown),
  };
  return {
    ...mergeProps(fromRadix(radix), mergeProps(ours, part('tab', own))),
    children:
      children && state ? (
        <>
          {children}
          <span {...part('hidden')}>{messages.tabState('', state)}</span>
        </>
      ) : (
        (children ?? name)
      ),
  };
}
