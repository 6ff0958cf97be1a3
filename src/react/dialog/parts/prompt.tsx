'use client';
import { forwardRef, useContext, useImperativeHandle, useRef, useState } from 'react';
import { part } from '../anatomy.js';
import { RenderTextContext, useAskQuestion } from '../context.js';
import { useMissing } from '../use-draft.js';
import { useHasTabs } from '../use-has-tabs.js';
import { useOverflow } from '../use-overflow.js';
import { headingProps } from '../../engine/props.js';
import { useFlowValue } from '../../flow/use-flow-value.js';
import { cleanText } from '../../../core/clean.js';
import { headerText, isCleaned, isLongHeader, questionText } from '../../../messages/labels.js';
import { promptHint } from '../../../messages/issue-text.js';
import { Slot, type SlotProps } from '../../radix/slot.js';
import { rendered } from '../../text/render-text.js';

/** Props of `AskUser.Prompt`. */
export interface AskUserPromptProps extends SlotProps<'div'> {}

/**
 * Renders a `<div>` with the question as a heading, its context, and a hint on how to answer. Before the heading is the
 * question's header, unless its tab shows it in full. Must be inside `AskUser.Question`.
 */
export const Prompt = forwardRef<HTMLDivElement, AskUserPromptProps>(function Prompt(
  { asChild, children, ...props },
  ref,
) {
  const Element = (asChild ? Slot : 'div') as 'div';
  const ask = useAskQuestion();
  const { store, ids, messages, headingLevel, question, index, engine } = ask;
  const count = useFlowValue(store, (state) => state.drafts.length);
  const missing = useMissing(ask);
  const renderText = useContext(RenderTextContext);
  const text = questionText(question, index, messages);
  const header = headerText(question);
  const isHeaderInTab = useHasTabs(ask) && !isLongHeader(header);
  const context = cleanText(question.context ?? '', { lines: true });
  const hint = promptHint(messages, question);
  // The error takes the line of the hint, so that nothing below moves.
  const isHintHidden = missing || hint === messages.chooseOne;
  const hasLine = missing || (hint && !isHintHidden);
  // The line of an error stays after it, so that no option moves under the pointer that selects it.
  const [hadError, setHadError] = useState(false);
  if (missing && !hadError) setHadError(true);
  const line = hasLine ? '' : hadError ? 'free' : undefined;
  const Heading = `h${headingLevel + 1}` as 'h4';
  // The host's `renderText` may return paragraphs.
  const Context = renderText ? 'div' : 'p';

  const element = useRef<HTMLDivElement>(null);
  useImperativeHandle(ref, () => element.current!, []);
  const long = useOverflow(element, header + text + context + hint);
  // Some browsers scroll an element by keyboard only if it is a tab stop.
  const scroller = long && { 'data-long': '', role: 'group', tabIndex: 0, 'aria-labelledby': ids('text', index) };
  return (
    <Element data-line={line} {...scroller} {...part('prompt', props)} ref={element}>
      {children ?? (
        <>
          {header && !isHeaderInTab && <p {...part('question-header')}>{header}</p>}
          <Heading {...part('question')} {...headingProps(engine, index)}>
            {count > 1 && <span {...part('hidden')}>{`${messages.position(index + 1, count)} `}</span>}
            <bdi id={ids('text', index)}>{rendered(renderText, 'question', text)}</bdi>
          </Heading>
          {context && (
            <Context {...part('context')} dir="auto">
              {rendered(renderText, 'context', context)}
            </Context>
          )}
          {isCleaned(question) && <p {...part('hint')}>{messages.cleaned}</p>}
          {hint && (
            <p {...part(isHintHidden ? 'hidden' : 'hint')} id={ids('hint', index)}>
              {hint}
            </p>
          )}
        </>
      )}
    </Element>
  );
});
