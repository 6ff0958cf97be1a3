'use client';
import { Primitive } from '@radix-ui/react-primitive';
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
import { useAsk } from '../context.js';
import { useFlowValue } from '../hooks/use-flow-value.js';
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
  { asChild, children, ...props },
  ref,
) {
  const { intents, dir } = useAsk();
  const goTo = (index: string) => intents.goTo(Number(index));
  const own = useRef<HTMLDivElement>(null);
  useImperativeHandle(ref, () => own.current!, []);
  const later = useLaterChunk(true);
  // So that what follows stays in its place.
  useEffect(() => (later && own.current ? later.keepTallest(own.current) : undefined), [later]);
  const content = typeof children === 'function' ? <Content render={children} /> : (children ?? CONTENT);
  return (
    <Tabs.Root {...part('questions')} {...props} asChild value="" onValueChange={goTo} ref={own}>
      {/* Radix writes `ltr` unless it is told otherwise; what the element inside says of its direction goes before that. */}
      {asChild ? (
        <Primitive.div asChild dir={dir}>
          {content}
        </Primitive.div>
      ) : (
        <div dir={dir}>{content}</div>
      )}
    </Tabs.Root>
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
      {questions.length === 0 && <Pending />}
    </>
  );
}

// One element for ever, so that moving between tabs draws none of it again.
const CONTENT = <Content render={(_, index) => <Question index={index} />} />;
