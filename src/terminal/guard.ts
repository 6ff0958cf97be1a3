import type { AskUserState } from '../core/flow/types.js';
import { digitOf, type Key } from './key.js';
import { isTyping, type Ui } from './ui.js';

/** Milliseconds after the first frame, and after the last key that came too soon. */
export const SETTLE_MS = 150;
/** Milliseconds after an Enter, a paste, and whatever leads to something else to read. */
export const HOLD_MS = 200;

/** Keeps keys from acting on what nobody can have read. Its times are milliseconds of any one clock. */
export interface Guard {
  /**
   * What came before. At the `start` no key counts, since it was not meant for this program. After a `paste` or a `step`, keys that
   * choose or send don't count, since a paste may hold them, and a key that is held down repeats itself.
   */
  readonly after: 'start' | 'paste' | 'step';
  /** When keys count again. */
  readonly until: number;
}

/** Nothing is drawn yet. */
export const UNSEEN: Guard = { after: 'start', until: Infinity };

const isEnter = ({ name }: Key): boolean => name === 'return' || name === 'enter';
const isInterrupt = ({ name, ctrl }: Key): boolean => ctrl && name === 'c';

/** Whether a key chooses, sends, skips or throws away, and is not text. */
function acts(key: Key, state: AskUserState, ui: Ui): boolean {
  const { name = '', ctrl, meta } = key;
  if (ui.paste !== undefined) return false;
  if (ctrl && (name === 's' || name === 'x')) return true;
  if (isTyping(state, ui)) return name === 'return' && !meta;
  const confirms = state.phase !== 'answering' && (name === 'y' || name === 'n');
  return isEnter(key) || name === 'space' || digitOf(key) !== undefined || confirms;
}

/** Whether a key counts at `now`, in milliseconds, and the guard after it: one that does not count extends the wait. */
export function admit(guard: Guard, key: Key, state: AskUserState, ui: Ui, now: number) {
  if (now >= guard.until) return { counts: true, guard };
  const counts = isInterrupt(key) || (guard.after !== 'start' && !acts(key, state, ui));
  // A long text after what only looks like the end of a paste goes on arriving.
  const extended = !counts || guard.after === 'paste';
  const wait = guard.after === 'start' ? SETTLE_MS : HOLD_MS;
  return { counts, guard: extended ? { ...guard, until: Math.max(guard.until, now + wait) } : guard };
}

interface Seen {
  readonly state: AskUserState;
  readonly ui: Ui;
}

/** The guard after a key that counted: raised by an Enter, by the end of a paste, and by another panel. */
export function raise(guard: Guard, key: Key, before: Seen, after: Seen, now: number): Guard {
  const until = now + HOLD_MS;
  if (before.ui.paste !== undefined && after.ui.paste === undefined) return { after: 'paste', until };
  const moved = before.state.phase !== after.state.phase || before.state.active !== after.state.active;
  const entered = isEnter(key) && acts(key, before.state, before.ui);
  return moved || entered ? { after: 'step', until } : guard;
}
