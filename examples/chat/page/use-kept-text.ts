import { useState } from 'react';

/** A text that is being written, kept for this tab under a key of `sessionStorage`: a reload does not lose it. */
export function useKeptText(key: string): [string, (text: string) => void] {
  const [text, setText] = useState(() => readText(key));
  function keepText(next: string): void {
    setText(next);
    try {
      if (next) sessionStorage.setItem(key, next);
      else sessionStorage.removeItem(key);
    } catch {
      // A full or forbidden storage costs the reload, not the text.
    }
  }
  return [text, keepText];
}

function readText(key: string): string {
  try {
    return sessionStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
}
