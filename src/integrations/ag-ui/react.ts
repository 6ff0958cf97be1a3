'use client';
import { useSyncExternalStore } from 'react';
import type { AskProps } from '../shared/dialog-props.js';
import { threadOf } from './thread.js';
import type { AgUiAgent, AgUiRunParameters, UseAgUiAskUserOptions } from './types.js';

export type { AskProps } from '../shared/dialog-props.js';

/** Return value of `useAgUiAskUser`. */
export interface AgUiAsk<Agent extends AgUiAgent = AgUiAgent> {
  /** Props of the dialogs of open questions, including those that the model is still writing. */
  readonly openQuestions: readonly AskProps<unknown>[];
  /**
   * Returns the props of the dialogs to render after a message, both open and settled ones. An interrupt that was
   * resolved before the page was loaded is not included, because it leaves no trace in the thread.
   *
   * @param messageId - `undefined` for questions in a thread without messages.
   */
  after(messageId: string | undefined): readonly AskProps<unknown>[];
  /**
   * Runs the agent with `options.run` or `agent.runAgent`, after the current run has ended. Open questions are settled
   * as superseded in the same run. Call it for a user action other than an answer, such as a chat message.
   *
   * @returns The return value of that function.
   * @throws Any error of that function.
   */
  runAgent(parameters?: AgUiRunParameters<Agent>): Promise<unknown>;
  /**
   * Stops the current run and settles the open questions as aborted. It starts no run: the agent receives the results
   * with the next one.
   *
   * @param reason - Reason that the agent receives.
   */
  abort(reason?: string): void;
}

/**
 * Connects an AG-UI agent to the dialog. Questions are the open interrupts of its last run, as one request, and the
 * calls of its ask tool. Answers are sent with the next run, which the hook starts. The answer to a call waits until no
 * other call or interrupt is open.
 *
 * - `openQuestions` and `after()` contain props of `AskUserDialog`. A dialog shows "Sending…" until the server has
 *   started the run. If the run does not start, the dialog keeps the user's input. If the answer to a call waits for
 *   another call or interrupt, its dialog is settled before that run.
 * - If all interrupts have expired, their dialog is read-only. The agent receives each expired one as `timedOut` with
 *   the next run.
 * - To restore questions after a reload, pass `initialMessages` to the agent and restore its `pendingInterrupts`.
 *
 * @param agent - An `HttpAgent` or any other `AbstractAgent` of `@ag-ui/client`.
 * @throws {TypeError} If the thread has a call of the tool, and the tool's dialect has no `parseResult`.
 * @example
 * ```tsx
 * const ask = useAgUiAskUser(agent, { parameters: { tools: [agUiAskTool()] } });
 * return (
 *   <>
 *     {agent.messages.map((message) => (
 *       <Fragment key={message.id}>
 *         <Text message={message} />
 *         {ask.after(message.id).map((props) => (
 *           <AskUserDialog key={props.requestId} {...props} />
 *         ))}
 *       </Fragment>
 *     ))}
 *   </>
 * );
 * ```
 */
export function useAgUiAskUser<Agent extends AgUiAgent>(
  agent: Agent,
  options: UseAgUiAskUserOptions<Agent> = {},
): AgUiAsk<Agent> {
  const thread = threadOf(agent);
  useSyncExternalStore(thread.subscribe, thread.version, thread.version);
  const questions = thread.questions(options);
  return {
    openQuestions: questions.flatMap(({ open, props }) => (open ? [props] : [])),
    after: (messageId) => questions.flatMap(({ after, props }) => (after === messageId ? [props] : [])),
    runAgent: thread.runAgent,
    abort: thread.abort,
  };
}
