import { useEffect, useRef } from 'react';
import { codePointLength } from '../../core/guards.js';
import type { QuestionContextValue } from '../context.js';

// After the typing, not into it.
const QUIET_MS = 1000;

/**
 * How long the text is, from nine tenths of the soft limit on, and a warning above it; spoken once when a threshold is
 * crossed. No part of its own, so that a key in a long text draws one component and not two.
 */
export function useCount(
  { messages, controls }: QuestionContextValue,
  text: string,
  limit: number,
): { line: string; over: boolean } {
  const from = limit * 0.9;
  // Counting is for long texts; UTF-16 units are never fewer than the code points shown.
  const length = text.length >= from ? codePointLength(text) : 0;
  const over = length > limit;
  const line = length < from ? '' : (over ? messages.counterOver : messages.counter)(length, limit);
  const said = useRef<boolean>(undefined);
  useEffect(() => {
    if (!line) said.current = undefined;
    if (!line || said.current === over) return undefined;
    const timer = setTimeout(() => {
      said.current = over;
      controls.announce(line);
    }, QUIET_MS);
    return () => clearTimeout(timer);
  }, [line, over, controls]);
  return { line, over };
}
