'use client';
import * as Tabs from '@radix-ui/react-tabs';
import {
  Fragment,
  forwardRef,
  useEffect,
  useImperativeHandle,
  useRef,
  type ComponentPropsWithoutRef,
  type ReactNode,
} from 'react';
import type { Question as ParsedQuestion } from '../../core/question/types.js';
import { part } from '../anatomy.js';
import { useLaterChunk } from '../chunks.js';
import { useAskUserContext } from '../context.js';
import { useFlowValue } from '../hooks/use-flow-value.js';
import { useIsomorphicLayoutEffect } from '../hooks/use-isomorphic-layout-effect.js';
import { Pending } from './pending.js';
import { Question } from './question.js';
import { Review } from './review.js';
import { TabList } from './tab-list.js';

export interface AskUserQuestionsProps extends Omit<
  ComponentPropsWithoutRef<typeof Tabs.Root>,
  'value' | 'onValueChange' | 'dir' | 'children'
> {
  /**
   * A function that renders one question, as an `<AskUser.Question>` with this index; the tabs and Review stay what they are. Or elements
   * in place of all of them. @default `<AskUser.Question>` for each question
   */
  children?: ReactNode | RenderQuestion;
}

type RenderQuestion = (question: ParsedQuestion, index: number) => ReactNode;

/**
 * All questions of the request, one shown at a time; with tabs and a Review where there are several. Keeps the height of the
 * tallest that was shown then, for as long as its width is the same.
 * Renders a `<div>`.
 */
export const Questions = forwardRef<HTMLDivElement, AskUserQuestionsProps>(function Questions(
  { children, ...props },
  ref,
) {
  const { store, intents, dir, card } = useAskUserContext('Questions');
  const active = useFlowValue(store, (state) => state.active);
  const own = useRef<HTMLDivElement>(null);
  useImperativeHandle(ref, () => own.current!, []);
  const later = useLaterChunk(true);
  // So that what follows stays in its place.
  useEffect(() => (later && own.current ? later.keepTallest(own.current) : undefined), [later]);
  const shown = useRef(active);
  useIsomorphicLayoutEffect(() => {
    if (shown.current === active) return;
    shown.current = active;
    // A strip of many tabs scrolls; which question is shown must be in sight.
    const tab = card.current?.querySelector('[data-ask-user="tab"][data-state="active"]');
    tab?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
  }, [active, card]);
  return (
    <Tabs.Root
      {...part('questions')}
      {...(dir && { dir })}
      {...props}
      value={String(active)}
      onValueChange={(value) => intents.goTo(Number(value))}
      ref={own}
    >
      {typeof children === 'function' ? <Content render={children} /> : (children ?? CONTENT)}
    </Tabs.Root>
  );
});

function Content({ render }: { render: RenderQuestion }) {
  const { store } = useAskUserContext('Questions');
  const questions = useFlowValue(store, (state) => state.request.questions);
  return (
    <>
      {questions.length > 1 && <TabList />}
      {questions.map((question, index) => (
        <Fragment key={question.id}>{render(question, index)}</Fragment>
      ))}
      {questions.length > 1 && <Review />}
      {questions.length === 0 && <Pending />}
    </>
  );
}

// One element for ever, so that moving between tabs draws none of it again.
const CONTENT = <Content render={(_, index) => <Question index={index} />} />;
