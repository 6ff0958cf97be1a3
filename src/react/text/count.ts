import type { RefObject } from 'react';
import { codePointLength } from '../../core/guards.js';
import { withLaterMessages } from '../../messages/en-later.js';
import type { QuestionContextValue } from '../dialog/context.js';
import { customOf } from '../dialog/use-draft.js';

/** Time in milliseconds after a key until the counter shows the length. The keys until then cause one layout. */
const SHOWN_MS = 200;
/** Time in milliseconds without typing before a count is announced. */
export const QUIET_MS = 1000;

export interface Count {
  /** Text of the counter when it appeared, or when the text became too long. `element` shows the current one. */
  readonly line: string;
  readonly isOverLimit: boolean;
}

/**
 * Calls `show` when the custom text comes near the limit, exceeds it, or is short again. Writes each other change to the
 * element, and announces, after 1 s without typing, that the text is near or over the limit. Returns a function that
 * stops this.
 */
export function countText(
  ask: QuestionContextValue,
  limit: number,
  element: RefObject<HTMLElement | null>,
  show: (count: Count | undefined) => void,
): () => void {
  const { counter, counterOver } = withLaterMessages(ask.messages);
  const count = createCodePointCounter();
  const lengthNow = () => count(customOf(ask));
  const lineNow = () => (isOverLimit ? counterOver : counter)(lengthNow(), limit);
  /** `undefined` below 90 % of the limit. */
  let isOverLimit: boolean | undefined;
  let announcedOver: boolean | undefined;
  let display: ReturnType<typeof setTimeout> | undefined;
  let announcement: ReturnType<typeof setTimeout> | undefined;
  const stop = () => {
    clearTimeout(display);
    clearTimeout(announcement);
    display = undefined;
  };
  const write = () => {
    display = undefined;
    // Not the text node of React, which a translation of the page may have replaced.
    if (element.current) element.current.textContent = lineNow();
  };
  const announce = () => {
    announcedOver = isOverLimit;
    ask.engine.announce(lineNow());
  };
  const update = () => {
    const before = isOverLimit;
    isOverLimit = lengthNow() < limit * 0.9 ? undefined : lengthNow() > limit;
    if (isOverLimit !== before) {
      stop();
      show(isOverLimit === undefined ? undefined : { line: lineNow(), isOverLimit });
    }
    if (isOverLimit === undefined) announcedOver = undefined;
    else {
      if (isOverLimit === before) display ??= setTimeout(write, SHOWN_MS);
      clearTimeout(announcement);
      if (isOverLimit !== announcedOver) announcement = setTimeout(announce, QUIET_MS);
    }
  };
  update();
  const unsubscribe = ask.store.subscribe(update, ask.question.id);
  return () => {
    stop();
    unsubscribe();
  };
}

/** Returns a function that counts code points, and remembers the last count. */
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
