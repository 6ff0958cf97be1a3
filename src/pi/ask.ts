import { askUserPendingTool } from '../pending/index.js';
import { createAskUserTool } from '../host/index.js';
import type { AskUserRecord, AskUserRequest, AskUserResult } from '../core/index.js';
import { type GivenAnswers, pendingTransportOf } from './pending.js';
import { createRpcFrontend } from './rpc.js';
import { askInTerminal } from './terminal.js';
import type { PiContext } from './types.js';

/**
 * Mode of pi: `interactive` in its terminal, `rpc` for an RPC client, or `print` without a user interface, such as with
 * `pi -p`.
 */
export type Mode = AskUserRecord['mode'];

/** Returns the mode of pi. pi 0.74.2 does not report it, but only its terminal has themes. */
export function modeOf({ mode, hasUI, ui }: PiContext): Mode {
  if (!hasUI) return 'print';
  if (mode !== undefined) return mode === 'rpc' ? 'rpc' : 'interactive';
  return ui.getAllThemes().length > 0 ? 'interactive' : 'rpc';
}

export function notify({ hasUI, ui }: PiContext, message: string, type: 'info' | 'warning' = 'info'): void {
  if (hasUI) ui.notify(message, type);
  else console.error(message);
}

export interface SettledCall {
  readonly text: string;
  readonly record: AskUserRecord;
}

export interface AskTool {
  /** Runs one call of the tool. If the call fails, rejects with an error whose message is for the model. */
  ask(input: unknown, toolCallId: string, context: PiContext, signal?: AbortSignal): Promise<SettledCall>;
  /** Aborts the open calls, because the user sent a message instead. */
  supersede(): void;
}

export const SUPERSEDED = 'superseded';

/** Prints the instructions or the error, because `pi -p` prints only the model's text. */
async function askInFile(context: PiContext, request: AskUserRequest, signal?: AbortSignal): Promise<AskUserResult> {
  const result = await pendingTransportOf(context).ask(request, { signal });
  if (result.status === 'unavailable') notify(context, result.reason);
  return result;
}

export function createAskTool(given: GivenAnswers): AskTool {
  const queue = createQueue();
  const open = new Set<AbortController>();
  const frontends: {
    readonly [M in Mode]: (context: PiContext, request: AskUserRequest, signal?: AbortSignal) => Promise<AskUserResult>;
  } = {
    interactive: askInTerminal,
    rpc: createRpcFrontend(),
    print: askInFile,
  };
  return {
    async ask(input, toolCallId, context, outer) {
      const mode = modeOf(context);
      const controller = new AbortController();
      const signal = outer ? AbortSignal.any([outer, controller.signal]) : controller.signal;
      const ask = async (request: AskUserRequest): Promise<AskUserResult> => {
        const supplied = given.resultFor(request, (message) => notify(context, message, 'warning'));
        const result = supplied ?? (await queue.add(() => frontends[mode](context, request, signal), signal));
        const isSuperseded = result.status === 'aborted' && signal.reason === SUPERSEDED;
        return isSuperseded ? { status: 'superseded', reason: 'The user sent a message instead.' } : result;
      };
      open.add(controller);
      try {
        const tool = createAskUserTool({ spec: askUserPendingTool, transport: { mode, ask } });
        const { content, details, isError } = await tool.execute(input, { toolCallId });
        const [{ text }] = content;
        if (isError || !details) throw new Error(text);
        return { text, record: details };
      } finally {
        open.delete(controller);
      }
    },
    supersede() {
      for (const controller of open) controller.abort(SUPERSEDED);
    },
  };
}

export interface Queue {
  /** Runs the task after the earlier ones, or without further waiting if the signal is aborted. */
  add<T>(task: () => Promise<T>, signal?: AbortSignal): Promise<T>;
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });

/** Creates a queue, because pi calls the tools of one message together but shows only one component at a time. */
export function createQueue(): Queue {
  let last: Promise<unknown> = Promise.resolve();
  return {
    add(task, signal) {
      const turn = signal ? Promise.race([last, aborted(signal)]) : last;
      const result = turn.then(task);
      const settled = result.catch(() => {});
      last = Promise.all([last, settled]);
      return result;
    },
  };
}
