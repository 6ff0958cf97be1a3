import { isRecord } from '../core/guards.js';
import { askUser } from '../dialects/index.js';
import { type AskUserRecord, type AskUserResult, toRecord } from '../core/index.js';
import { setTimeout as wait } from 'node:timers/promises';
import { modeOf, notify, SUPERSEDED, type AskTool } from './ask.js';
import { holdsFile, pendingTransportOf, takePending, type GivenAnswers } from './pending.js';
import { CONTINUE, messageOf, NAME, openCallsIn, type OpenCall } from './records.js';
import type { PiContext, PiExtensionApi } from './types.js';

/** Milliseconds to wait until pi has rendered the session. pi renders after the handlers, and emits no event then. */
const DRAWN_MS = 100;
/** Maximum number of milliseconds that print mode waits for the start of a turn. */
const START_MS = 2_000;
const POLL_MS = 10;

interface Resumption {
  readonly controller: AbortController;
  readonly settled: Promise<void>;
}

function recordOf({ id, input }: OpenCall, result: AskUserResult, context: PiContext): readonly AskUserRecord[] {
  const parsed = askUser.parse(input, { requestId: id });
  if (!parsed.ok) return [];
  return [toRecord(result, parsed.value, { mode: modeOf(context), answeredAt: Date.now() })];
}

/**
 * Asks interrupted calls again when their session continues, or when the user goes to their branch. pi leaves an
 * interrupted call without a result, and the model would read "No result provided". The answers are stored as messages
 * of the extension. The function also passes on the answers of the pending file, and supersedes open calls when the
 * user sends a message.
 */
export function resumeQuestions(pi: PiExtensionApi, askTool: AskTool, given: GivenAnswers): void {
  let resumption: Resumption | undefined;
  let started = false;
  let fileIsInPrompt = false;

  /** Starts a turn of the model with the messages so far. In print mode, waits for its end, because pi does not. */
  async function takeTurn(context: PiContext): Promise<void> {
    started = false;
    pi.sendMessage({ customType: CONTINUE, content: 'Continue.', display: false }, { triggerTurn: true });
    if (modeOf(context) !== 'print') return;
    for (const end = Date.now() + START_MS; !started && Date.now() < end;) await wait(POLL_MS);
    while (!context.isIdle()) await wait(POLL_MS);
  }

  async function askOpen(calls: readonly OpenCall[], context: PiContext, signal: AbortSignal) {
    const records = calls.map(async (call): Promise<readonly AskUserRecord[]> => {
      try {
        return [(await askTool.ask(call.input, call.id, context, signal)).record];
      } catch {
        // The model reads that the call has no result.
        return [];
      }
    });
    return (await Promise.all(records)).flat();
  }

  async function run(context: PiContext, calls: readonly OpenCall[], { signal }: AbortController, turn: boolean) {
    const mode = modeOf(context);
    const isStopped = () => signal.aborted && signal.reason !== SUPERSEDED;
    if (mode !== 'print' && (turn || calls.length > 0)) await wait(DRAWN_MS);
    const records = isStopped() ? [] : await askOpen(calls, context, signal);
    if (isStopped()) return;
    for (const record of records) pi.sendMessage(messageOf(record));
    const continues =
      mode === 'print' ? records.some(({ result }) => result.status === 'answered') : records.length > 0;
    if (!signal.aborted && (turn || continues)) await takeTurn(context);
  }

  /**
   * Stops an earlier resumption and asks the open calls of the branch. With `turn`, the model gets a turn even without
   * new answers.
   */
  function resume(context: PiContext, turn: boolean): Promise<void> {
    resumption?.controller.abort();
    const controller = new AbortController();
    const calls = openCallsIn(context.sessionManager.getBranch());
    const settled = run(context, calls, controller, turn).finally(() => {
      if (resumption?.controller === controller) resumption = undefined;
    });
    resumption = { controller, settled };
    return settled;
  }

  /** Prints an error instead of ending pi. */
  const logRejection = (settled: Promise<void>): void => {
    settled.catch((error: unknown) => console.error(error));
  };

  pi.on('session_start', async (_event, context) => {
    const taken = takePending(context, given, (message, type) => notify(context, message, type));
    // pi stores the message at once and renders it with the session.
    if (taken) pi.sendMessage(messageOf(taken.record));
    taken?.done();
    const settled = resume(context, taken !== undefined);
    // Print mode ends after its prompts, so wait.
    if (modeOf(context) === 'print') await settled;
    else logRejection(settled);
  });
  pi.on('session_tree', (_event, context) => logRejection(resume(context, false)));
  pi.on('session_shutdown', ({ reason }, context) => {
    resumption?.controller.abort();
    if (modeOf(context) !== 'rpc' || reason !== 'quit') return;
    // pi usually quits because its client has disconnected. Other causes, such as SIGTERM, cannot be distinguished.
    for (const call of openCallsIn(context.sessionManager.getBranch())) {
      for (const record of recordOf(call, { status: 'connectionLost' }, context)) pi.appendEntry(NAME, record);
    }
  });
  pi.on('input', async ({ text, source }) => {
    if (source === 'extension') return;
    fileIsInPrompt = holdsFile(text);
    askTool.supersede();
    resumption?.controller.abort(SUPERSEDED);
    await resumption?.settled;
  });
  pi.on('agent_start', () => {
    started = true;
  });
  pi.on('message_end', ({ message }, context) => {
    if (!fileIsInPrompt || !isRecord(message) || message['role'] !== 'assistant') return;
    if (message['stopReason'] === 'error' || message['stopReason'] === 'aborted') return;
    fileIsInPrompt = false;
    pendingTransportOf(context).clear();
  });
}
