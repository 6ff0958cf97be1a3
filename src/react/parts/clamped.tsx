'use client';
import { useRef, useState, useSyncExternalStore, type ReactNode } from 'react';
import { part } from '../anatomy.js';
import { useIsomorphicLayoutEffect } from '../hooks/use-isomorphic-layout-effect.js';
import type { ClampWords } from '../text/clamp-words.js';

const subscribe = () => () => {};

/** Three lines of what is in it, and a button that shows the others, if there are any. */
export function Clamped({ words: [showAll, showLess], children }: ClampedProps): ReactNode {
  // Whole as long as there are no scripts, since nobody could open it.
  const live = useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
  const box = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const [long, setLong] = useState(false);
  const clamped = live && !open;
  useIsomorphicLayoutEffect(() => {
    const { current } = box;
    if (!current || !clamped) return undefined;
    const measure = () => setLong(current.scrollHeight > current.clientHeight + 1);
    // Before it is seen, so that the button is there from the start.
    measure();
    if (typeof ResizeObserver === 'undefined') return undefined;
    const sizes = new ResizeObserver(measure);
    sizes.observe(current);
    return () => sizes.disconnect();
  }, [clamped, children]);
  return (
    <>
      <div {...part('answer-text')} data-clamped={clamped ? '' : undefined} ref={box}>
        {children}
      </div>
      {(long || open) && (
        <button {...part('extra')} type="button" onClick={() => setOpen(!open)}>
          {open ? showLess : showAll}
        </button>
      )}
    </>
  );
}

interface ClampedProps {
  words: ClampWords;
  children: ReactNode;
}
