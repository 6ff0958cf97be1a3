import type { AskUserResult } from '../core/answer/types.js';
import { findOffer } from '../core/flow/carry.js';
import { keepAnswers, reopenKept } from '../core/flow/keep-answers.js';
import { readKept, writeKept } from '../core/flow/kept-answers.js';
import { connectAskBack } from '../core/flow/connect-ask-back.js';
import { createAskUserStore } from '../core/flow/store.js';
import type { AskUserAction, AskUserState, FlowOptionsInput, OnAskBack } from '../core/flow/types.js';
import type { AskUserRequest } from '../core/question/types.js';
import { admit, raise, SETTLE_MS, UNSEEN, type Guard } from './guard.js';
import type { Key } from './key.js';
import { press } from './keys.js';
import type { AskUserTerminalMessagesInput } from '../messages/terminal-types.js';
import { ansiTheme, type TerminalTheme } from './theme.js';
import { createUi, type Ui } from './ui.js';
import { view, type Frame } from './view.js';

/** Number of rows and columns that a session may use. */
export interface TerminalSize {
  /**
   * Number of columns. `0` counts as unknown, so the default applies.
   *
   * @default 80
   */
  readonly columns?: number | undefined;
  /**
   * Number of rows. `0` counts as unknown, so the default applies.
   *
   * @default 24
   */
  readonly rows?: number | undefined;
}

/** Record of answers that were not accepted. */
export interface KeptRecord {
  /** Text that `keep` of the latest session returned, if there is one. Any other text is ignored. */
  readonly text?: string | undefined;
  /** Time in milliseconds since 1970. */
  readonly now: number;
  /** Conversation of the request. By default, the record has only one. */
  readonly conversationId?: string | undefined;
}

/** Options for `createSession`: those of the flow, and those of the rendering. */
export interface TerminalSessionOptions extends FlowOptionsInput {
  /**
   * Styles of the frames.
   *
   * @default ansiTheme
   */
  readonly theme?: TerminalTheme | undefined;
  /**
   * Texts in another language, such as `deTerminal`, or some of them.
   *
   * @default enTerminal
   */
  readonly messages?: AskUserTerminalMessagesInput | undefined;
  /** Returns the reply when the user asks the agent about a question, with Ctrl+O. By default, that is not offered. */
  readonly onAskBack?: OnAskBack | undefined;
  /** Called when a reply has arrived or failed. Render another frame then. */
  readonly onChange?: (() => void) | undefined;
  /** Sentence that replaces an HTML preview. By default, it explains that a terminal cannot show the preview. */
  readonly htmlPreviewNote?: string | undefined;
  /**
   * Answers that were not accepted in earlier sessions. They are offered for questions of the same conversation that are
   * asked again.
   */
  readonly kept?: KeptRecord | undefined;
}

/**
 * One request in one terminal. A session has no clock, timer or stream: the host renders its frames and passes the
 * time. `now` is in milliseconds of any monotonic clock, such as `performance.now()`.
 */
export interface TerminalSession {
  /**
   * Handles a key that was pressed at `now`. Keys that cannot be meant for the current frame have no effect, such as
   * those pressed before the first frame, and repetitions of Enter. Ctrl+C always counts.
   */
  press(key: Key, now: number): void;
  /**
   * Starts accepting keys, 150 ms from `now` at the earliest. Call it when the first frame is on the screen, and after
   * the program was suspended.
   */
  shown(now: number): void;
  /**
   * Returns the number of milliseconds until all keys count: `0` if they count now, `Infinity` before `shown`. Key
   * hints are hidden until then, so render another frame after this time.
   */
  waits(now: number): number;
  /**
   * Settles the request, such as with `{ status: 'aborted' }` if the agent stopped. No effect if it is already settled.
   */
  settle(result: AskUserResult): void;
  /** Returns the lines to render and the position of the cursor. */
  frame(now: number, size?: TerminalSize): Frame;
  /** Returns the state of the flow. */
  state(): AskUserState;
  /**
   * Returns the record for later sessions as text: the given one, with what was entered here, unless its answers were
   * accepted or the user discarded them. It contains no answers to secret questions, at most 20 requests, and nothing
   * older than 7 days. Returns `undefined` if it is empty. Call it when the session has ended, and before that as often
   * as you like: each call replaces what the record contains of this session.
   */
  keep(record: Omit<KeptRecord, 'conversationId'>): string | undefined;
  /**
   * Returns the result, `interrupted` if the user pressed Ctrl+C to end the program, or `undefined` if there is no
   * result yet.
   */
  result(): AskUserResult | 'interrupted' | undefined;
}

export const sizeOf = ({ columns, rows }: TerminalSize) => ({ columns: columns || 80, rows: rows || 24 });

/**
 * Creates a terminal session for one request. It receives keys and returns lines.
 *
 * @example
 * const session = createSession(request, { allow: { decline: true } });
 * output.write(session.frame(performance.now(), output).lines.join('\n'));
 */
export function createSession(request: AskUserRequest, options: TerminalSessionOptions = {}): TerminalSession {
  const { theme = ansiTheme, messages, htmlPreviewNote, kept, onAskBack, onChange, ...flow } = options;
  const store = createAskUserStore(request, flow);
  const scope = { conversationId: kept?.conversationId ?? '', id: request.requestId };
  const reopen = ({ text = '', now }: Omit<KeptRecord, 'conversationId'>) =>
    reopenKept(readKept(text) ?? [], store.getState(), scope, now);
  let ui: Ui = {
    ...createUi(request),
    ...(kept && { carried: { offer: findOffer(reopen(kept), store.getState(), scope, kept.now), filled: [] } }),
  };
  let guard: Guard = UNSEEN;
  let interrupted = false;
  let isCalled = false;
  let isKept = false;
  const dispatch = (action: AskUserAction) => {
    isCalled = true;
    store.dispatch(action);
    isCalled = false;
  };
  if (onAskBack) connectAskBack(store, onAskBack);
  store.subscribe(() => isCalled || onChange?.());
  return {
    press(key, now) {
      const before = { state: store.getState(), ui };
      const admitted = admit(guard, key, before.state, ui, now);
      guard = admitted.guard;
      if (!admitted.counts) return;
      const step = press(key, before.state, ui);
      interrupted ||= step.interrupt === true;
      ui = step.ui;
      for (const action of step.actions) dispatch(action);
      guard = raise(guard, key, before, { state: store.getState(), ui }, now);
    },
    shown(now) {
      guard = { after: 'start', until: now + SETTLE_MS };
    },
    waits: (now) => Math.max(0, guard.until - now),
    settle: (result) => dispatch({ type: 'settle', result }),
    state: store.getState,
    keep(record) {
      // Later, the record contains this session, and what it contained then has been edited since.
      const earlier = isKept ? (readKept(record.text ?? '') ?? []) : reopen(record);
      isKept = true;
      const next = keepAnswers(earlier, store.getState(), scope, record.now);
      return next.length > 0 ? writeKept(next) : undefined;
    },
    result() {
      const { phase, result } = store.getState();
      if (phase === 'settled' && result) return result;
      return interrupted ? 'interrupted' : undefined;
    },
    frame(now, size = {}) {
      const screen = { ...sizeOf(size), theme, messages, htmlPreviewNote };
      const at = (page: number) => view(store.getState(), { ...ui, page }, screen, now >= guard.until);
      let frame = at(ui.page);
      // Limit the page to the last one, so that scrolling back has an effect at once.
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
