'use client';
import * as Tabs from '@radix-ui/react-tabs';
import { forwardRef, memo, type ComponentPropsWithoutRef } from 'react';
import { answeredCount, problemOf } from '../../core/flow/selectors.js';
import { part } from '../anatomy.js';
import { useAskUserContext } from '../context.js';
import { useFlowState, useFlowValue } from '../hooks/use-flow-value.js';
import { headerText } from '../text/labels.js';

export interface AskUserTabListProps extends ComponentPropsWithoutRef<typeof Tabs.List> {}

/**
 * One tab a question, each marked answered or not in its name, and Review last.
 * Renders a `<div role="tablist">`.
 */
export const TabList = forwardRef<HTMLDivElement, AskUserTabListProps>(function TabList({ children, ...props }, ref) {
  const { store, messages } = useAskUserContext('TabList');
  const questions = useFlowValue(store, (state) => state.request.questions);
  return (
    <Tabs.List {...part('tab-list')} aria-label={messages.tabs} {...props} ref={ref}>
      {children ?? (
        <>
          {questions.map(({ id }, index) => (
            <Tab key={id} index={index} />
          ))}
          <ReviewTab />
        </>
      )}
    </Tabs.List>
  );
});

export interface AskUserTabProps extends Omit<ComponentPropsWithoutRef<'button'>, 'value'> {
  /** Position of the question. */
  index: number;
}

/** Shown: the question's header. Renders a `<button role="tab">`. */
export const Tab = memo(
  forwardRef<HTMLButtonElement, AskUserTabProps>(function Tab({ index, children, ...props }, ref) {
    const { store, messages } = useAskUserContext('Tab');
    const question = useFlowValue(store, (state) => state.request.questions[index]);
    const state = useFlowValue(
      store,
      ({ drafts, missing }) => {
        const draft = drafts[index];
        if (!question || !draft) return undefined;
        const problem = problemOf(question, draft);
        if (!problem) return draft.skipped ? 'skipped' : 'answered';
        if (!missing.includes(index)) return undefined;
        return problem.code === 'unanswered' ? 'missing' : 'invalid';
      },
      question?.id,
    );
    const shown = useFlowValue(store, (state) => state.active === index);
    const name = (question && headerText(question)) || messages.tab(index + 1);
    return (
      <Tabs.Trigger
        {...part('tab')}
        // Radix keeps the tab that had the focus last, and shows its question when Shift+Tab comes back to it.
        tabIndex={shown ? 0 : -1}
        // Hidden text would be read with a space before the comma; but it leaves a host's own name in place.
        aria-label={children || !state ? undefined : messages.tabState(name, messages[state])}
        data-answered={state === 'answered' ? '' : undefined}
        data-missing={state === 'missing' || state === 'invalid' ? '' : undefined}
        {...props}
        value={String(index)}
        ref={ref}
      >
        <bdi>{children ?? name}</bdi>
        {children && state && <span {...part('hidden')}>{messages.tabState('', messages[state])}</span>}
      </Tabs.Trigger>
    );
  }),
);

export interface AskUserReviewTabProps extends Omit<ComponentPropsWithoutRef<'button'>, 'value'> {}

/** The last tab. Renders a `<button role="tab">`. */
export const ReviewTab = memo(
  forwardRef<HTMLButtonElement, AskUserReviewTabProps>(function ReviewTab({ children, ...props }, ref) {
    const { store, messages } = useAskUserContext('ReviewTab');
    const count = useFlowValue(store, (state) => state.drafts.length);
    const answered = useFlowState(store, answeredCount);
    const shown = useFlowValue(store, (state) => state.active === state.drafts.length);
    const state = messages.answeredOf(answered, count);
    return (
      <Tabs.Trigger
        {...part('tab')}
        data-review=""
        data-answered={count > 0 && answered === count ? '' : undefined}
        aria-label={children ? undefined : messages.tabState(messages.review, state)}
        tabIndex={shown ? 0 : -1}
        {...props}
        value={String(count)}
        ref={ref}
      >
        <bdi>{children ?? messages.review}</bdi>
        {children && <span {...part('hidden')}>{messages.tabState('', state)}</span>}
      </Tabs.Trigger>
    );
  }),
);
