'use client';
import { useSyncExternalStore } from 'react';
import type { AskProps } from '../shared/dialog-props.js';
import { threadOf } from './thread.js';
import type { AgUiAgent, AgUiRunParameters, UseAgUiAskUserOptions } from './types.js';

export type {
  AgUiAgent,
  AgUiInterrupt,
  AgUiMessage,
  AgUiRunParameters,
  AgUiSubscriber,
  AgUiToolCall,
  UseAgUiAskUserOptions,
} from './types.js';
export type { AskProps } from '../shared/dialog-props.js';

/** The questions of an agent's thread, for the page that shows it. */
export interface AgUiAsk<Agent extends AgUiAgent = AgUiAgent> {
  /** The dialogs that may be answered now, or soon: a model may still be writing one. */
  readonly open: readonly AskProps<unknown>[];
  /**
   * The dialogs that belong behind a message of the thread, open or as they ended. An interrupt that was resolved before the page
   * was loaded has left no trace in the thread, and is not among them.
   *
   * @param messageId - `undefined` for what was asked in a thread without messages
   */
  after(messageId: string | undefined): readonly AskProps<unknown>[];
  /**
   * Runs the agent, as `agent.runAgent` does; what is still open is settled as superseded, in the same run. For whatever the person
   * does instead of answering: sends a message, for example.
   *
   * @returns what `agent.runAgent` does
   * @throws whatever `agent.runAgent` does
   */
  runAgent(parameters?: AgUiRunParameters<Agent>): Promise<unknown>;
  /**
   * Stops the run that goes on, and settles what is open as aborted. No run is begun: the agent learns of it with the next one.
   *
   * @param reason - told to the agent
   */
  abort(reason?: string): void;
}

/**
 * The questions of an AG-UI agent: the interrupts that its last run left open, as one request, and the calls of its ask tool. What
 * the person answers is sent with the next run, which begins by itself.
 *
 * - `open` and `after` are props of `AskUserDialog`; a dialog says "Sending" until the server has begun the run, and gives every
 *   field back if it has not.
 * - An interrupt that has expired is read-only, and is told to the agent as `timedOut` with the next run.
 * - Over a reload, hand the agent its `initialMessages`, and set `pendingInterrupts` to what it was: the questions open again.
 *
 * @param agent - an `HttpAgent` or any other `AbstractAgent` of `@ag-ui/client`
 * @throws TypeError where the tool's dialect can't read its own results back
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
    open: questions.flatMap(({ open, props }) => (open ? [props] : [])),
    after: (messageId) => questions.flatMap(({ after, props }) => (after === messageId ? [props] : [])),
    runAgent: thread.runAgent,
    abort: thread.abort,
  };
}
