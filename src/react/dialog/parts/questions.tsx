'use client';
import { Fragment, forwardRef, useEffect, useImperativeHandle, useRef, type ReactNode } from 'react';
import type { Question as ParsedQuestion } from '../../../core/question/types.js';
import { part } from '../anatomy.js';
import { whenLoaded } from '../../lazy/later.js';
import { laterCard } from '../../lazy/later-card.js';
import { useAsk } from '../context.js';
import { useFlowValue } from '../../flow/use-flow-value.js';
import type { SlotProps } from '../../radix/slot.js';
import { TabsRoot } from '../../radix/tabs.js';
import { Skeleton } from './skeleton.js';
import { Question } from './question.js';
import { Review } from './review.js';
import { TabList } from './tab-list.js';

/** Props of `AskUser.Questions`. */
export interface AskUserQuestionsProps extends Omit<SlotProps<'div'>, 'dir' | 'children'> {
  /**
   * Function that renders one question as an `<AskUser.Question>` with this index, between the tabs and Review.
   * Alternatively, elements that replace the tabs, the questions, Review and the skeleton. Defaults to
   * `<AskUser.Question>` for each question.
   */
  children?: ReactNode | RenderQuestion;
}

type RenderQuestion = (question: ParsedQuestion, index: number) => ReactNode;

/**
 * Renders a `<div>` with the questions, one shown at a time. If there are several, it contains tabs and Review. Place
 * it inside `AskUser.Card`.
 */
export const Questions = forwardRef<HTMLDivElement, AskUserQuestionsProps>(function Questions(
  { children, ...props },
  ref,
) {
  const { dir } = useAsk();
  const element = useRef<HTMLDivElement>(null);
  useImperativeHandle(ref, () => element.current!, []);
  // Prevents the elements below from moving.
  useEffect(
    () => whenLoaded(laterCard, ({ keepTallest }) => (element.current ? keepTallest(element.current) : undefined)),
    [],
  );
  const content = typeof children === 'function' ? <Content render={children} /> : (children ?? CONTENT);
  return (
    <TabsRoot {...part('questions', props)} dir={dir} ref={element}>
      {content}
    </TabsRoot>
  );
});

function Content({ render }: { render: RenderQuestion }) {
  const { store } = useAsk();
  const questions = useFlowValue(store, (state) => state.request.questions);
  return (
    <>
      {questions.length > 1 && <TabList />}
      {questions.map((question, index) => (
        <Fragment key={question.id}>{render(question, index)}</Fragment>
      ))}
      {questions.length > 1 && <Review />}
      {questions.length === 0 && <Skeleton />}
    </>
  );
}

// A constant element, so that React does not render it again with `Questions`.
const CONTENT = <Content render={(_, index) => <Question index={index} />} />;
