'use client';
import { forwardRef, memo, useCallback, useEffect, useMemo, useState } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { isBlank } from '../../../core/guards.js';
import { part } from '../anatomy.js';
import { QuestionContext, useAsk } from '../context.js';
import { useFlowValue } from '../../flow/use-flow-value.js';
import type { ElementIds } from '../ids.js';
import { Options, OptionsArea } from './options.js';
import { QuestionActions } from './question-actions.js';
import { MoreIndicator } from './more-indicator.js';
import { Notes } from './notes.js';
import { Other } from './other.js';
import { Preview } from './preview.js';
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
 * Renders a `<div>` with one question, a tab panel if there are several. The content is mounted when it is first shown
 * or printed, and stays mounted. Place it inside `AskUser.Questions`.
 */
export const Question = memo(
  forwardRef<HTMLDivElement, AskUserQuestionProps>(function Question({ index, asChild, children, ...props }, ref) {
    const Element = (asChild ? Slot : 'div') as 'div';
    const ask = useAsk();
    const { store, ids, card, tray } = ask;
    const question = useFlowValue(store, (state) => state.request.questions[index]);
    const shown = useFlowValue(store, (state) => state.active === index);
    const isOnly = useFlowValue(store, (state) => state.drafts.length === 1);
    const [wasShown, setWasShown] = useState(shown);
    if (shown && !wasShown) setWasShown(true);
    useEffect(() => {
      const view = card.current?.ownerDocument.defaultView;
      if (wasShown || !view) return undefined;
      const onBeforePrint = () => flushSync(() => setWasShown(true));
      view.addEventListener('beforeprint', onBeforePrint);
      return () => view.removeEventListener('beforeprint', onBeforePrint);
    }, [wasShown, card]);
    const [isTrayDetached, setTrayDetached] = useState(false);
    useEffect(() => {
      // `Actions` has attached the tray by this time, unless the host renders other buttons. Only the DOM shows this.
      // oxlint-disable-next-line react/set-state-in-effect
      if (shown && tray && !tray.parentNode) setTrayDetached(true);
    }, [shown, tray]);
    const [notesOpened, setNotesOpened] = useState(false);
    const openNotes = useCallback(() => setNotesOpened(true), []);
    const hasNotes = useFlowValue(store, (state) => !isBlank(state.drafts[index]?.notes ?? ''), question?.id);
    const notesOpen = notesOpened || hasNotes;
    const value = useMemo(
      () => (question ? { ...ask, question, index, notesOpen, openNotes } : null),
      [ask, question, index, notesOpen, openNotes],
    );
    if (!value) return null;
    return (
      <Element
        {...panelProps(ids, index, shown, isOnly)}
        tabIndex={isOnly ? undefined : -1}
        {...props}
        hidden={!shown}
        ref={ref}
      >
        {(shown || wasShown) && (
          <QuestionContext.Provider value={value}>
            {children ?? (
              <>
                {START}
                {value.question.options.length > 0 ? OPTIONS : TEXT_ANSWER}
                <>
                  {NOTES}
                  {tray && !isTrayDetached ? createPortal(inTray(shown), tray) : ACTIONS}
                </>
              </>
            )}
          </QuestionContext.Provider>
        )}
      </Element>
    );
  }),
);

/** Radix's `Tabs.Content` would mount more components and measure an animation. */
export const panelProps = (ids: ElementIds, index: number, shown: boolean, isOnly = false) => ({
  ...part('panel'),
  'data-state': shown ? 'active' : 'inactive',
  ...(!isOnly && { role: 'tabpanel', id: ids('panel', index), 'aria-labelledby': ids('tab', index) }),
});

const START = (
  <>
    <Prompt />
    <AnswerError />
  </>
);

const OPTIONS = (
  <OptionsArea>
    <Scroller>
      <Options />
      <Other />
      <MoreIndicator />
    </Scroller>
    <Preview />
  </OptionsArea>
);

const TEXT_ANSWER = (
  <Scroller>
    <TextAnswer />
  </Scroller>
);

const NOTES = <Notes />;
const ACTIONS = <QuestionActions />;

/** The buttons are a constant element, so that moving between tabs does not render them again. */
const inTray = (shown: boolean) => (
  <div {...part('tray')} hidden={!shown}>
    {ACTIONS}
  </div>
);
