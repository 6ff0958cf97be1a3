import { useState } from 'react';

/** Keeps the text that is being written under a key of `sessionStorage`, so that a reload does not lose it. */
export function useKeptText(key: string): [string, (text: string) => void] {
  const [text, setText] = useState(() => readText(key));
  function keepText(next: string): void {
    setText(next);
    try {
      if (next) sessionStorage.setItem(key, next);
      else sessionStorage.removeItem(key);
    } catch {
      // If storage is full or blocked, only a reload loses the text.
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
