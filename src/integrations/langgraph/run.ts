import { type ClaimLease, storeWhileHeld, withLease } from '../../host/internal.js';
import { askUser } from '../../dialects/index.js';
import type { ContinueRunOptions } from '../shared/continue.js';
import { askAndFormat, type BrokerAskOptions, type AskOutput } from '../shared/ask-and-format.js';
import { nameOf } from '../shared/canonical.js';
import { createResume, keyOf, openQuestions, type OpenQuestion } from './questions.js';
import {
  type LangGraphResumeOptions,
  type LangGraphRunConfig,
  type LangGraphRunnable,
  ROUNDS,
  STOP,
  supersedeOpenQuestions,
} from './supersede.js';

/** Options for `runWithQuestions`. */
export interface LangGraphRunOptions
  extends LangGraphResumeOptions, Omit<BrokerAskOptions, 'conversationId'>, ContinueRunOptions {
  /** Conversation that shows the questions. Defaults to the thread's id. */
  readonly conversationId?: string | undefined;
}

interface AskedQuestion extends OpenQuestion {
  readonly done: Promise<void>;
  readonly withdraw: AbortController;
  settled?: AskOutput<unknown>;
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
 * - With `claims`, one of several processes that follow the thread runs the graph at a time. The others wait.
 * - If the user's message settles the questions first (`broker.supersede`), the run stops after their tools and
 *   resolves. Wait for that before you send the message to the thread.
 *
 * @param graph - A graph that was compiled with a checkpointer.
 * @param input - Input of `invoke`: a message, a `Command`, or `null` to continue.
 * @returns The result of the last `invoke`, or the thread's values if another caller has resumed all questions or the
 * user's message has superseded them.
 * @throws The signal's reason if it is aborted while this call waits for the user or the claims.
 * @throws Any error of the graph, the claims or `broker.ask`.
 * @throws {AskUserError} If the broker's result is invalid.
 * @throws {RangeError} If `leaseMs` is invalid and there are `claims`.
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
  const { Command, dialect = askUser, conversationId = threadId, claims, leaseMs, ...askOptions } = options;
  const finished = new AbortController();
  /** Questions by `keyOf`. */
  const asked = new Map<string, AskedQuestion>();
  /** Number of delivered answers by `keyOf`. */
  const delivered = new Map<string, number>();

  /** Identifies the call. Without an id of its own, it is known by its content, because others can have its interrupt id. */
  async function idOf(question: OpenQuestion): Promise<string> {
    const { interruptId, input } = question;
    const before = input.requestId ? 0 : (delivered.get(keyOf(question)) ?? 0);
    const call = input.requestId || (await nameOf(input));
    return [threadId, interruptId, call].join(':') + (before > 0 ? `~${before + 1}` : '');
  }

  async function ask(question: OpenQuestion, signal: AbortSignal): Promise<AskOutput<unknown>> {
    const { input: payload } = question;
    const id = await idOf(question);
    for (let round = 1; ; round++) {
      const name = round === 1 ? id : `${id}#${round}`;
      const done = await askAndFormat<unknown, unknown>(
        dialect,
        payload,
        { ...askOptions, conversationId },
        { requestId: name, signal },
      );
      // An earlier run withdrew the request while the thread still waits, so ask again with a new id.
      if (done.result.status !== 'aborted' || signal.aborted || round === ROUNDS) return done;
    }
  }

  function start(question: OpenQuestion): void {
    const withdraw = new AbortController();
    const signals = [finished.signal, withdraw.signal, ...(config.signal ? [config.signal] : [])];
    const done = ask(question, AbortSignal.any(signals)).then((settled) => void (entry.settled = settled));
    const entry: AskedQuestion = { ...question, withdraw, done };
    // Prevents an unhandled rejection if the run fails before this promise is awaited.
    done.catch(() => {});
    asked.set(keyOf(question), entry);
  }

