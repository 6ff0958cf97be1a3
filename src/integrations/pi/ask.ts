import type { AskUserRecord, AskUserResult } from '../../core/answer/types.js';
import type { AskUserRequest } from '../../core/question/types.js';
import { createAskUserTool } from '../../host/tool.js';
import { askUserPendingTool } from '../../pending/tool.js';
import { pendingTransportOf, type GivenAnswers } from './pending.js';
import { createQueue } from './queue.js';
import { createRpcFace } from './rpc.js';
import { askInTerminal } from './terminal.js';
import type { PiContext } from './types.js';

/** How pi runs: in its terminal, for an RPC client, or without a user interface (`pi -p`). */
export type Mode = AskUserRecord['mode'];

/** Determines the mode. pi 0.74.2 does not name it; there, only the terminal has themes. */
export function modeOf({ mode, hasUI, ui }: PiContext): Mode {
  if (!hasUI) return 'print';
  if (mode !== undefined) return mode === 'rpc' ? 'rpc' : 'interactive';
  return ui.getAllThemes().length > 0 ? 'interactive' : 'rpc';
}

/** Shows a message; without a user interface, on standard error. */
export function notify({ hasUI, ui }: PiContext, message: string, type: 'info' | 'warning' = 'info'): void {
  if (hasUI) ui.notify(message, type);
  else console.error(message);
}

/** A settled call: the text that the model reads, and the record that pi stores. */
export interface Settled {
  readonly text: string;
  readonly record: AskUserRecord;
}

/** Asks the questions of calls. */
export interface Asking {
  /**
   * Runs one call of the tool in the mode that pi is in. Calls are put to the user one after the other.
   *
   * @throws {Error} If the input contains nothing that can be asked. Its message is for the model.
   */
  ask(input: unknown, toolCallId: string, context: PiContext, signal?: AbortSignal): Promise<Settled>;
  /** Settles every open call as `superseded`: the user has sent a message instead. */
  supersede(): void;
}

/** Reason of a signal that is aborted because the user has sent a message instead. */
export const SUPERSEDED = 'superseded';

/** Leaves the questions in the file. The user reads the instructions, too: print mode only prints what the model writes. */
async function askInFile(context: PiContext, request: AskUserRequest, signal?: AbortSignal): Promise<AskUserResult> {
  const result = await pendingTransportOf(context).ask(request, { signal });
  if (result.status === 'unavailable') notify(context, result.reason);
  return result;
}

/** Creates `Asking`. */
export function createAsking(given: GivenAnswers): Asking {
  const queue = createQueue();
  const open = new Set<AbortController>();
  const faces: {
    readonly [M in Mode]: (context: PiContext, request: AskUserRequest, signal?: AbortSignal) => Promise<AskUserResult>;
  } = {
    interactive: askInTerminal,
    rpc: createRpcFace(),
    print: askInFile,
  };
  return {
    async ask(input, toolCallId, context, outer) {
      const mode = modeOf(context);
      const controller = new AbortController();
      const signal = outer ? AbortSignal.any([outer, controller.signal]) : controller.signal;
      const ask = async (request: AskUserRequest): Promise<AskUserResult> => {
        const supplied = given.resultFor(request, (message) => notify(context, message, 'warning'));
        const result = supplied ?? (await queue.add(() => faces[mode](context, request, signal), signal));
        const isSuperseded = result.status === 'aborted' && signal.reason === SUPERSEDED;
        return isSuperseded ? { status: 'superseded', reason: 'The user sent a message instead.' } : result;
      };
      open.add(controller);
      try {
        const tool = createAskUserTool({ tool: askUserPendingTool, broker: { mode, ask } });
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
