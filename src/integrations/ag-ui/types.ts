import type { ToolSpec } from '../../dialects/index.js';
import type { AskProps } from '../shared/dialog-props.js';

/** The part of a message that is used. */
export interface AgUiMessage {
  readonly id: string;
  readonly role: string;
  readonly content?: unknown;
  readonly toolCallId?: string | undefined;
  readonly toolCalls?: readonly AgUiToolCall[] | undefined;
}

/** The part of a tool call in an assistant message that is used. */
export interface AgUiToolCall {
  readonly id: string;
  readonly function: { readonly name: string; readonly arguments: string };
}

/** The part of an interrupt of `@ag-ui/core` that is used. The `agUi` dialect also reads fields such as `message`. */
export interface AgUiInterrupt {
  readonly id: string;
  readonly toolCallId?: string | undefined;
  /** Date string. An interrupt with an invalid date does not expire. */
  readonly expiresAt?: string | undefined;
}

/** The start of a run, in the stream of the run that the client has started with `input`. */
export interface AgUiRunStarted {
  readonly agent: unknown;
  readonly input?: { readonly runId?: string | undefined } | undefined;
  readonly event?: { readonly runId?: string | undefined; readonly input?: unknown } | undefined;
}

/** Subscriber to the events of an agent's runs. */
export interface AgUiSubscriber {
  onRunInitialized?(event: { readonly messages: readonly AgUiMessage[]; readonly agent: unknown }): unknown;
  onRunStartedEvent?(event: AgUiRunStarted): unknown;
  onRunFinishedEvent?(event: { readonly agent: unknown }): unknown;
  onRunErrorEvent?(event: { readonly agent: unknown; readonly event: { readonly message: string } }): unknown;
  onRunFailed?(event: { readonly agent: unknown; readonly error: Error }): unknown;
  onRunFinalized?(event: { readonly agent: unknown }): unknown;
  onMessagesChanged?(event: { readonly agent: unknown }): unknown;
}

/** The part of an `HttpAgent` or other `AbstractAgent` that is used. */
export interface AgUiAgent {
  readonly messages: readonly AgUiMessage[];
  pendingInterrupts: readonly AgUiInterrupt[];
  readonly isRunning: boolean;
  runAgent(parameters?: { readonly resume?: readonly unknown[] }): Promise<unknown>;
  abortRun(): void;
  setMessages(messages: AgUiMessage[]): void;
  subscribe(subscriber: AgUiSubscriber): unknown;
}

/** Parameters of this agent's `runAgent`. */
export type AgUiRunParameters<Agent extends AgUiAgent> = NonNullable<Parameters<Agent['runAgent']>[0]>;

/** Options for `useAgUiAskUser`. */
export interface UseAgUiAskUserOptions<Agent extends AgUiAgent = AgUiAgent> {
  /** Parameters of the runs that the hook starts, such as `tools` and `forwardedProps`. Empty by default. */
  readonly parameters?: AgUiRunParameters<Agent> | undefined;
  /**
   * Starts a run. Required if the app does not start runs with `agent.runAgent`. For CopilotKit:
   * `(parameters) => copilotkit.runAgent({ agent, ...parameters })`. Defaults to `agent.runAgent`.
   */
  run?(parameters: AgUiRunParameters<Agent>): Promise<unknown>;
  /** Display name of the agent. */
  readonly asker?: string | undefined;
  /**
   * Frontend tool whose calls are questions, parsed and formatted by its dialect. A name and a dialect are enough,
   * e.g. `{ name: 'ask', dialect: askUser }`. Pass `false` to show only interrupts.
   *
   * @default askUser.tool
   */
  readonly tool?: Pick<ToolSpec<unknown>, 'name' | 'aliases' | 'dialect'> | false | undefined;
}

export interface AgUiQuestion {
  /** Id of the message that the question is shown after; `undefined` in a thread without messages. */
  readonly after: string | undefined;
  readonly open: boolean;
  readonly props: AskProps<unknown>;
}
