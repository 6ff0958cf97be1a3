const EVENTS = ['focus', 'blur', 'visibilitychange'] as const;

/** Whether the page is hidden or does not have focus. A page has focus if a frame in it has. */
export const isAway = (): boolean => document.hidden || !document.hasFocus();

/** Calls the listener when `isAway` may have changed. Returns a function that removes it. */
export function watchAway(listener: () => void): () => void {
  for (const name of EVENTS) window.addEventListener(name, listener);
  return () => {
    for (const name of EVENTS) window.removeEventListener(name, listener);
  };
}
