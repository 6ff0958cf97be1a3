import { useEffect, useState, type RefObject } from 'react';

/** Whether the content of an element does not fit into its height. `content` is what changes with the content. */
export function useOverflow(element: RefObject<HTMLElement | null>, content: unknown): boolean {
  const [long, setLong] = useState(false);
  useEffect(() => {
    const { current } = element;
    if (!current || typeof ResizeObserver === 'undefined') return undefined;
    const sizes = new ResizeObserver(() => setLong(current.scrollHeight > current.clientHeight));
    // At its maximum height, the box does not resize if its content grows.
    for (const box of [current, ...current.children]) sizes.observe(box);
    return () => sizes.disconnect();
  }, [element, content]);
  return long;
}
