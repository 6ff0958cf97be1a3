import { isRecord } from '../../core/guards.js';
import { continueOnce } from '../../host/store.js';
import { nameOf } from '../shared/canonical.js';
import type { OpenAiRun } from './stored.js';

/** Options for `runWithQuestions`. */
export interface OpenAiContinueOptions extends Pick<Parameters<typeof continueOnce>[0], 'claims' | 'leaseMs'> {
  /**
   * Identifies the run. It must be the same in all processes, e.g., the name under which you store its state. The runs
   * of a chat may share it.
   */
  readonly runId: string;
  /** Ends the wait for another process. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Continues a stored run in one of the processes that have restored it. The others wait without calling the model and
 * receive the same value. Call it after `answerInterruption`. Do everything in `goOn` that must happen once: run, and
 * store or remove the state.
 *
 * If `goOn` rejects, this call rejects, and one of the waiting processes continues. If the process dies, another one
 * continues about `leaseMs` later. It starts with the same stored state, so the model is called again. The same applies
 * if the claims refuse the value for a minute. This call then still resolves with it.
 *
 * @param run - The result of `run`, or a restored `{ state, runContext }`, before it is continued.
 * @param goOn - Resolves to JSON or `undefined`. Pass its signal to `run`: it is aborted if another process may have
 * taken over.
 * @returns The value that `goOn` resolves to, in this process or another one.
 * @throws The signal's reason, any error of `goOn` and the state's `toJSON`, and errors of the claims before `goOn`.
 * @throws {TypeError} If the value of `goOn` cannot be serialized as JSON.
 * @throws {RangeError} If `leaseMs` is invalid.
 * @example
 * answerInterruption(stopped, request.requestId, answer);
 * const reply = await runWithQuestions(stopped, { claims, runId: chatId }, async (signal) => {
 *   const { finalOutput } = await run(agent, stopped.state, { signal });
 *   return finalOutput;
 * });
 */
export async function runWithQuestions<T>(
  { state }: Pick<OpenAiRun, 'state'>,
  { runId, ...options }: OpenAiContinueOptions,
  goOn: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const stored: unknown = state.toJSON();
  const { originalInput, modelResponses } = isRecord(stored) ? stored : {};
  const calls = state.getInterruptions().map(({ rawItem }) => (rawItem as { readonly callId?: unknown }).callId);
  // Answers change the context and the approvals. These fields identify the stop.
  const stop = await nameOf([originalInput, modelResponses, calls]);
  return continueOnce({ ...options, key: `openai-agents ${runId} ${stop}` }, goOn);
}
