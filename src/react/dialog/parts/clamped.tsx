'use client';
import { useRef, useState, useSyncExternalStore, type ReactNode } from 'react';
import { part } from '../anatomy.js';
import { useIsomorphicLayoutEffect } from '../../flow/use-isomorphic-layout-effect.js';
import type { ClampLabels } from '../../text/clamp-words.js';

const subscribe = () => () => {};

/** The stylesheet limits clamped content to three lines. */
export function ClampedText({ labels: [showAll, showLess], children }: ClampedProps): ReactNode {
  // Do not clamp server-rendered HTML, because the button works only after hydration.
  const isHydrated = useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
  const box = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const [long, setLong] = useState(false);
  const clamped = isHydrated && !open;
  useIsomorphicLayoutEffect(() => {
    const { current } = box;
    if (!current || !clamped) return undefined;
    const measure = () => setLong(current.scrollHeight > current.clientHeight + 1);
    // Measure before the next paint, so that the button does not appear later.
    measure();
    if (typeof ResizeObserver === 'undefined') return undefined;
    const sizes = new ResizeObserver(measure);
    sizes.observe(current);
    // A translation can make the text longer in a box that keeps its size.
    const texts = new MutationObserver(measure);
    texts.observe(current, { childList: true, subtree: true });
    return () => {
      sizes.disconnect();
      texts.disconnect();
    };
  }, [clamped, children]);
  return (
    <>
      <div {...part('answer-text')} data-clamped={clamped ? '' : undefined} ref={box}>
        {children}
      </div>
      {(long || open) && (
        <button {...part('question-action')} type="button" onClick={() => setOpen(!open)}>
          {open ? showLess : showAll}
        </button>
      )}
    </>
  );
}

interface ClampedProps {
  labels: ClampLabels;
  children: ReactNode;
}
