import { isRecord } from '../../core/guards.js';
import { agUi } from '../../dialects/index.js';
import type { AskUserResult, UnansweredResult } from '../../core/index.js';
import { ALREADY_SETTLED, askProps, type Delivery } from '../shared/dialog-props.js';
import { entriesOf, hasExpired, nextExpiry, type InterruptRequest, type ResumeEntries } from './interrupts.js';
import type { ThreadContext } from './thread.js';
import type { AgUiInterrupt, AgUiQuestion, AgUiRunStarted } from './types.js';

/** Longest delay of a timer, in milliseconds. */
const MAX_TIMEOUT = 2 ** 31 - 1;

/**
 * Creates the questions that are interrupts.
 *
 * @param watched - Whether a component is subscribed, which would show that an interrupt expires.
 */
export function createInterrupts({ agent, options, changed, begin }: ThreadContext, watched: () => boolean) {
  const requests: InterruptRequest[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let before = agent.pendingInterrupts;
  /** Interrupts that an earlier run of this stream left open. */
  let left: readonly AgUiInterrupt[] = [];
  let isOwnStream: boolean | undefined;

  const pending = () => (left.length > 0 && agent.pendingInterrupts.length === 0 ? left : agent.pendingInterrupts);

  const current = (): InterruptRequest | undefined => {
    const last = requests.at(-1);
    return last?.interrupts === pending() ? last : undefined;
  };

  /** Returns whether it changed the requests. */
  function syncRequests(): boolean {
    const last = requests.at(-1);
    const interrupts = pending();
    if (last?.interrupts === interrupts) return false;
    const isAborted = last !== undefined && !last.result;
    if (last) last.result ??= { status: 'aborted' };
    if (interrupts.length === 0) return isAborted;
    const ids = interrupts.map(({ id }) => id).join(' ');
    const before = requests.filter(({ requestId }) => requestId === ids || requestId.startsWith(`${ids}#`)).length;
    // Reused interrupt ids mean a new question, which needs a new dialog.
    const requestId = before > 0 ? `${ids}#${before + 1}` : ids;
    requests.push({ requestId, interrupts, after: agent.messages.at(-1)?.id });
    return true;
  }

  /** Settles the request if all its interrupts have expired. Returns whether it did. */
  function expire(): boolean {
    const open = current();
    if (!open || open.sent || open.result || !hasExpired(open)) return false;
    open.result = { status: 'timedOut' };
    return true;
  }

  /** Reads the agent's interrupts, settles their request if all have expired, and notifies of changes. */
  function reconcile(): void {
    const isSynced = syncRequests();
    const isChanged = expire() || isSynced;
    clearTimeout(timer);
    const open = current();
    const time = open && !open.sent && !open.result && watched() ? nextExpiry(open) : Infinity;
    if (time < Infinity) timer = setTimeout(reconcile, Math.min(time, MAX_TIMEOUT));
    if (isChanged) changed();
  }

  async function answer(request: InterruptRequest, result: AskUserResult): Promise<Delivery> {
    reconcile();
    if (request.result || request.sent || current() !== request) return ALREADY_SETTLED;
    request.sent = entriesOf(request, result);
    const begun = await begin({ resume: request.sent });
    if (begun.ok) request.result = result;
    else request.sent = undefined;
    // Notify after the dialog has its result.
    queueMicrotask(changed);
    return begun;
  }

  function questionOf(request: InterruptRequest): AgUiQuestion {
    const { interrupts, requestId, result } = request;
    const props = askProps<unknown, unknown>({
      dialect: agUi,
      requestId,
      input: interrupts,
      asker: options().asker,
      result,
      send: (_output, given) => answer(request, given),
    });
    // A snapshot may have replaced the message ids. Show the question after the last message in that case.
    const after = agent.messages.some(({ id }) => id === request.after) ? request.after : agent.messages.at(-1)?.id;
    return { after, open: !result, props };
  }

  return {
    reconcile,
    questions: () => requests.map(questionOf),
    end(result: UnansweredResult) {
      const open = current();
      if (open && !open.sent) open.result ??= result;
    },
    entries(): ResumeEntries {
      const open = current();
      if (!open) return [];
      // Format the entries again, because an interrupt may have expired. Entries in flight stay unchanged.
      return open.result || !open.sent ? entriesOf(open, open.result ?? { status: 'superseded' }) : open.sent;
    },
    callIds: (): unknown[] => requests.flatMap(({ interrupts }) => interrupts.map(({ toolCallId }) => toolCallId)),
    /** Called before a stream of events. */
    begins() {
      before = agent.pendingInterrupts;
      left = [];
      isOwnStream = undefined;
    },
    /** Called for the start of each run in the stream. */
    starts({ input, event }: AgUiRunStarted) {
      // A stream that starts with another run replays the thread, whose interrupts may be answered.
      isOwnStream ??= event?.runId !== undefined && event.runId === input?.runId;
      if (!isOwnStream) return;
      if (agent.pendingInterrupts !== before) left = pending();
      const resumed = isRecord(event?.input) && Array.isArray(event.input['resume']) ? event.input['resume'] : [];
      const isResumed = ({ id }: AgUiInterrupt) =>
        resumed.some((entry) => isRecord(entry) && entry['interruptId'] === id);
      if (left.some(isResumed)) left = left.filter((one) => !isResumed(one));
    },
    /**
     * Called after a stream. Returns interrupts to the agent that a later run of the same stream took away, although no
     * run resumed them. The server waits for an answer to them.
     */
    keep() {
      agent.pendingInterrupts = pending();
      left = [];
    },
  };
}
