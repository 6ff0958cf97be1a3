import { useRef, useState, type RefObject } from 'react';
import { codePointLength } from '../../core/guards.js';
import type { QuestionContextValue } from '../context.js';
import { customOf, useDraft } from './use-draft.js';
import { useIsomorphicLayoutEffect } from './use-isomorphic-layout-effect.js';

// After the typing, not into it.
const QUIET_MS = 1000;

interface Count {
  /** What the line says; empty below nine tenths of the soft limit. */
  readonly line: string;
  readonly over: boolean;
  /** The element that shows the line. */
  readonly element: RefObject<HTMLParagraphElement | null>;
}

/**
 * How long the text is, from nine tenths of the soft limit on, and a warning above it; spoken once when a threshold is
 * crossed. React renders only then: in between, the line is written into its element, so that a key commits nothing.
 */
export function useCount(ask: QuestionContextValue, limit: number): Count {
  const { store, question, messages, controls } = ask;
  const element = useRef<HTMLParagraphElement>(null);
  const said = useRef<boolean>(undefined);
  const [count] = useState(createCount);
  const from = limit * 0.9;
  // 0: nothing is shown, 1: near the limit, 2: over it.
  const stage = useDraft(ask, ({ custom }) => {
    // Counting is for long texts; UTF-16 units are never fewer than the code points shown.
    const length = custom.length < from ? 0 : count(custom);
    return length < from ? 0 : length > limit ? 2 : 1;
  });
  const over = stage > 1;
  const lineNow = () => (over ? messages.counterOver : messages.counter)(count(customOf(ask)), limit);

  // After each render: there are few.
  useIsomorphicLayoutEffect(() => {
    if (!stage) said.current = undefined;
    if (!stage) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const update = () => {
      const line = lineNow();
      // Into React's own text: another one would be laid out anew.
      const shown = element.current?.firstChild;
      if (shown) shown.nodeValue = line;
      clearTimeout(timer);
      if (said.current === over) return;
      timer = setTimeout(() => {
        said.current = over;
        controls.announce(line);
      }, QUIET_MS);
    };
    update();
    const stop = store.subscribe(update, question.id);
    return () => {
      clearTimeout(timer);
      stop();
    };
  });

  return { line: stage ? lineNow() : '', over, element };
}

/** Counts code points; the last text only once, whoever asks. */
function createCount(): (text: string) => number {
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
