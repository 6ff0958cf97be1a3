import { askUserTool } from '../../dialects/tools/ask-user.js';
import { askProps } from '../shared/dialog-props.js';
import { halfWritten } from '../shared/half-written.js';
import { readerOf } from '../shared/reader.js';
import { askCalls, isWhole, openIds, parsed, withoutResult, withResults, type Call } from './calls.js';
import { OVER, type Begun } from './runs.js';
import type { Part, PartContext } from './thread.js';
import type { AgUiEnded, AgUiMessage, AgUiQuestion } from './types.js';

/** The questions that are calls of the ask tool. What has become of them stands in the thread's messages. */
export interface Calls extends Part {
  /** Writes what has ended into the thread, where no run does. */
  write(): void;
  /** The messages that a run begins with: what the person has written past is over. */
  begins(messages: readonly AgUiMessage[]): { readonly messages: readonly AgUiMessage[] } | undefined;
  /** A run has come to its end, and leaves its calls as they are. */
  finishes(): void;
  /** No run goes on. */
  settles(): void;
}

/** @param interrupted - calls that are asked by an interrupt */
export function createCalls(
  { agent, runs, options, changed, begin }: PartContext,
  interrupted: () => unknown[],
): Calls {
  /** Calls that ended without an answer of the tool's own; written into the thread as soon as nobody else writes there. */
  const ended = new Map<string, AgUiEnded>();
  /** Answers on their way: what is in the thread may have to be taken back. */
  const sending = new Set<string>();
  /** Calls of runs that came to their end: what is cut off there stays so. */
  const left = new Set<string>();

  const dialect = () => readerOf(options().tool || askUserTool);

  function calls(messages = agent.messages): readonly Call[] {
    const { tool = askUserTool } = options();
    if (!tool) return [];
    const others = interrupted();
    return askCalls(messages, [tool.name, ...(tool.aliases ?? [])]).filter(({ id }) => !others.includes(id));
  }

  /** How a call ended that has no tool message. */
  function endingOf({ id, input, passed }: Call, writing = agent.isRunning): AgUiEnded | undefined {
    const ending = ended.get(id);
    if (ending) return ending;
    if (passed) return { status: 'superseded' };
    // Cut off, in a run that this page has not seen: how the model went on is not known.
    return isWhole(input) || writing || left.has(id) ? undefined : { status: 'aborted' };
  }

  /** What goes into the thread for calls that are over. */
  function endingsIn(messages: readonly AgUiMessage[]): ReadonlyMap<string, unknown> {
    const endings = new Map<string, unknown>();
    for (const call of calls(messages)) {
      const ending = call.content === undefined ? endingOf(call, false) : undefined;
      if (!ending) continue;
      ended.set(call.id, ending);
      const request = { requestId: call.id, questions: [], raw: call.input };
      endings.set(call.id, dialect().formatResult(ending, request));
    }
    return endings;
  }

  function put(results: ReadonlyMap<string, unknown>): void {
    if (results.size > 0) agent.setMessages([...withResults(agent.messages, results)]);
  }

  async function answer(id: string, wire: unknown): Promise<Begun> {
    const isOver = () => calls().every((call) => call.id !== id || call.content !== undefined || endingOf(call));
    if (sending.has(id) || isOver()) return OVER;
    sending.add(id);
    try {
      // A run has messages of its own, which it puts in place of the agent's with each of its events.
      await runs.idle();
      if (isOver()) return OVER;
      put(new Map([[id, wire]]));
      // The models want the results of all calls at once; and the agent's interrupts must be answered, too.
      if (openIds(agent.messages).length > 0 || agent.pendingInterrupts.length > 0) return { ok: true };
      const begun = await begin({});
      if (!begun.ok) agent.setMessages([...withoutResult(agent.messages, id)]);
      return begun;
    } finally {
      sending.delete(id);
      // The dialog hears of it first: it knows more of its answer than the wire says.
      queueMicrotask(changed);
    }
  }

  function questionOf(call: Call): AgUiQuestion {
    const { id, input, messageId } = call;
    const ending = call.content === undefined ? endingOf(call) : undefined;
    const streaming = agent.isRunning && !isWhole(input) && !ending;
    const props = askProps<unknown, unknown>({
      dialect: dialect(),
      requestId: id,
      // The client's own `partialToolCallArgs` is one piece late, and `{}` where its parser is taken for a namespace.
      input: streaming || (ending && !isWhole(input)) ? halfWritten(input) : input,
      asker: options().asker,
      streaming,
      output: sending.has(id) ? undefined : parsed(call.content),
      send: (wire) => answer(id, wire),
    });
    const result = props.result ?? ending;
    return { after: messageId, open: !result, props: { ...props, result } };
  }

  const write = () => {
    if (!agent.isRunning) put(endingsIn(agent.messages));
  };
  return {
    write,
    questions: () => calls().map(questionOf),
    end(result) {
      for (const { id, content } of calls()) {
        if (content === undefined && !ended.has(id)) ended.set(id, result);
      }
    },
    begins(messages) {
      const endings = endingsIn(messages);
      return endings.size > 0 ? { messages: withResults(messages, endings) } : undefined;
    },
    finishes() {
      for (const { id } of calls()) left.add(id);
    },
    settles() {
      const { failure } = runs;
      for (const { id, input, content } of calls()) {
        if (failure && content === undefined && !isWhole(input) && !ended.has(id)) ended.set(id, { status: failure });
      }
      write();
    },
  };
}
