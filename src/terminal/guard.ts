import type { AskUserState } from '../core/flow/types.js';
import { digitOf, type Key } from './key.js';
import { isTyping, type Ui } from './ui.js';

/** Milliseconds to wait after `shown`, and after each key that is ignored in that time. */
export const SETTLE_MS = 150;
/**
 * Milliseconds to wait after an Enter or Escape that acts, a paste, and a change to another question or phase. A key
 * that is ignored in that time starts the wait again. After a paste, every key does.
 */
export const HOLD_MS = 200;

/** Prevents keys from acting on text that the user cannot have read yet. Times are in milliseconds of one clock. */
export interface Guard {
  /**
   * The reason for the wait. After `start`, keys may have been pressed before the frame was on the screen. After
   * `paste`, they may be part of the paste. After `step`, they may be repetitions of a key that is held down.
   */
  readonly after: 'start' | 'paste' | 'step';
  /** Time from which all keys count again. */
  readonly until: number;
}

export const UNSEEN: Guard = { after: 'start', until: Infinity };

/** Whether a key is Enter, Ctrl+J or Escape. */
const ends = ({ name = '' }: Key): boolean => ['return', 'enter', 'escape'].includes(name);
const isInterrupt = ({ name, ctrl }: Key): boolean => ctrl && name === 'c';

/** Whether a key other than Ctrl+C can select, clear, send, skip, or leave the questions, and does not edit text. */
function acts(key: Key, state: AskUserState, ui: Ui): boolean {
  const { name = '', ctrl, meta } = key;
  if (ui.paste !== undefined) return false;
  if (name === 'escape' || (ctrl && ['s', 't', 'x'].includes(name))) return true;
  if (isTyping(state, ui)) return name === 'return' && !meta;
  const confirms = (state.phase !== 'answering' || ui.offered) && (name === 'y' || name === 'n');
  if (ctrl && ['r', 'e', 'u', 'a'].includes(name)) return true;
  return ends(key) || ['space', 'backspace', 'delete'].includes(name) || digitOf(key) !== undefined || confirms;
}

export function admit(guard: Guard, key: Key, state: AskUserState, ui: Ui, now: number) {
  if (now >= guard.until) return { counts: true, guard };
  const counts = isInterrupt(key) || (guard.after !== 'start' && !acts(key, state, ui));
  // A pasted text can contain the end marker of a paste. The rest of it then arrives as keys.
  const extended = !counts || guard.after === 'paste';
  const wait = guard.after === 'start' ? SETTLE_MS : HOLD_MS;
  return { counts, guard: extended ? { ...guard, until: Math.max(guard.until, now + wait) } : guard };
}

interface Seen {
  readonly state: AskUserState;
  readonly ui: Ui;
}

/**
 * Returns the guard after a key that counted. An Enter or Escape that acts, the end of a paste, and another question or
 * phase start a new wait.
 */
export function raise(guard: Guard, key: Key, before: Seen, after: Seen, now: number): Guard {
  const until = now + HOLD_MS;
  if (before.ui.paste !== undefined && after.ui.paste === undefined) return { after: 'paste', until };
  const moved =
    before.state.phase !== after.state.phase ||
    before.state.active !== after.state.active ||
    before.ui.offered !== after.ui.offered;
  // An Enter or Escape can act without another question or phase, such as by closing a note.
  const ended = ends(key) && acts(key, before.state, before.ui);
  return moved || ended ? { after: 'step', until } : guard;
}
