import { useEffect, useRef, useState, type RefObject } from 'react';
import type { QuestionContextValue } from '../dialog/context.js';
import { useDraft } from '../dialog/use-draft.js';
import { whenLoaded } from '../lazy/later.js';
import { laterCard } from '../lazy/later-card.js';
import type { Count } from './count.js';

/** Counts the custom text from 90 % of the soft limit on. `element` shows the count. */
export function useCounter(
  ask: QuestionContextValue,
  limit: number,
): Partial<Count> & { readonly element: RefObject<HTMLParagraphElement | null> } {
  const element = useRef<HTMLParagraphElement>(null);
  const [count, setCount] = useState<Count>();
  // A string never has fewer UTF-16 code units than code points.
  const isNear = useDraft(ask, ({ custom }) => custom.length >= limit * 0.9);
  useEffect(
    () => (isNear ? whenLoaded(laterCard, (later) => later.countText(ask, limit, element, setCount)) : undefined),
    [ask, limit, isNear],
  );
  return { ...(isNear && count), element };
}
