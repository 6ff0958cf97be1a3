import { type AgentDialect, askUser } from '../../dialects/index.js';
import type { AskUserResult } from '../../core/index.js';
import { ROUNDS } from '../shared/asked-questions.js';
import { openQuestions, createResume, formatOutput } from './questions.js';

/**
 * The part of a compiled graph that is used. Interrupts need their `id`, in the result of `invoke` and in the state. So
 * LangGraph's `RemoteGraph` does not work.
 */
export interface LangGraphRunnable<Config, State> {
  invoke(input: unknown, config: Config): Promise<State>;
  getState(config: Config): Promise<{ readonly values: unknown }>;
}

/** The part of a run's config that is used. */
export interface LangGraphRunConfig {
  readonly configurable: { readonly thread_id: string };
  /** Stops the run and withdraws its questions when aborted. */
  readonly signal?: AbortSignal;
}

/** Options for resuming a thread. */
export interface LangGraphResumeOptions {
  /** `Command` of `@langchain/langgraph`. */
  readonly Command: new (args: { resume: Record<string, unknown> }) => unknown;
  /** Dialect of the graph's tool. @default askUser */
  readonly dialect?: AgentDialect | undefined;
}

/** Stops the run after the resumed nodes, so that the model is not called before the newer message. */
export const STOP = { interruptAfter: '*' };

/**
 * Settles a thread's open questions as superseded, and stops before the model is called again. Without this, a new
 * message restarts the graph and leaves tool calls without a result.
 *
 * @returns The number of superseded questions.
 * @throws {Error} If the graph still asks after its questions were superseded 20 times. Also if the interrupt of a
 * question has no id. `@langchain/langgraph` before 0.4 has none.
 * @throws Any error of the graph.
 * @example
 * await supersedeOpenQuestions(graph, config, { Command });
 * await graph.invoke({ messages: [{ role: 'user', content: text }] }, config);
 */
export async function supersedeOpenQuestions<Config extends LangGraphRunConfig>(
  graph: LangGraphRunnable<Config, unknown>,
  config: Config,
  { Command, dialect = askUser }: LangGraphResumeOptions,
): Promise<number> {
  const result: AskUserResult = { status: 'superseded' };
  let count = 0;
  for (let round = 0; ; round++) {
    const open = openQuestions(await graph.getState(config));
    if (open.length === 0) return count;
    if (round === ROUNDS) {
      throw new Error(
        `The graph still asks after its questions were superseded ${ROUNDS} times. Make its node accept a superseded result.`,
      );
    }
    count += open.length;
    const resume = createResume(open.map((one) => [one, formatOutput(dialect, one, result)]));
    await graph.invoke(new Command({ resume }), { ...config, ...STOP });
  }
}
