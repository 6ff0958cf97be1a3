'use client';
import { forwardRef, type MouseEvent, type ReactNode, useContext } from 'react';
import { activeQuestion, agentWaits, answeredCount } from '../../../core/flow/selectors.js';
import { onLeave } from '../../engine/focus-after.js';
import { composeAllEventHandlers } from '../../flow/compose-event-handlers.js';
import { useFlowState } from '../../flow/use-flow-value.js';
import { nameAsker } from '../../../messages/asker.js';
import { questionText } from '../../../messages/labels.js';
import type { AskUserMessages } from '../../../messages/types.js';
import { part } from '../anatomy.js';
import { RenderTextContext, useAsk } from '../context.js';
import { Slot, type SlotProps } from '../../radix/slot.js';
import { rendered } from '../../text/render-text.js';

/** Props of `AskUser.Collapse`. */
export interface AskUserCollapseProps extends SlotProps<'button'> {}

/**
 * Renders a `<button>` that collapses the card to one line. In a dock, it is named "Write a message instead" and moves
 * focus to the composer. Place it inside `AskUser.Card`.
 */
export const Collapse = forwardRef<HTMLButtonElement, AskUserCollapseProps>(function Collapse(
  { asChild, ...props },
  ref,
) {
  const Element = (asChild ? Slot : 'button') as 'button';
  const { intents, messages, engine, presentation, card } = useAsk();
  const dock = presentation === 'dock';
  return (
    <Element
      type="button"
      // `title` is also the accessible name. Next to an `aria-label`, it would be read as a description.
      title={dock ? undefined : messages.collapse}
      aria-expanded="true"
      {...part('collapse', props)}
      {...composeAllEventHandlers(props, {
        // A mouse press must not move focus and the caret, to which expanding returns.
        onMouseDown: (event: MouseEvent) => event.preventDefault(),
        onClick: (event: MouseEvent) => {
          engine.act(() => intents.collapse(event));
          // The host may have prevented the change.
          if (dock && card.current?.matches('[data-collapsed]')) engine.move(onLeave);
        },
      })}
      ref={ref}
    >
      {props.children ?? (dock && <span>{messages.writeMessage}</span>)}
    </Element>
  );
});

export function CollapsedBar() {
  const { store, intents, messages, engine } = useAsk();
  const state = useFlowState(store, (now) => now);
  const { active, drafts, phase, error } = state;
  const question = activeQuestion(state);
  const renderText = useContext(RenderTextContext);
  const text = question && questionText(question, active, messages);
  let status: ReactNode = messages.reviewTitle;
  if (text) status = rendered(renderText, 'question', text);
  if (phase === 'submitting') status = messages.sending;
  else if (error) status = messages.failed(error.result.status);
  return (
    <>
      <div {...part('collapsed-bar')}>
        <p {...part('collapsed-bar-text')}>
          <bdi {...part('asker')}>{messages.asker}</bdi>
          <span>
            {/* A new element, because the host may have rendered a text beside other nodes. */}
            <bdi key={phase}>{status}</bdi>
          </span>
          {drafts.length > 1 && <span>{messages.answeredOf(answeredCount(state), drafts.length)}</span>}
        </p>
        <button
          {...part('button')}
          type="button"
          data-variant="secondary"
          aria-expanded="false"
          onClick={(event) => {
            // Some browsers do not focus a clicked button. Focus moves along only from inside the card.
            event.currentTarget.focus();
            engine.act(() => intents.expand(event));
          }}
        >
          {messages.expand}
        </button>
      </div>
      {!agentWaits(state) && aheadLine(messages)}
    </>
  );
}

/** Says that the agent does not wait. */
export const aheadLine = (messages: AskUserMessages): ReactNode => (
  <p {...part('ahead')}>{nameAsker(messages.ahead, messages)}</p>
);
