import type { AskUserResult } from '../../core/answer/types.js';
import type { ToolSpec } from '../../dialects/types.js';
import type { AskProps } from '../shared/dialog-props.js';

/** One message of a thread, as far as questions are concerned. */
export interface AgUiMessage {
  readonly id: string;
  readonly role: string;
  readonly content?: unknown;
  readonly toolCallId?: string | undefined;
  readonly toolCalls?: readonly AgUiToolCall[] | undefined;
}

/** A call of a tool in an assistant's message, as far as it is read. */
export interface AgUiToolCall {
  readonly id: string;
  readonly function: { readonly name: string; readonly arguments: string };
}

/** An interrupt, as `@ag-ui/core` has it. */
export interface AgUiInterrupt {
  readonly id: string;
  readonly toolCallId?: string | undefined;
  /** A date's text; what is none never expires, as for the client. */
  readonly expiresAt?: string | undefined;
}

/** What the agent tells of its runs. */
export interface AgUiSubscriber {
  onRunInitialized?(event: { readonly messages: readonly AgUiMessage[]; readonly agent: unknown }): unknown;
  onRunStartedEvent?(event: { readonly agent: unknown }): unknown;
  onRunFinishedEvent?(event: { readonly agent: unknown }): unknown;
  onRunErrorEvent?(event: {
    readonly agent: unknown;
    readonly event: { readonly message: string; readonly code?: string | undefined };
  }): unknown;
  onRunFailed?(event: { readonly agent: unknown; readonly error: Error }): unknown;
  onRunFinalized?(event: { readonly agent: unknown }): unknown;
  onMessagesChanged?(event: { readonly agent: unknown }): unknown;
}

/** The part of an `HttpAgent`, or any other `AbstractAgent`, that is used. */
export interface AgUiAgent {
  readonly messages: readonly AgUiMessage[];
  readonly pendingInterrupts: readonly AgUiInterrupt[];
  readonly isRunning: boolean;
  runAgent(parameters?: { readonly resume?: readonly unknown[] }): Promise<unknown>;
  abortRun(): void;
  setMessages(messages: AgUiMessage[]): void;
  subscribe(subscriber: AgUiSubscriber): unknown;
}

/** What `runAgent` of this agent takes. */
export type AgUiRunParameters<Agent extends AgUiAgent> = NonNullable<Parameters<Agent['runAgent']>[0]>;

/** How an agent asks, and who it is. */
export interface UseAgUiAskUserOptions<Agent extends AgUiAgent = AgUiAgent> {
  /** What every run takes: `tools`, `context`, `forwardedProps`. @default none */
  readonly parameters?: AgUiRunParameters<Agent> | undefined;
  /**
   * Starts a run, where that is not the agent's own: for CopilotKit `(parameters) => copilotkit.runAgent({ agent, ...parameters })`.
   * @default `agent.runAgent`
   */
  run?(parameters: AgUiRunParameters<Agent>): Promise<unknown>;
  /** Who asks. Never taken from the model's text. */
  readonly asker?: string | undefined;
  /**
   * The frontend tool whose calls are questions, read and answered by its own dialect; `false` for interrupts alone. A name and a dialect
   * are enough, as `{ name: 'ask', dialect: askUser }`.
   *
   * @default `askUserTool`: `ask_user`
   */
  readonly tool?: Pick<ToolSpec<unknown>, 'name' | 'aliases' | 'dialect'> | false | undefined;
}

/** A question of the thread's. */
export interface AgUiQuestion {
  /** The message that it comes after; `undefined` in a thread without messages. */
  readonly after: string | undefined;
  /** Somebody may answer it, or soon may. */
  readonly open: boolean;
  readonly props: AskProps<unknown>;
}

/** How a question that nobody answered ended. */
export type AgUiEnded = Exclude<AskUserResult, { status: 'answered' }>;
