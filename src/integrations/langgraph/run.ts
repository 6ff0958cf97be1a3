import type { AskUserResult } from '../../core/answer/types.js';
import { askUser } from '../../dialects/ask-user.js';
import type { AgentDialect } from '../../dialects/types.js';
import { store } from '../../host/claims/continue-once.js';
import { withLease, type Lease } from '../../host/claims/lease.js';
import type { ContinueVia } from '../shared/continue.js';
import { put, type AskVia, type Put } from '../shared/put.js';
import { openQuestions, resumeWith, wireOf, type OpenQuestion } from './questions.js';

/** A compiled graph, as far as it is used, or anything that runs one. */
export interface AskingGraph<Config, State> {
  invoke(input: unknown, config: Config): Promise<State>;
  getState(config: Config): Promise<{ readonly values: unknown }>;
}

/** A run's own options, of which these are read. */
export interface AskingConfig {
  readonly configurable: { readonly thread_id: string };
  /** Aborted where the run is to stop: its questions are withdrawn. */
  readonly signal?: AbortSignal;
}

/** How what a thread waits for is handed to it. */
export interface ResumeVia {
  /** LangGraph's own. */
  readonly Command: new (args: { resume: Record<string, unknown> }) => unknown;
  /** What the tool was made with. @default askUser */
  readonly dialect?: AgentDialect | undefined;
}

/** Where a graph's questions go, and how the answers get back into it. */
export interface LangGraphVia extends ResumeVia, Omit<AskVia, 'conversationId'>, ContinueVia {
  /** @default the thread's id */
  readonly conversationId?: string | undefined;
}

interface Asked extends OpenQuestion {
  readonly done: Promise<void>;
  readonly withdraw: AbortController;
  put?: Put<unknown>;
}

/** How often a question is asked anew, or closed, that comes back each time: far beyond what happens, but not forever. */
const ROUNDS = 20;
/** Stops after the tools have ended: the model is not called for what a newer message replaces. */
const STOP = { interruptAfter: '*' };

/** Graphs whose questions were seen: their LangGraph tells of them. */
const told = new WeakSet<object>();

/** @throws Error if the graph's LangGraph is too old to tell of its questions where it is run, so that nobody would be asked */
async function checkVersion<Config>(graph: AskingGraph<Config, unknown>, config: Config): Promise<void> {
  if (!told.has(graph)) openQuestions(await graph.getState(config));
}

/**
 * Runs a graph until it has ended, and asks the person whatever it asks on its way. All questions that are open are asked at once, and
 * each is resumed as soon as it is answered, by its own id, so that no answer is lost should another take days.
 *
 * - A new message supersedes the questions that the thread still waits with (`supersedeOpen`), without which their calls
 *   would stay without a result.
 * - `null` as input goes on with what is there, as after a restart: the broker's request is named by thread and interrupt, so that a
 *   store that has it gives the same question, or its answer.
 * - Where the run is aborted, its questions are withdrawn and the thread stays as it is: `null` asks them again, a message
 *   supersedes them.
 * - With `claims`, one of several processes that follow the thread runs the graph at a time. The others wait, and resolve to what the thread has then.
 * - Where the person's message ends the questions first (`broker.supersede`), the run stops once their tools have ended, and resolves;
 *   wait for that before you send the thread the message.
 *
 * @param graph - compiled with a checkpointer
 * @param input - what `invoke` takes: a message, a `Command`, or `null` to go on
 * @returns what the last `invoke` did; where somebody else has resumed all that it waited for, the thread's values
 * @throws the signal's reason where the run is aborted, and whatever the graph and `broker.ask` throw; the thread's questions stay open. Error
 * for a LangGraph before 0.4, whose questions nobody could be asked
 * @example
 * import { Command } from '@langchain/langgraph';
 *
 * const config = { configurable: { thread_id: threadId }, signal };
 * const { messages } = await askWhileInterrupted(graph, { messages: [{ role: 'user', content: text }] }, config, { broker, Command });
 */
