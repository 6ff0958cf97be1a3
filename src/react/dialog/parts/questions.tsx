'use client';
import {
  Fragment,
  forwardRef,
  useContext,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
  type ReactNode,
} from 'react';
import { hasMany } from '../../../core/flow/selectors.js';
import type { Question as ParsedQuestion } from '../../../core/question/types.js';
import { part } from '../anatomy.js';
import { whenLoaded } from '../../lazy/later.js';
import { laterCard } from '../../lazy/later-card.js';
import { PrintedContext, useAsk } from '../context.js';
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
 * Renders a `<div>` with the questions, one shown at a time. If there are several, it contains tabs and Review. If there
 * are more than 8, a button with their list takes the place of the tabs. Place it inside `AskUser.Card`.
 */
export const Questions = forwardRef<HTMLDivElement, AskUserQuestionsProps>(function Questions(
  { children, ...props },
  ref,
) {
  const ask = useAsk();
  const element = useRef<HTMLDivElement>(null);
  useImperativeHandle(ref, () => element.current!, []);
  const [printed, setPrinted] = useState(false);
  useEffect(
    () =>
      whenLoaded(laterCard, ({ watchQuestions }) =>
        element.current ? watchQuestions(element.current, ask, () => setPrinted(true)) : undefined,
      ),
    [ask],
  );
  const content = typeof children === 'function' ? <Content render={children} /> : (children ?? CONTENT);
  return (
    <PrintedContext.Provider value={printed}>
      <TabsRoot {...part('questions', props)} dir={ask.dir} ref={element}>
        {content}
      </TabsRoot>
    </PrintedContext.Provider>
  );
});

function Content({ render }: { render: RenderQuestion }) {
  const { store } = useAsk();
  const questions = useFlowValue(store, (state) => state.request.questions);
  const isRendered = useRendered();
  return (
    <>
      {questions.length > 1 && TABS}
      {questions.map(
        (question, index) => isRendered(index) && <Fragment key={question.id}>{render(question, index)}</Fragment>,
      )}
      {questions.length > 1 && REVIEW}
      {questions.length === 0 && <Skeleton />}
    </>
  );
}

/**
 * Of many questions, the four that were shown last are rendered, because each further one would make a step slower. So
 * are those that wait for a reply, which they announce.
 */
function useRendered(): (index: number) => boolean {
  const { store } = useAsk();
  const active = useFlowValue(store, (state) => (hasMany(state) ? state.active : -1));
  const printed = useContext(PrintedContext);
  const [shown, setShown] = useState<readonly number[]>([]);
  if (active >= 0 && shown[0] !== active) setShown([active, ...shown.filter((index) => index !== active)].slice(0, 4));
  const { drafts } = store.getState();
  return (index) =>
    active < 0 ||
    printed ||
    shown.includes(index) ||
    drafts[index]?.exchanges?.some(({ status }) => status === 'waiting') === true;
}

// Constant elements, so that React does not render them again with what is around them.
const TABS = <TabList />;
const REVIEW = <Review />;
const CONTENT = <Content render={(_, index) => <Question index={index} />} />;
