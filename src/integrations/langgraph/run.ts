import { askUser } from '../../dialects/index.js';
import { askAndFormat, type BrokerAskOptions } from '../shared/ask-and-format.js';
import { createAskedQuestions } from '../shared/asked-questions.js';
import { nameOf } from '../shared/canonical.js';
import { takeMarkedTurn, type ContinueRunOptions, type MarkedTurn } from '../shared/continue.js';
import { anyOf } from '../shared/signals.js';
import { createResume, keyOf, openQuestions, type OpenQuestion } from './questions.js';
import {
  type LangGraphResumeOptions,
  type LangGraphRunConfig,
  type LangGraphRunnable,
  STOP,
  supersedeOpenQuestions,
} from './supersede.js';

/** Options for `runWithQuestions`. */
export interface LangGraphRunOptions
  extends LangGraphResumeOptions, Omit<BrokerAskOptions, 'conversationId'>, ContinueRunOptions {
  /** Conversation that shows the questions. Defaults to the thread's id. */
  readonly conversationId?: string | undefined;
}

/** Graphs whose questions were found, so their LangGraph is new enough. */
const checkedGraphs = new WeakSet<object>();

/**
 * @throws {Error} If the graph's LangGraph is too old to return its questions from `invoke`. They would never reach
 * the user.
 */
async function checkVersion<Config>(graph: LangGraphRunnable<Config, unknown>, config: Config): Promise<void> {
  if (!checkedGraphs.has(graph)) openQuestions(await graph.getState(config));
}

/**
 * Runs a graph and asks the user its questions on the way. Open questions are asked together. Each is resumed by its id
 * when it is settled, so an answer does not wait for the others.
 *
 * - A new message supersedes the thread's open questions (`supersedeOpenQuestions`). Otherwise their calls would stay
 *   without a result.
 * - The input `null` continues the stored state, such as after a restart. The broker's request id is derived from the
 *   ids of the thread, the interrupt and the call, so a durable store returns the same request or its answer.
 * - If the run is aborted, its questions are withdrawn but stay open in the thread. The input `null` asks them again; a
 *   message supersedes them.
 * - With `store`, one of several processes that follow the thread runs the graph at a time. The others wait.
 * - If the user's message settles the questions first (`broker.supersede`), the run stops after their tools and
 *   resolves. Wait for that before you send the message to the thread.
 *
 * @param graph - A graph that was compiled with a checkpointer.
 * @param input - Input of `invoke`: a message, a `Command`, or `null` to continue.
 * @returns The result of the last `invoke`, or the thread's values if another caller has resumed all questions or the
 * user's message has superseded them.
 * @throws The signal's reason if it is aborted while this call waits for the user or another process.
 * @throws Any error of the graph, the store or `broker.ask`.
 * @throws {AskUserError} If the broker's result is invalid.
 * @throws {RangeError} If `leaseMs` is invalid and there is a `store`.
 * @throws {Error} If the graph still asks after its questions were superseded 20 times. Also if the interrupt of a
 * question has no id to resume it by. `@langchain/langgraph` before 0.4 has none.
 * @example
 * import { Command } from '@langchain/langgraph';
 *
 * const config = { configurable: { thread_id: threadId }, signal };
 * const { messages } = await runWithQuestions(graph, { messages: [{ role: 'user', content: text }] }, config, { broker, Command });
 */
export async function runWithQuestions<Config extends LangGraphRunConfig, State>(
  graph: LangGraphRunnable<Config, State>,
  input: unknown,
  config: Config,
  options: LangGraphRunOptions,
): Promise<State> {
  const { thread_id: threadId } = config.configurable;
  const { Command, dialect = askUser, conversationId = threadId, store, leaseMs, ...askOptions } = options;
  const { signal } = config;
  /** Number of delivered answers by `keyOf`. */
  const delivered = new Map<string, number>();
  const asked = createAskedQuestions({
    keyOf,
    signal,
    ask: async (question: OpenQuestion, suffix, askSignal) =>
      askAndFormat<unknown, unknown>(
        dialect,
        question.input,
        { ...askOptions, conversationId },
        { requestId: (await idOf(question)) + suffix, signal: askSignal },
      ),
  });
  const askOpen = (state: unknown) => asked.sync(openQuestions(state));

  /** Identifies the call. Without an id of its own, it is known by its content, because others can have its interrupt id. */
  async function idOf(question: OpenQuestion): Promise<string> {
    const { interruptId, input } = question;
    const before = input.requestId ? 0 : (delivered.get(keyOf(question)) ?? 0);
    const call = input.requestId || (await nameOf(input));
    return [threadId, interruptId, call].join(':') + (before > 0 ? `~${before + 1}` : '');
  }

  /** Runs `work` while no other process with this store runs the graph. */
  async function alone<T>(work: (config: Config, turn: MarkedTurn) => Promise<T>): Promise<T> {
    const turn = await takeMarkedTurn(`langgraph ${threadId}`, { store, leaseMs, signal });
    try {
      return await work(turn.signal ? { ...config, signal: anyOf(signal, turn.signal) } : config, turn);
    } finally {
      await turn.release();
    }
  }

  /** Starts the graph with the input. Returns `undefined` if `null` continues a thread with an open question. */
  async function begin(alone: Config): Promise<State | undefined> {
    const before = input == null ? await graph.getState(alone) : undefined;
    if (!before && !(input instanceof Command)) await supersedeOpenQuestions(graph, alone, options);
    const waits = openQuestions(before).length > 0;
    const last = waits ? undefined : await graph.invoke(input, alone);
    askOpen(waits ? before : last);
    return last;
  }

  async function resume(alone: Config, turn: MarkedTurn): Promise<State> {
    const answered = asked.settled();
    const now = await graph.getState(alone);
    askOpen(now);
    const ready = asked.settled();
    // The mark of a question exists while its answer is delivered and the graph runs. It remains if the process dies or
    // the graph throws.
    const marks = (ready.length > 0 ? ready : answered).map(
      ({ question }) => `begun langgraph ${threadId} ${question.interruptId}`,
    );
    async function deliver(command: unknown): Promise<State> {
      await Promise.all(marks.map(turn.mark));
      const state = await graph.invoke(command, alone);
      await Promise.all(marks.map(turn.unmark));
      askOpen(state);
      return state;
    }

    if (ready.length === 0) {
      const isUnfinished = asked.keys().length === 0 && (await Promise.all(marks.map(turn.isMarked))).includes(true);
      return isUnfinished ? deliver(null) : (now.values as State);
    }
    const command = new Command({
      resume: createResume(ready.map(({ question, settled }) => [question, settled.output])),
    });
    for (const key of ready.map(({ question }) => keyOf(question))) {
      asked.remove(key);
      delivered.set(key, (delivered.get(key) ?? 0) + 1);
    }
    if (!ready.some(({ settled }) => settled.result.status === 'superseded')) return deliver(command);
    await graph.invoke(command, { ...alone, ...STOP });
    await supersedeOpenQuestions(graph, alone, options);
    const after = await graph.getState(alone);
    askOpen(after);
    return after.values as State;
  }

  try {
    let last: State | undefined = await alone<State | undefined>(begin);
    if (asked.keys().length > 0) checkedGraphs.add(graph);
    else await checkVersion(graph, config);
    while (asked.keys().length > 0) {
      await asked.next();
      signal?.throwIfAborted();
      last = await alone(resume);
    }
    return last as State;
  } finally {
    asked.end();
  }
}
