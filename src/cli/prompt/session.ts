import type { WriteStream } from 'node:tty';
import type { AskUserResult } from '../../core/answer/types.js';
import { createAskUserStore } from '../../core/flow/store.js';
import type { AskUserState, FlowOptionsInput } from '../../core/flow/types.js';
import type { AskUserRequest } from '../../core/question/types.js';
import type { Key } from './key.js';
import { press } from './keys.js';
import { createUi } from './ui.js';
import { view, type Frame } from './view.js';

/** What came of asking: a result, or that the person ended the program. */
export type Ending = AskUserResult | 'interrupted';

/** One request at one terminal: the flow, where the person is looking, and what is to be on the screen. */
export interface Session {
  press(key: Key): void;
  /** An ending from outside. */
  settle(result: AskUserResult): void;
  frame(): Frame;
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
export function createSession(request: AskUserRequest, flow: FlowOptionsInput, output: WriteStream): Session {
  const store = createAskUserStore(request, flow);
  let ui = createUi(request);
  let interrupted = false;
  return {
    press(key) {
      const step = press(key, store.getState(), ui);
      interrupted ||= step.interrupt === true;
      ui = step.ui;
      for (const action of step.actions) store.dispatch(action);
    },
    settle: (result) => store.dispatch({ type: 'settle', result }),
    state: store.getState,
    ending() {
      const { phase, result } = store.getState();
      if (phase === 'settled' && result) return result;
      return interrupted ? 'interrupted' : undefined;
    },
    frame() {
      const { columns, rows } = sizeOf(output);
      const screen = { columns, rows, color: output.getColorDepth() > 1 };
      const at = (page: number) => view(store.getState(), { ...ui, page }, screen);
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
