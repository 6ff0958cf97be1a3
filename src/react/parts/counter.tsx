'use client';
import { useEffect, useRef } from 'react';
import { part } from '../anatomy.js';
import { useQuestionContext } from '../context.js';

/** The count shows from nine tenths of the soft limit on. */
export const countedFrom = (limit: number): number => limit * 0.9;

// After the typing, not into it.
const QUIET_MS = 1000;

/** How long the text is, and a warning above the soft limit; spoken once when a threshold is crossed. */
export function Counter({ length, limit }: { length: number; limit: number }) {
  const { ids, messages, controls, index } = useQuestionContext('Counter');
  const over = length > limit;
  const text = over ? messages.counterOver(length, limit) : messages.counter(length, limit);
  const said = useRef<boolean>(undefined);
  useEffect(() => {
    if (said.current === over) return undefined;
    const timer = setTimeout(() => {
      said.current = over;
      controls.announce(text);
    }, QUIET_MS);
    return () => clearTimeout(timer);
  }, [text, over, controls]);
  return (
    <p {...part('counter')} id={ids('counter', index)} data-over={over ? '' : undefined}>
      {text}
    </p>
  );
}