export async function askWhileInterrupted<Config extends AskingConfig, State>(
  graph: AskingGraph<Config, State>,
  input: unknown,
  config: Config,
  via: LangGraphVia,
): Promise<State> {
  const { thread_id: threadId } = config.configurable;
  const { Command, dialect = askUser, conversationId = threadId, claims, leaseMs, ...options } = via;
  const over = new AbortController();
  const asked = new Map<string, Asked>();

  async function ask({ interruptId, input: payload }: OpenQuestion, signal: AbortSignal): Promise<Put<unknown>> {
    const { requestId = '' } = payload;
    const id = [threadId, interruptId, requestId].filter(Boolean).join(':');
    for (let round = 1; ; round++) {
      const name = round === 1 ? id : `${id}#${round}`;
      const done = await put<unknown, unknown>(
        dialect,
        payload,
        { ...options, conversationId },
        { requestId: name, signal },
      );
      // Withdrawn by a run before this one, while the thread waits on: it is asked anew, under a name of its own.
      if (done.result.status !== 'aborted' || signal.aborted || round === ROUNDS) return done;
    }
  }

  function start(question: OpenQuestion): void {
    const withdraw = new AbortController();
    const signals = [over.signal, withdraw.signal, ...(config.signal ? [config.signal] : [])];
    const done = ask(question, AbortSignal.any(signals)).then((ended) => void (entry.put = ended));
    const entry: Asked = { ...question, withdraw, done };
    // Heard of where it is waited for; the run may have failed before.
    done.catch(() => {});
    asked.set(question.interruptId, entry);
  }

  /** Runs the graph while no other process with these claims does. */
  async function alone<T>(work: (config: Config, lease?: Lease) => Promise<T>): Promise<T> {
    if (!claims) return work(config);
    const { signal } = config;
    return withLease({ claims, key: `lease langgraph ${threadId}`, leaseMs, signal }, (lease) =>
      work({ ...config, signal: signal ? AbortSignal.any([signal, lease.signal]) : lease.signal }, lease),
    );
  }

  /** Stored while an answer of this question is handed over and the graph runs on. It stays if the process dies, or the graph throws. */
  const mark = ({ interruptId }: OpenQuestion) => `begun langgraph ${threadId} ${interruptId}`;

  async function withMarks<T>(questions: readonly OpenQuestion[], lease: Lease | undefined, work: () => Promise<T>) {
    if (!claims || !lease) return work();
    await Promise.all(questions.map((one) => claims.claim(mark(one), '')));
    const value = await work();
    await store(lease, () => Promise.all(questions.map((one) => claims.release(mark(one), ''))));
    return value;
  }

  async function isLeftBehind(questions: readonly OpenQuestion[]): Promise<boolean> {
    if (!claims) return false;
    const marks = await Promise.all(questions.map((one) => claims.get(mark(one))));
    return marks.some((one) => one !== undefined);
  }

  /** The questions that wait in a state, asked; what no longer does is withdrawn. */
  function attend(state: unknown): void {
    const open = openQuestions(state);
    for (const { interruptId, withdraw } of asked.values()) {
      if (open.some((one) => one.interruptId === interruptId)) continue;
      withdraw.abort();
      asked.delete(interruptId);
    }
    for (const question of open) if (!asked.has(question.interruptId)) start(question);
  }

  /** Begins with the input. Without a state where a question waits already. */
  async function begin(alone: Config): Promise<State | undefined> {
    const isResume = input === null || input === undefined || input instanceof Command;
    if (!isResume) await supersedeOpen(graph, alone, via);
    const before = isResume && !(input instanceof Command) ? await graph.getState(alone) : undefined;
    const waits = openQuestions(before).length > 0;
    const last = waits ? undefined : await graph.invoke(input, alone);
    attend(waits ? before : last);
    return last;
  }

  /** Goes on with the answers that are there. */
  async function resume(alone: Config, lease?: Lease): Promise<{ readonly state: State; readonly isOver?: boolean }> {
    const answered = [...asked.values()].filter((one) => one.put);
    const now = await graph.getState(alone);
    attend(now);
    const ready = [...asked.values()].flatMap((one) => (one.put ? [{ ...one, put: one.put }] : []));
    if (ready.length === 0) {
      if (asked.size > 0 || !(await isLeftBehind(answered))) return { state: now.values as State };
      const state = await withMarks(answered, lease, () => graph.invoke(null, alone));
      attend(state);
      return { state };
    }
    const superseded = ready.some(({ put: { result } }) => result.status === 'superseded');
    const command = new Command({ resume: resumeWith(ready.map((one) => [one, one.put.wire])) });
    for (const { interruptId } of ready) asked.delete(interruptId);
    if (superseded) {
      await graph.invoke(command, { ...alone, ...STOP });
      await supersedeOpen(graph, alone, via);
      return { state: (await graph.getState(alone)).values as State, isOver: true };
    }
    const state = await withMarks(ready, lease, () => graph.invoke(command, alone));
    attend(state);
    return { state };
  }

  try {
    let last: State | undefined = await alone<State | undefined>(begin);
    if (asked.size > 0) told.add(graph);
    else await checkVersion(graph, config);
    while (asked.size > 0) {
      await Promise.race([...asked.values()].map(({ done }) => done));
      config.signal?.throwIfAborted();
      const { state, isOver } = await alone(resume);
      last = state;
      if (isOver) break;
    }
    return last as State;
  } finally {
    over.abort();
  }
}

/**
 * Ends the questions that a thread waits with, since something newer takes their place, and stops before the model is called again.
 * Without that a new message starts the graph over, and leaves calls of tools without a result, which providers refuse.
 *
 * @returns how many there were
 * @throws where the graph asks again however often it is told, and whatever the graph throws
 * @example
 * await supersedeOpen(graph, config, { Command });
 * await graph.invoke({ messages: [{ role: 'user', content: text }] }, config);
 */
export async function supersedeOpen<Config extends AskingConfig>(
  graph: AskingGraph<Config, unknown>,
  config: Config,
  { Command, dialect = askUser }: ResumeVia,
): Promise<number> {
  const ended: AskUserResult = { status: 'superseded' };
  let count = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const open = openQuestions(await graph.getState(config));
    if (open.length === 0) return count;
    count += open.length;
    const resume = resumeWith(open.map((one) => [one, wireOf(dialect, one, ended)]));
    await graph.invoke(new Command({ resume }), { ...config, ...STOP });
  }
  throw new Error(
    `The graph still asks after its questions were superseded ${ROUNDS} times. Let its node take that for an end.`,
  );
}
