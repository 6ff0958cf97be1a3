import { isRecord } from '../../core/guards.js';
import { continueOnce, type ContinueOptions } from '../../host/claims/continue-once.js';
import { nameOf } from '../shared/canonical.js';
import type { OpenAiRun } from './stored.js';

/** Options for `continueRun`. */
export interface OpenAiContinueOptions extends ContinueOptions {
  /** Identifies the run: the same in all processes, for example the name under which you store its state. The runs of a chat may share it. */
  readonly runId: string;
  /** Ends the waiting for another process. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Continues a stored run in one of all processes that have restored it. The others wait, call no model, and get the same value. Call it after
 * `answerIn`, and do in `goOn` all that is done once: run, and store or remove the state.
 *
 * If `goOn` rejects, this call rejects, and one of the waiting processes continues. If the process dies, one of them continues after
 * `leaseMs`. It begins with the same stored state, so that the model is called again.
 *
 * @param run - What `run` gave, or a restored `{ state, runContext }`, as it was before it is continued.
 * @param goOn - Resolves to JSON, or to `undefined`. Pass its signal to `run`: it is aborted if another process may have taken over.
 * @returns what `goOn` resolves to, in this process or in another one
 * @throws the signal's reason, and whatever `goOn` and the claims do
 *
 * @example
 * answerIn(stopped, request.requestId, answer);
 * const reply = await continueRun(stopped, { claims, runId: chatId }, async (signal) => {
 *   const { finalOutput } = await run(agent, stopped.state, { signal });
 *   return finalOutput;
 * });
 */
export async function continueRun<T>(
  { state }: Pick<OpenAiRun, 'state'>,
  { runId, ...options }: OpenAiContinueOptions,
  goOn: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const stored: unknown = state.toJSON();
  const { originalInput, modelResponses } = isRecord(stored) ? stored : {};
  const calls = state.getInterruptions().map(({ rawItem }) => (rawItem as { readonly callId?: unknown }).callId);
  // Answers change the context and the approvals. The rest is the same at one stop, and another at the next.
  const stop = await nameOf([originalInput, modelResponses, calls]);
  return continueOnce({ ...options, key: `openai-agents ${runId} ${stop}` }, goOn);
}
