import { useEffect, useMemo, type SyntheticEvent } from 'react';
import { createKeys, runIntent, shownFilter, type EngineKeys, type KeyHandlers } from '../engine/keys.js';
import { escapeIntent } from '../keys/route.js';
import type { AskUserContextValue } from './context.js';

interface CardKeyHandlers extends KeyHandlers {
  readonly onKeyDownCapture: EngineKeys['onKeyDown'];
  /** Handles the browser's request to close a `<dialog>`, unless it is an Escape that was handled as a key. */
  readonly onCancel: (event: SyntheticEvent) => void;
}

/**
 * Handles keys in the capture phase, so that Radix and the host's bubbling handlers do not receive those that the card
 * uses.
 */
export function useCardKeys({ engine }: AskUserContextValue, live: boolean): CardKeyHandlers {
  const { onKeyDown, owns, handlers, listen } = useMemo(() => createKeys(engine), [engine]);
  useEffect(() => (live ? listen(() => true) : undefined), [listen, live]);
  return {
    ...handlers,
    onKeyDownCapture: onKeyDown,
    onCancel(event) {
      if (event.target !== event.currentTarget) return;
      // React would also tell a dialog of the host.
      event.stopPropagation();
      // Not an Escape that was handled as a key. The cause is, for example, the Back button of a phone, a key of an input
      // method, Escape in a web component, or a call of `requestClose()`.
      event.preventDefault();
      const { timeStamp, currentTarget } = event;
      const view = currentTarget.ownerDocument.defaultView;
      if (!owns({ keyCode: 0, timeStamp, view }))
        runIntent(escapeIntent(engine.store.getState().phase, shownFilter(engine)), engine);
    },
  };
}
