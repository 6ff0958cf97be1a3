import type { WriteStream } from 'node:tty';
import type { AskUserResult } from '../../core/answer/types.js';
import { createAskUserStore } from '../../core/flow/store.js';
import type { AskUserState, FlowOptionsInput } from '../../core/flow/types.js';
import type { AskUserRequest } from '../../core/question/types.js';
import { admit, raise, SETTLE_MS, UNSEEN, type Guard } from './guard.js';
import type { Key } from './key.js';
import { press } from './keys.js';
import { createUi } from './ui.js';
import { view, type Frame } from './view.js';

/** What came of asking: a result, or that the person ended the program. */
export type Ending = AskUserResult | 'interrupted';

/**
 * One request at one terminal: the flow, where the person is looking, and what is to be on the screen. Times are milliseconds of one
 * clock, which only goes forward.
 */
export interface Session {
  /** A key that came at `now`; dropped where it can't be an answer to what is on the screen. */
  press(key: Key, now: number): void;
  /** The first frame was drawn, or the first one after the program was stopped: no key from before counts. */
  shown(now: number): void;
  /** How long until every key counts: 0 for now, Infinity before anything is shown. The frame has no hints until then. */
  waits(now: number): number;
  /** An ending from outside. */
  settle(result: AskUserResult): void;
  frame(now: number): Frame;
  state(): AskUserState;
  /** Absent until it is over. */
  ending(): Ending | undefined;
}

/** A terminal that does not know its size is as large as the first ones were. */
export const sizeOf = ({ columns, rows }: Pick<WriteStream, 'columns' | 'rows'>) => ({
  columns: columns || 80,
  rows: rows || 24,
});

/** Starts with nothing chosen; `output` says how large the screen is, and whether it has colours. */
export function createSession(
  request: AskUserRequest,
  flow: FlowOptionsInput,
  output: Pick<WriteStream, 'columns' | 'rows' | 'getColorDepth'>,
): Session {
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
    ending() {
      const { phase, result } = store.getState();
      if (phase === 'settled' && result) return result;
      return interrupted ? 'interrupted' : undefined;
    },
    frame(now) {
      const { columns, rows } = sizeOf(output);
      const screen = { columns, rows, color: output.getColorDepth() > 1 };
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
