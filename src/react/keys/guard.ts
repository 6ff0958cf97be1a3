import type { KeyEventLike } from './press.js';

/**
 * What digits, Enter and Space wait for after the focus was moved: `all` for half a second and for the release of a key that
 * is down, `follow` for the release and, Enter and Space alone, for the half second, `release` for the release.
 */
export type KeyGuard = 'none' | 'release' | 'follow' | 'all';

/** For this long after the focus was moved for the user, keys that were meant for something else are ignored. */
const ARMING_MS = 500;

export interface GuardedKeys {
  /** From now on, in place of what was waited for before. */
  guard: (kind: KeyGuard) => void;
  keyDown: () => void;
  keyUp: () => void;
  /** A key counts. */
  armed: (event: Pick<KeyEventLike, 'key' | 'timeStamp'>) => boolean;
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
    armed({ key, timeStamp }) {
      if (kind === 'none') return true;
      const waits = kind === 'all' || (kind === 'follow' && (key === 'Enter' || key === ' '));
      return !held && !(waits && timeStamp - since < ARMING_MS);
    },
  };
}
