import { timeOf, type KeyEventLike } from './key-events.js';

/**
 * Condition that some keys wait for, usually after focus was moved. These are digits outside of fields, Space on an
 * option, and Enter on an option, on a heading or in an answer.
 * - `none`: nothing.
 * - `release`: the release of a key that is down.
 * - `follow`: the release; Enter and Space also wait 500 ms.
 * - `all`: the release and 500 ms.
 */
export type KeyGuard = 'none' | 'release' | 'follow' | 'all';

/** Time in milliseconds during which keys are ignored, because the user may have meant them for another element. */
const ARMING_MS = 500;

export interface GuardedKeys {
  guard: (kind: KeyGuard) => void;
  keyDown: () => void;
  keyUp: () => void;
  /** Whether a key may have its effect now. */
  armed: (event: Pick<KeyEventLike, 'key' | 'timeStamp' | 'view'>) => boolean;
}

export function createKeyGuard(): GuardedKeys {
  let kind: KeyGuard = 'none';
  let since = 0;
  let isDown = false;
  let held = false;
  return {
    guard(next) {
      kind = next;
      since = performance.now();
      held = isDown;
    },
    keyDown() {
      isDown = true;
    },
    keyUp() {
      isDown = false;
      held = false;
    },
    armed(event) {
      const { key } = event;
      if (kind === 'none') return true;
      const waits = kind === 'all' || (kind === 'follow' && (key === 'Enter' || key === ' '));
      return !held && !(waits && timeOf(event) - since < ARMING_MS);
    },
  };
}
