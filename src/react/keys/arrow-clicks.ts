/** Detects clicks that the browser makes when an arrow key selects a native radio button. */
export interface ArrowClicks {
  /** Registers a key press. */
  readonly onKeyDown: (event: { readonly key: string }) => void;
  /** Whether a click at this moment comes from an arrow key. */
  readonly isClicking: () => boolean;
}

/** Creates a detector without a registered key. */
export function createArrowClicks(): ArrowClicks {
  let isDown = false;
  return {
    onKeyDown({ key }) {
      if (!key.startsWith('Arrow')) return;
      isDown = true;
      // The browser selects the radio before any timer runs.
      setTimeout(() => (isDown = false));
    },
    isClicking: () => isDown,
  };
}
