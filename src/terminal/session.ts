import type { AskUserResult } from '../core/answer/types.js';
import { createAskUserStore } from '../core/flow/store.js';
import type { AskUserState, FlowOptionsInput } from '../core/flow/types.js';
import type { AskUserRequest } from '../core/question/types.js';
import { admit, raise, SETTLE_MS, UNSEEN, type Guard } from './guard.js';
import type { Key } from './key.js';
import { press } from './keys.js';
import { ansiTheme, type TerminalTheme } from './theme.js';
import { createUi } from './ui.js';
import { view, type Frame } from './view.js';

/** Rows and columns that the host lends to a session. */
export interface TerminalSize {
  /** @default 80, also for 0 */
  readonly columns?: number | undefined;
  /** @default 24, also for 0 */
  readonly rows?: number | undefined;
}

/** Options of `createSession`: those of the flow, and how its frames look. */
export interface TerminalSessionOptions extends FlowOptionsInput {
  /** @default ansiTheme */
  readonly theme?: TerminalTheme | undefined;
  /** Sentence that is shown in place of a preview in HTML. By default, it says that a terminal can't show the preview. */
  readonly htmlPreviewNote?: string | undefined;
}

/**
 * One request in one terminal. It has no clock, no timer and no stream: `now` is a time in milliseconds of any clock that only goes
 * forward, such as `performance.now()`, and the host renders the frames.
 */
export interface TerminalSession {
  /**
   * Takes a key that was pressed at `now`. A key that can't be meant for what is on the screen has no effect: one from before the
   * first frame, or the repetition of a key that is held down.
   */
  press(key: Key, now: number): void;
  /** Called by the host once the first frame is on the screen, and again after its program was stopped and continued. */
  shown(now: number): void;
  /**
   * Returns how many milliseconds remain until every key counts: 0 if it does now, Infinity before `shown`. The hints are hidden until
   * then, so the host renders once more after this time.
   */
  waits(now: number): number;
  /** Settles the request from outside, such as `{ status: 'aborted' }` if the agent stopped. Has no effect once it is settled. */
  settle(result: AskUserResult): void;
  /** Returns the lines to render. */
  frame(now: number, size?: TerminalSize): Frame;
  state(): AskUserState;
  /** Returns `undefined` while the user is answering, and `interrupted` if the user ended the program with Ctrl+C. */
  result(): AskUserResult | 'interrupted' | undefined;
}

/** The size with its defaults. */
export const sizeOf = ({ columns, rows }: TerminalSize) => ({ columns: columns || 80, rows: rows || 24 });

/**
 * Creates the terminal's form of the dialog for one request: keys in, lines out. Nothing is selected at first.
 *
 * @example
 * const session = createSession(request, { allowDecline: true });
 * output.write(session.frame(performance.now(), output).lines.join('\n'));
 */
export function createSession(request: AskUserRequest, options: TerminalSessionOptions = {}): TerminalSession {
  const { theme = ansiTheme, htmlPreviewNote, ...flow } = options;
  const store = createAskUserStore(request, flow);
  let ui = createUi(request);
  let guard: Guard = UNSEEN;
  let interrupted = false;
  return {
    press(key, now) {
      const before = { state: store.getState(), ui };
      const admitted = admit(guard, key, before.state, ui, now);
      guard = admitted.guard;
      if (!admitted.counts) return;
      const step = press(key, before.state, ui);
      interrupted ||= step.interrupt === true;
      ui = step.ui;
      for (const action of step.actions) store.dispatch(action);
      guard = raise(guard, key, before, { state: store.getState(), ui }, now);
    },
    shown(now) {
      guard = { after: 'start', until: now + SETTLE_MS };
    },
    waits: (now) => Math.max(0, guard.until - now),
    settle: (result) => store.dispatch({ type: 'settle', result }),
    state: store.getState,
    result() {
      const { phase, result } = store.getState();
      if (phase === 'settled' && result) return result;
      return interrupted ? 'interrupted' : undefined;
    },
    frame(now, size = {}) {
      const screen = { ...sizeOf(size), theme, htmlPreviewNote };
      const at = (page: number) => view(store.getState(), { ...ui, page }, screen, now >= guard.until);
      let frame = at(ui.page);
      // Scrolling back begins at the end of the text, however many pages were asked for.
      while (ui.page > 0) {
        const before = at(ui.page - 1);
        if (String(before.lines) !== String(frame.lines)) break;
        ui = { ...ui, page: ui.page - 1 };
        frame = before;
      }
      return frame;
    },
  };
}
