import type { UnansweredResult } from '../../core/index.js';
import { askUser } from '../../dialects/index.js';
import { ALREADY_SETTLED, askProps, type Delivery } from '../shared/dialog-props.js';
import { parsePartialJson } from '../shared/partial-json.js';
import { getResultParser } from '../shared/dialect.js';
import { askCalls, isComplete, openIds, parsed, withoutResult, withResults, type Call } from './calls.js';
import type { ThreadContext } from './thread.js';
import type { AgUiMessage, AgUiQuestion } from './types.js';

/**
 * Creates the questions that are calls of the ask tool. Their results are stored in the thread's messages.
 *
 * @param interrupted - Returns the ids of calls that an interrupt asks about.
 */
export function createCalls({ agent, runs, options, changed, begin }: ThreadContext, interrupted: () => unknown[]) {
  const unansweredResults = new Map<string, UnansweredResult>();
  /** Calls whose answers are in flight. If the run of an answer does not start, its result leaves the thread again. */
  const sending = new Set<string>();
  /** Calls of finished runs. Their input is final, even if it is incomplete. */
  const finished = new Set<string>();

  const dialect = () => getResultParser(options().tool || askUser.tool);

  function calls(messages = agent.messages): readonly Call[] {
    const { tool = askUser.tool } = options();
    if (!tool) return [];
    const others = interrupted();
    return askCalls(messages, [tool.name, ...(tool.aliases ?? [])]).filter(({ id }) => !others.includes(id));
  }

  function getUnanswered({ id, input, passed }: Call, writing = agent.isRunning): UnansweredResult | undefined {
    const unanswered = unansweredResults.get(id);
    if (unanswered) return unanswered;
    if (passed) return { status: 'superseded' };
    // An incomplete input whose run this page did not see: the rest of the question is unknown.
    return isComplete(input) || writing || finished.has(id) ? undefined : { status: 'aborted' };
  }

  function formatUnansweredCalls(messages: readonly AgUiMessage[]): ReadonlyMap<string, unknown> {
    const outputs = new Map<string, unknown>();
    for (const call of calls(messages)) {
      const unanswered = call.content === undefined ? getUnanswered(call, false) : undefined;
      if (!unanswered) continue;
      unansweredResults.set(call.id, unanswered);
      const request = { requestId: call.id, questions: [], raw: call.input };
      outputs.set(call.id, dialect().formatResult(unanswered, request));
    }
    return outputs;
  }

  function writeOutputs(results: ReadonlyMap<string, unknown>): void {
    if (results.size > 0) agent.setMessages([...withResults(agent.messages, results)]);
  }

  async function answer(id: string, output: unknown): Promise<Delivery> {
    const isSettled = () =>
      calls().every((call) => call.id !== id || call.content !== undefined || getUnanswered(call));
    if (sending.has(id) || isSettled()) return ALREADY_SETTLED;
    sending.add(id);
    try {
      // A run overwrites the agent's messages with its own list, so wait until none is active.
      await runs.idle();
      if (isSettled()) return ALREADY_SETTLED;
      writeOutputs(new Map([[id, output]]));
      // Models require the results of all calls together, and the protocol requires an entry for every open interrupt.
      if (openIds(agent.messages).length > 0 || agent.pendingInterrupts.length > 0) return { ok: true };
      const begun = await begin({});
      if (!begun.ok) agent.setMessages([...withoutResult(agent.messages, id)]);
      return begun;
    } finally {
      sending.delete(id);
      // In a microtask, so that React renders the dialog with its own result, which contains more than the stored output.
      queueMicrotask(changed);
    }
  }

  function questionOf(call: Call): AgUiQuestion {
    const { id, input, messageId } = call;
    const unanswered = call.content === undefined ? getUnanswered(call) : undefined;
    const streaming = agent.isRunning && !isComplete(input) && !unanswered;
    const props = askProps<unknown, unknown>({
      dialect: dialect(),
      requestId: id,
      // The client's `partialToolCallArgs` lags one chunk behind, and is always `{}` in Node.js.
      input: streaming || (unanswered && !isComplete(input)) ? parsePartialJson(input) : input,
      asker: options().asker,
      streaming,
      output: sending.has(id) ? undefined : parsed(call.content),
      result: unanswered,
      send: (output) => answer(id, output),
    });
    return { after: messageId, open: !props.result, props };
  }

  /** Writes the results of calls that are settled without an answer into the thread, if no run is active. */
  function write(): void {
    if (!agent.isRunning) writeOutputs(formatUnansweredCalls(agent.messages));
  }

  function end(result: UnansweredResult, isMeant: (call: Call) => boolean = () => true): void {
    for (const call of calls()) {
      if (call.content === undefined && isMeant(call) && !unansweredResults.has(call.id))
        unansweredResults.set(call.id, result);
    }
  }

  return {
    write,
    questions: () => calls().map(questionOf),
    end,
    /** Returns the messages for a new run, with these results; `undefined` if they contain them all. */
    begins(messages: readonly AgUiMessage[]) {
      const outputs = formatUnansweredCalls(messages);
      return outputs.size > 0 ? { messages: withResults(messages, outputs) } : undefined;
    },
    finishes() {
      for (const { id } of calls()) finished.add(id);
    },
    /** If the last run has failed, settles its incomplete calls. Then calls `write`. */
    settles() {
      const failure = runs.failure();
      if (failure) end({ status: failure }, ({ input }) => !isComplete(input));
      write();
    },
  };
}
