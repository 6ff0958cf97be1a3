import { useRef, useState, type RefObject } from 'react';
import { codePointLength } from '../../core/guards.js';
import type { QuestionContextValue } from '../dialog/context.js';
import { customOf, useDraft } from '../dialog/use-draft.js';
import { useIsomorphicLayoutEffect } from '../flow/use-isomorphic-layout-effect.js';

/** Time in milliseconds after a key until the counter shows the length. The keys until then cause one layout. */
const SHOWN_MS = 200;
/** Time in milliseconds without typing before a count is announced. */
export const QUIET_MS = 1000;

interface Counter {
  /** Text of the counter; empty below 90 % of the soft limit. */
  readonly line: string;
  readonly isOverLimit: boolean;
  readonly element: RefObject<HTMLParagraphElement | null>;
}

/**
 * Counts the custom text from 90 % of the soft limit on. Announces, after 1 s without typing, that the text is near or
 * over the limit.
 */
export function useCounter(ask: QuestionContextValue, limit: number): Counter {
  const { store, question, messages, engine } = ask;
  const element = useRef<HTMLParagraphElement>(null);
  const announcedOver = useRef<boolean>(undefined);
  const [count] = useState(createCodePointCounter);
  const threshold = limit * 0.9;
  // 0: hidden; 1: near the limit; 2: over the limit.
  const stage = useDraft(ask, ({ custom }) => {
    // Skip short texts: a string never has fewer UTF-16 code units than code points.
    const length = custom.length < threshold ? 0 : count(custom);
    return length < threshold ? 0 : length > limit ? 2 : 1;
  });
  const isOverLimit = stage > 1;
  const lineNow = () => (isOverLimit ? messages.counterOver : messages.counter)(count(customOf(ask)), limit);

  useIsomorphicLayoutEffect(() => {
    if (!stage) announcedOver.current = undefined;
    if (!stage) return undefined;
    let display: ReturnType<typeof setTimeout> | undefined;
    let announcement: ReturnType<typeof setTimeout> | undefined;
    const show = () => {
      display = undefined;
      // Not the text node of React, which a translation of the page may have replaced.
      if (element.current) element.current.textContent = lineNow();
    };
    const announceSoon = () => {
      clearTimeout(announcement);
      if (announcedOver.current === isOverLimit) return;
      announcement = setTimeout(() => {
        announcedOver.current = isOverLimit;
        engine.announce(lineNow());
      }, QUIET_MS);
    };
    show();
    announceSoon();
    const stop = store.subscribe(() => {
      display ??= setTimeout(show, SHOWN_MS);
      announceSoon();
    }, question.id);
    return () => {
      clearTimeout(display);
      clearTimeout(announcement);
      stop();
    };
  });

  return { line: stage ? lineNow() : '', isOverLimit, element };
}

function createCodePointCounter(): (text: string) => number {
  let last = '';
  let length = 0;
  return (text) => {
    if (text !== last) {
      last = text;
      length = codePointLength(text);
    }
    return length;
  };
}
