import { createKeyDecoder, createSession, type Key, linesWithCursor, type TerminalTheme } from '../terminal/index.js';
import type { AskUserRequest, AskUserResult } from '../core/index.js';
import type { PiColor, PiComponent, PiContext, PiTheme, PiTui } from './types.js';
import { WORDS } from './words.js';

/** Rows for pi's footer, and for the end of the conversation above the questions. */
const PI_ROWS = 6;
const FEWEST_ROWS = 5;
/** Milliseconds in which a second Ctrl+C quits pi, if no other key is pressed in between. */
const QUIT_MS = 2_000;
/**
 * Marks the position for the terminal's cursor, at which input methods open their windows. Source: pi-tui,
 * `CURSOR_MARKER`.
 */
const CURSOR = '\u001b_pi:c\u0007';
const cursor = (character: string): string => `${CURSOR}\u001b[7m${character}\u001b[27m`;

/** Result of the component. `quit` means that the user pressed Ctrl+C twice. */
export type TerminalResult = AskUserResult | 'quit';

interface ComponentOptions {
  readonly request: AskUserRequest;
  /** Answers that were not accepted in earlier requests of pi's session. */
  readonly kept: { text?: string | undefined };
  readonly signal?: AbortSignal | undefined;
  readonly tui: PiTui;
  readonly theme: PiTheme;
  readonly onInterrupt: () => void;
  readonly done: (result: TerminalResult) => void;
}

/** Creates a component that passes pi's input to a terminal session. Ctrl+C reaches the session only during a paste. */
export function createComponent(options: ComponentOptions): PiComponent {
  const { request, kept, signal, tui, theme, onInterrupt, done } = options;
  const session = createSession(request, { theme: themeOf(theme), kept: { ...kept, now: Date.now() } });
  const decoder = createKeyDecoder();
  let waiting: ReturnType<typeof setTimeout> | undefined;
  let isDone = false;
  let shown = false;
  let pasting = false;
  let interruptedAt = -Infinity;

  function end(result: TerminalResult): void {
    if (isDone) return;
    isDone = true;
    clearTimeout(waiting);
    signal?.removeEventListener('abort', abort);
    kept.text = session.keep({ ...kept, now: Date.now() });
    done(result);
  }

  const abort = (): void => end({ status: 'aborted' });

  function press(key: Key, now: number): void {
    if (key.ctrl && key.name === 'c' && !pasting) {
      if (now - interruptedAt <= QUIT_MS) return end('quit');
      interruptedAt = now;
      return onInterrupt();
    }
    interruptedAt = -Infinity;
    // Ctrl+C ends a paste whose end marker is missing.
    if (key.ctrl || key.name === 'paste-end') pasting = false;
    if (key.name === 'paste-start') pasting = true;
    session.press(key, now);
    const result = session.result();
    if (result && result !== 'interrupted') end(result);
  }

  signal?.addEventListener('abort', abort, { once: true });
  return {
    focused: true,
    handleInput(data) {
      const now = performance.now();
      // pi splits its input into keys, so a single Escape is the Escape key.
      const keys = [...decoder.decode(data), ...(decoder.pending() ? decoder.flush() : [])];
      for (const key of keys) if (!isDone) press(key, now);
      if (!isDone) tui.requestRender();
    },
    render(width) {
      const now = performance.now();
      if (!shown) session.shown(now);
      shown = true;
      clearTimeout(waiting);
      const wait = session.waits(now);
      if (!isDone && wait > 0) waiting = setTimeout(() => tui.requestRender(), wait);
      const rows = Math.max(FEWEST_ROWS, tui.terminal.rows - PI_ROWS);
      return [...linesWithCursor(session.frame(now, { columns: width, rows }), cursor)];
    },
    invalidate() {},
    dispose() {
      clearTimeout(waiting);
      signal?.removeEventListener('abort', abort);
    },
  };
}

/**
 * Quits pi through its handler of SIGTERM, which restores the terminal. The tool call then has no result, so its
 * questions are asked again when the session continues. The event is emitted, but no signal is sent: a signal would end
 * the process at once on Windows.
 */
function quit(signal?: AbortSignal): Promise<AskUserResult> {
  // pi 0.74.2 removes its handler inside the handler. Without another handler, a library of pi would send the signal.
  process.on('SIGTERM', () => {});
  process.emit('SIGTERM', 'SIGTERM');
  return new Promise((resolve) => {
    signal?.addEventListener('abort', () => resolve({ status: 'aborted' }), { once: true });
  });
}

/** A host that runs pi's extensions can have a `custom` that shows nothing. That is no cancellation by the user. */
const NOT_SHOWN: AskUserResult = { status: 'unavailable', reason: 'The host did not show the question.' };

/** What was entered in a session of pi and not accepted, as long as the process lives. */
const keptIn = new WeakMap<object, ComponentOptions['kept']>();

export async function askInTerminal(
  { ui, sessionManager }: PiContext,
  request: AskUserRequest,
  signal?: AbortSignal,
): Promise<AskUserResult> {
  if (signal?.aborted) return { status: 'aborted' };
  // A host that runs pi's extensions may have no session.
  const session = (sessionManager as object | undefined) ?? ui;
  const kept = keptIn.get(session) ?? {};
  keptIn.set(session, kept);
  const onInterrupt = () => ui.notify(WORDS.quit, 'warning');
  let result: TerminalResult | undefined;
  await ui.custom<TerminalResult>((tui, theme, _keybindings, close) => {
    const done = (ended: TerminalResult) => {
      result = ended;
      close(ended);
    };
    return createComponent({ request, kept, signal, tui, theme, onInterrupt, done });
  });
  if (result === 'quit') return quit(signal);
  return result ?? (signal?.aborted ? { status: 'aborted' } : NOT_SHOWN);
}

/** Looks colors up on each call, because pi changes them when the user selects a theme. */
export function themeOf(theme: PiTheme): TerminalTheme {
  const color = (name: PiColor) => (text: string) => (text === '' ? '' : theme.fg(name, text));
  return {
    strong: (text) => (text === '' ? '' : theme.bold(text)),
    faint: color('muted'),
    accent: color('accent'),
    good: color('success'),
    warn: color('warning'),
    recommended: color('muted'),
  };
}
