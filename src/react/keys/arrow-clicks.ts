/** Tells whether a click is the browser's own, by which an arrow key chooses a radio button. */
export interface ArrowClicks {
  readonly hear: (event: { readonly key: string }) => void;
  readonly isClicking: () => boolean;
}

export function createArrowClicks(): ArrowClicks {
  let isDown = false;
  return {
    hear({ key }) {
      if (!key.startsWith('Arrow')) return;
      isDown = true;
      // What it chooses is chosen before any timer.
      setTimeout(() => (isDown = false));
    },
    isClicking: () => isDown,
  };
}
