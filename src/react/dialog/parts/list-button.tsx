'use client';
import { forwardRef, useRef, useState } from 'react';
import { answeredCount, nextUnanswered } from '../../../core/flow/selectors.js';
import { part } from '../anatomy.js';
import { useLater } from '../../lazy/later.js';
import { laterCard } from '../../lazy/later-card.js';
import { useAsk } from '../context.js';
import type { FocusMemory } from '../../engine/focus-mover.js';
import { useFlowState, useFlowValue } from '../../flow/use-flow-value.js';
import { useIsomorphicLayoutEffect } from '../../flow/use-isomorphic-layout-effect.js';
import { ActionButton } from './button.js';
import { Slot, type SlotProps } from '../../radix/slot.js';

/** What takes the place of the tabs of many questions: a button with their list, and "Next unanswered". */
export const ListButton = forwardRef<HTMLDivElement, SlotProps<'div'>>(function ListButton({ asChild, ...props }, ref) {
  const Element = (asChild ? Slot : 'div') as 'div';
  const { store, ids, messages, engine } = useAsk();
  const count = useFlowValue(store, (state) => state.drafts.length);
  const active = useFlowValue(store, (state) => state.active);
  const answered = useFlowState(store, answeredCount);
  const [isOpen, setOpen] = useState(false);
  const later = useLater(laterCard, isOpen);
  const button = useRef<HTMLButtonElement>(null);
  useIsomorphicLayoutEffect(() => takeFocus(engine.memory, button.current), [engine]);
  return (
    <>
      <Element data-long="" {...part('tab-list', props)} ref={ref}>
        <button
          type="button"
          id={ids('list-button')}
          aria-haspopup="listbox"
          aria-expanded={Boolean(later)}
          aria-keyshortcuts="PageUp PageDown"
          {...part('list-button')}
          onClick={() => setOpen(!isOpen)}
          ref={button}
        >
          {active < count
            ? messages.place(active + 1, count, answered)
            : messages.tabState(messages.review, messages.answeredOf(answered, count))}
        </button>
        {NEXT}
      </Element>
      {later && <later.QuestionList close={() => setOpen(false)} />}
    </>
  );
});

/** While the questions were streaming, one of their tabs may have had the focus. */
function takeFocus(memory: FocusMemory, button: HTMLButtonElement | null): void {
  if (memory.inside?.role !== 'tab' || memory.inside.isConnected) return;
  button?.focus({ preventScroll: true });
  // During a commit, React handles no events.
  memory.inside = button;
}

/** Disabled rather than hidden if no other question needs an answer, so that it keeps its place, and the focus. */
function NextUnanswered() {
  const { store, messages, engine } = useAsk();
  const isLast = useFlowState(store, (state) => nextUnanswered(state) === undefined);
  return (
    <ActionButton isOff={isLast} act={() => engine.press('nextUnanswered')}>
      {messages.nextUnanswered}
    </ActionButton>
  );
}

// A constant element, so that React does not render it again with the button beside it.
const NEXT = <NextUnanswered />;
