'use client';
import { forwardRef, useEffect, useRef, useState, type MouseEvent } from 'react';
import { part } from '../anatomy.js';
import { composeEventHandlers } from '../../flow/compose-event-handlers.js';
import { useAskQuestion } from '../context.js';
import { withLaterMessages } from '../../../messages/en-later.js';
import type { AskUserMoreIndicatorProps } from './more-indicator.js';

/**
 * Returns how many options of a scrolling list are not fully visible below. The options are in order, so a binary
 * search measures few of them.
 */
function below(box: Element): number {
  if (box.scrollHeight - box.clientHeight - box.scrollTop < 1) return 0;
  const covered = Number.parseFloat(getComputedStyle(box).scrollPaddingBottom) || 0;
  // The fade starts in the empty space below the text of a row.
  const edge = box.getBoundingClientRect().bottom - covered * 0.75;
  const options = box.querySelectorAll('[data-ask-user="option"]:not([hidden])');
  let low = 0;
  let high = options.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((options[middle]?.getBoundingClientRect().bottom ?? 0) <= edge) low = middle + 1;
    else high = middle;
  }
  return options.length - low;
}

export const MoreButton = forwardRef<HTMLButtonElement, AskUserMoreIndicatorProps>(function MoreButton(props, ref) {
  const { ids, messages, card, index } = useAskQuestion();
  const [count, setCount] = useState(0);
  const scroller = useRef<Element | null>(null);

  useEffect(() => {
    const options = card.current?.querySelector(`[id="${ids('control', index, 0)}"]`)?.closest(OPTIONS);
    const box = options?.closest<HTMLElement>('[data-ask-user="scroller"]');
    if (!options || !box) return undefined;
    scroller.current = box;
    // In Firefox, the box would be a tab stop without a name. In Chromium, Orca reads no confirmation if the box can have
    // the focus. jsdom has no `CSS.supports`.
    if (globalThis.CSS?.supports?.('-moz-appearance: none')) box.tabIndex = -1;
    const measure = () => {
      // A hidden list is measured when it is shown again.
      if (box.clientHeight > 0) setCount(below(box));
    };
    const view = box.ownerDocument.defaultView;
    // The keyboard of a phone may have covered the focused field.
    const resize = () => {
      const active = (box.getRootNode() as Partial<Document>).activeElement;
      if (active?.matches('textarea') && box.contains(active)) active.scrollIntoView({ block: 'nearest' });
    };
    const sizes = typeof ResizeObserver === 'undefined' ? undefined : new ResizeObserver(measure);
    sizes?.observe(options);
    sizes?.observe(box);
    box.addEventListener('scroll', measure, { passive: true });
    view?.addEventListener('resize', resize);
    return () => {
      view?.removeEventListener('resize', resize);
      sizes?.disconnect();
      box.removeEventListener('scroll', measure);
    };
  }, [card, ids, index]);

  if (count === 0) return null;
  const scrollOn = () => {
    const box = scroller.current;
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    box?.scrollBy({ top: box.clientHeight * 0.75, behavior: still ? 'instant' : 'smooth' });
  };
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-hidden="true"
      {...part('more-indicator', props)}
      // A press must not move focus.
      onMouseDown={composeEventHandlers(props.onMouseDown, (event: MouseEvent) => event.preventDefault())}
      onClick={(event) => composeEventHandlers(props.onClick, scrollOn)(event)}
      ref={ref}
    >
      {props.children ?? withLaterMessages(messages).more(count)}
    </button>
  );
});

const OPTIONS = '[data-ask-user="options"]';
