'use client';
import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { useAsk } from '../context.js';

/**
 * Places a notice about earlier input. For the first request of an inline card, the notice comes only once its code is
 * loaded, so it is placed below the buttons, where it moves nothing. Later notices come together with their request.
 */
export function Notice({ children }: { children: ReactNode }): ReactNode {
  const { body, generation, presentation } = useAsk();
  const { current: element } = body;
  return generation === 0 && presentation === 'inline' && element ? createPortal(children, element) : children;
}
