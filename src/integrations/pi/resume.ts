import { setTimeout as wait } from 'node:timers/promises';
import { toRecord } from '../../core/answer/record.js';
import type { AskUserRecord, AskUserResult } from '../../core/answer/types.js';
import { isRecord } from '../../core/guards.js';
import { askUser } from '../../dialects/ask-user.js';
import { modeOf, notify, SUPERSEDED, type Asking } from './ask.js';
import { holdsFile, pendingTransportOf, takePending, type GivenAnswers } from './pending.js';
import { CONTINUE, messageOf, NAME, openCallsIn, type OpenCall } from './records.js';
import type { PiContext, PiExtensionApi } from './types.js';

/** Milliseconds until pi has rendered a session that it has just started. It renders it after its handlers, without an event. */
const DRAWN_MS = 100;
/** Milliseconds within which a turn has to start. */
const START_MS = 2_000;
const POLL_MS = 10;

/** Questions that are asked again. */
interface Again {
  /** Aborted with `superseded` if the user sends a message instead, else because the session ends. */
  readonly controller: AbortController;
  readonly settled: Promise<void>;
}

/** The request of an interrupted call with another result than an answer. */
function recordOf({ id, input }: OpenCall, result: AskUserResult, context: PiContext): readonly AskUserRecord[] {
  const parsed = askUser.parse(input, { requestId: id });
  if (!parsed.ok) return [];
  return [toRecord(result, parsed.value, { mode: modeOf(context), answeredAt: Date.now() })];
}

/**
 * Makes questions outlive the process that asked them. pi leaves an interrupted call without a result, and the model would read "No result
 * provided": such a call is asked again when its session continues, and its answers are stored as a message of the extension. Answers in
 * the pending-questions file reach the model the same way.
 */
export function keepAsking(pi: PiExtensionApi, asking: Asking, given: GivenAnswers): void {
  let again: Again | undefined;
  let started = false;
  let fileIsInPrompt = false;

  /** Lets the model go on with the messages so far. In print mode, waits for the end of its turn: pi does not. */
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
        return [(await asking.ask(call.input, call.id, context, signal)).record];
      } catch {
        // Nothing in it can be asked: the model reads that it has no result.
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
    const goesOn = mode === 'print' ? records.some(({ result }) => result.status === 'answered') : records.length > 0;
    if (!signal.aborted && (turn || goesOn)) await takeTurn(context);
  }

  /** Starts to ask the open calls of the branch; `turn`: there is something new for the model in any case. */
  function resume(context: PiContext, turn: boolean): Promise<void> {
    again?.controller.abort();
    const controller = new AbortController();
    const calls = openCallsIn(context.sessionManager.getBranch());
    const settled = run(context, calls, controller, turn).finally(() => {
      if (again?.controller === controller) again = undefined;
    });
    again = { controller, settled };
    return settled;
  }

  /** A failure must not end pi. */
  const unattended = (settled: Promise<void>): void => {
    settled.catch((error: unknown) => console.error(error));
  };

  pi.on('session_start', async (_event, context) => {
    const taken = takePending(context, given, (message, type) => notify(context, message, type));
    // pi stores it at once, and renders it with the session.
    if (taken) pi.sendMessage(messageOf(taken.record));
    taken?.done();
    const settled = resume(context, taken !== undefined);
    // Print mode ends with its prompts, of which there may be none. The others only now begin to take answers.
    if (modeOf(context) === 'print') await settled;
    else unattended(settled);
  });
  pi.on('session_tree', (_event, context) => unattended(resume(context, false)));
  pi.on('session_shutdown', ({ reason }, context) => {
    again?.controller.abort();
    if (modeOf(context) !== 'rpc' || reason !== 'quit') return;
    // The client has disconnected, and pi does not wait for the result of a call.
    for (const call of openCallsIn(context.sessionManager.getBranch())) {
      for (const record of recordOf(call, { status: 'connectionLost' }, context)) pi.appendEntry(NAME, record);
    }
  });
  pi.on('input', async ({ text, source }) => {
    if (source === 'extension') return;
    fileIsInPrompt = holdsFile(text);
    asking.supersede();
    again?.controller.abort(SUPERSEDED);
    await again?.settled;
  });
  pi.on('agent_start', () => {
    started = true;
  });
  pi.on('message_end', ({ message }, context) => {
    if (!fileIsInPrompt || !isRecord(message) || message['role'] !== 'assistant') return;
    if (message['stopReason'] === 'error' || message['stopReason'] === 'aborted') return;
    // The model has the questions with the user's answers now.
    fileIsInPrompt = false;
    pendingTransportOf(context).clear();
  });
}