  /** Runs `work` while no other process with these claims runs the graph. */
  async function alone<T>(work: (config: Config, lease?: ClaimLease) => Promise<T>): Promise<T> {
    if (!claims) return work(config);
    const { signal } = config;
    return withLease({ claims, key: `lease langgraph ${threadId}`, leaseMs, signal }, (lease) =>
      work({ ...config, signal: signal ? AbortSignal.any([signal, lease.signal]) : lease.signal }, lease),
    );
  }

  /**
   * Claim key that exists while an answer of this question is delivered and the graph runs. The claim remains if the
   * process dies or the graph throws.
   */
  const deliveryKey = ({ interruptId }: OpenQuestion) => `begun langgraph ${threadId} ${interruptId}`;

  async function withDeliveryKeys<T>(
    questions: readonly OpenQuestion[],
    lease: ClaimLease | undefined,
    work: () => Promise<T>,
  ) {
    if (!claims || !lease) return work();
    await Promise.all(questions.map((one) => claims.claim(deliveryKey(one), '')));
    const value = await work();
    await storeWhileHeld(lease, () => Promise.all(questions.map((one) => claims.release(deliveryKey(one), ''))));
    return value;
  }

  async function isUnfinished(questions: readonly OpenQuestion[]): Promise<boolean> {
    if (!claims) return false;
    const values = await Promise.all(questions.map((one) => claims.get(deliveryKey(one))));
    return values.some((one) => one !== undefined);
  }

  function syncQuestions(state: unknown): void {
    const open = new Map(openQuestions(state).map((question) => [keyOf(question), question]));
    for (const [key, { withdraw }] of asked) {
      if (open.has(key)) continue;
      withdraw.abort();
      asked.delete(key);
    }
    for (const [key, question] of open) if (!asked.has(key)) start(question);
  }

  /** Starts the graph with the input. Returns `undefined` if `null` continues a thread with an open question. */
  async function begin(alone: Config): Promise<State | undefined> {
    const isResume = input === null || input === undefined || input instanceof Command;
    if (!isResume) await supersedeOpenQuestions(graph, alone, options);
    const before = isResume && !(input instanceof Command) ? await graph.getState(alone) : undefined;
    const waits = openQuestions(before).length > 0;
    const last = waits ? undefined : await graph.invoke(input, alone);
    syncQuestions(waits ? before : last);
    return last;
  }

  async function resume(
    alone: Config,
    lease?: ClaimLease,
  ): Promise<{ readonly state: State; readonly isDone?: boolean }> {
    const answered = [...asked.values()].filter((one) => one.settled);
    const now = await graph.getState(alone);
    syncQuestions(now);
    const ready = [...asked.values()].flatMap((one) => (one.settled ? [{ ...one, settled: one.settled }] : []));
    if (ready.length === 0) {
      if (asked.size > 0 || !(await isUnfinished(answered))) return { state: now.values as State };
      const state = await withDeliveryKeys(answered, lease, () => graph.invoke(null, alone));
      syncQuestions(state);
      return { state };
    }
    const superseded = ready.some(({ settled: { result } }) => result.status === 'superseded');
    const command = new Command({ resume: createResume(ready.map((one) => [one, one.settled.output])) });
    for (const key of ready.map(keyOf)) {
      asked.delete(key);
      delivered.set(key, (delivered.get(key) ?? 0) + 1);
    }
    if (superseded) {
      await graph.invoke(command, { ...alone, ...STOP });
      await supersedeOpenQuestions(graph, alone, options);
      return { state: (await graph.getState(alone)).values as State, isDone: true };
    }
    const state = await withDeliveryKeys(ready, lease, () => graph.invoke(command, alone));
    syncQuestions(state);
    return { state };
  }

  try {
    let last: State | undefined = await alone<State | undefined>(begin);
    if (asked.size > 0) checkedGraphs.add(graph);
    else await checkVersion(graph, config);
    while (asked.size > 0) {
      await Promise.race([...asked.values()].map(({ done }) => done));
      config.signal?.throwIfAborted();
      const { state, isDone } = await alone(resume);
      last = state;
      if (isDone) break;
    }
    return last as State;
  } finally {
    finished.abort();
  }
}
