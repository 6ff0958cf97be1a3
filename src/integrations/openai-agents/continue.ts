import { isRecord } from '../../core/guards.js';
import { takeTurn, type RequestStore } from '../../host/store.js';
import { nameOf } from '../shared/canonical.js';
import type { OpenAiRun } from './stored.js';

/** Options for `runWithQuestions`. */
export interface OpenAiContinueOptions {
  /** Store that the processes share, such as that of the broker. */
  readonly store: RequestStore;
  /** Time in milliseconds after which another process can continue the run of one that died. @default 30000 */
  readonly leaseMs?: number | undefined;
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
 * if the store refuses the value for a minute. This call then still resolves with it.
 *
 * @param run - The result of `run`, or a restored `{ state, runContext }`, before it is continued.
 * @param goOn - Resolves to JSON or `undefined`. Pass its signal to `run`: it is aborted if another process may have
 * taken over.
 * @returns The value that `goOn` resolves to, in this process or another one.
 * @throws The signal's reason, any error of `goOn` and the state's `toJSON`, and errors of the store before `goOn`.
 * @throws {TypeError} If the value of `goOn` cannot be serialized as JSON.
 * @throws {RangeError} If `leaseMs` is invalid.
 * @example
 * answerInterruption(stopped, request.requestId, answer);
 * const reply = await runWithQuestions(stopped, { store, runId: chatId }, async (signal) => {
 *   const { finalOutput } = await run(agent, stopped.state, { signal });
 *   return finalOutput;
 * });
 */
export async function runWithQuestions<T>(
  { state }: Pick<OpenAiRun, 'state'>,
  { store, runId, leaseMs, signal }: OpenAiContinueOptions,
  goOn: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const stored: unknown = state.toJSON();
  const { originalInput, modelResponses } = isRecord(stored) ? stored : {};
  const calls = state.getInterruptions().map(({ rawItem }) => (rawItem as { readonly callId?: unknown }).callId);
  // Answers change the context and the approvals. These fields identify the stop.
  const stop = await nameOf([originalInput, modelResponses, calls]);
  const turn = await takeTurn(store, { key: `openai-agents ${runId} ${stop}`, leaseMs, signal });
  try {
    const before = await turn.get(VALUE);
    if (before !== undefined) return read<T>(before);
    const value = await goOn(turn.signal);
    if (await turn.set(VALUE, JSON.stringify(value) ?? '')) return value;
    // The turn was lost, and another process may have been faster.
    const other = await turn.get(VALUE).catch(() => undefined);
    return other === undefined ? value : read<T>(other);
  } finally {
    await turn.release();
  }
}

/** Name of the note with the value, as JSON; empty for `undefined`. */
const VALUE = 'value';
const read = <T>(text: string): T => (text === '' ? undefined : JSON.parse(text)) as T;
