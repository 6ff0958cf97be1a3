'use client';
import { forwardRef, memo, useContext, useEffect, useState } from 'react';
import { part } from '../anatomy.js';
import { PrintedContext, QuestionContext, useAsk, useQuestionValue } from '../context.js';
import { useHasId } from '../id-set.js';
import { useHasTabs } from '../use-has-tabs.js';
import { useFlowValue } from '../../flow/use-flow-value.js';
import { useIsomorphicLayoutEffect } from '../../flow/use-isomorphic-layout-effect.js';
import { panelProps } from '../../engine/props.js';
import { Options, OptionsArea } from './options.js';
import { OptionTools } from './option-tools.js';
import { QuestionActions } from './question-actions.js';
import { MoreIndicator } from './more-indicator.js';
import { Notes } from './notes.js';
import { Other } from './other.js';
import { Preview } from './preview.js';
import { AskBack } from './ask-back.js';
import { AnswerError } from './answer-error.js';
import { Prompt } from './prompt.js';
import { Scroller } from './scroller.js';
import { TextAnswer } from './field.js';
import { Slot, type SlotProps } from '../../radix/slot.js';

/** Props of `AskUser.Question`. */
export interface AskUserQuestionProps extends SlotProps<'div'> {
  /** Index of the question in the request. */
  index: number;
}

/**
 * Renders a `<div>` with one question, a tab panel if it has a tab. The content is mounted when it is first shown
 * or printed, and stays mounted. Place it inside `AskUser.Questions`.
 */
export const Question = memo(
  forwardRef<HTMLDivElement, AskUserQuestionProps>(function Question({ index, asChild, children, ...props }, ref) {
    const Element = (asChild ? Slot : 'div') as 'div';
    const ask = useAsk();
    const { store, card, ownActions, engine } = ask;
    const value = useQuestionValue(index);
    const id = value?.question.id ?? '';
    const shown = useFlowValue(store, (state) => state.active === index);
    const hasTab = useHasTabs(ask);
    const [wasShown, setWasShown] = useState(shown);
    if (shown && !wasShown) setWasShown(true);
    const printed = useContext(PrintedContext);
    const isComposed = children !== undefined && children !== null;
    // Already now, because a server runs no effects. `Actions` usually renders after this.
    if (isComposed && !ownActions.has(id)) ownActions.set(id);
    useIsomorphicLayoutEffect(() => {
      if (!isComposed) return undefined;
      ownActions.set(id);
      return () => ownActions.set(id, false);
    }, [id, isComposed, ownActions]);
    useEffect(() => {
      // The host may render no `Actions`, or one with other buttons. Only the DOM shows this.
      if (shown && !card.current?.querySelector(TRAY)) ownActions.set(id);
    }, [id, isComposed, ownActions, shown, card]);
    const hasOwnActions = useHasId(ownActions, id);
    if (!value) return null;
    return (
      <Element
        data-state={shown ? 'active' : 'inactive'}
        {...panelProps(engine, index, shown, !hasTab)}
        tabIndex={hasTab ? -1 : undefined}
        {...part('panel', props)}
        hidden={!shown}
        ref={ref}
      >
        {(shown || wasShown || printed) && (
          <QuestionContext.Provider value={value}>
            {children ?? (
              <>
                {START}
                {value.question.options.length > 0 ? OPTIONS : TEXT_ANSWER}
                {NOTES}
                {hasOwnActions && ACTIONS}
              </>
            )}
          </QuestionContext.Provider>
        )}
      </Element>
    );
  }),
);

const START = (
  <>
    <Prompt />
    <AnswerError />
    <AskBack />
  </>
);

const OPTIONS = (
  <>
    <OptionTools />
    <OptionsArea>
      <Scroller>
        <Options />
        <Other />
        <MoreIndicator />
      </Scroller>
      <Preview />
    </OptionsArea>
  </>
);

const TEXT_ANSWER = (
  <Scroller>
    <TextAnswer />
  </Scroller>
);

const NOTES = <Notes />;
const ACTIONS = <QuestionActions />;

const TRAY = '[data-ask-user="tray"]';
