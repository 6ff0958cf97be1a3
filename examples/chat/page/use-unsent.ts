import { useRef, useState } from 'react';

/**
 * Keeps texts that wait until they can be sent. `take` returns them once, also if an effect runs twice.
 */
export function useUnsent(kept: readonly string[]) {
  const latest = useRef(kept);
  const [unsent, setUnsent] = useState(kept);
  function set(texts: readonly string[]): void {
    latest.current = texts;
    setUnsent(texts);
  }

  return {
    unsent,
    add: (text: string): void => set([...latest.current, text]),
    take(): readonly string[] {
      const texts = latest.current;
      if (texts.length > 0) set([]);
      return texts;
    },
  };
}
