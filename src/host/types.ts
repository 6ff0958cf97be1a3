import type { AskUserRecord, AskUserResult } from '../core/answer/types.js';
import type { AskUserRequest } from '../core/question/types.js';

/** The agent that asks. */
export interface AgentRef {
  /** Id of the agent, passed on to clients. */
  readonly id: string;
  /** Display name of the agent, shown to the user if the request has no `asker`. */
  readonly name?: string | undefined;
  /** Set for a sub-agent. The tool and the broker then reject the call with the code `sub_agent`. */
  readonly parentId?: string | undefined;
}

/** Options of one `ask`. */
export interface AskOptions {
  /**
   * Conversation the request belongs to. A broker requires it: without it, `ask` rejects with the code
   * `missing_conversation`. A transport with a single client does not.
   */
  readonly conversationId?: string | undefined;
  /** The agent that asks. */
  readonly agent?: AgentRef | undefined;
  /** Its abort withdraws the request, unless another call waits for it. Pass the signal of the agent's run. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Time limit of the call in milliseconds (0 or more), after which the result is `timedOut`. By default there is no
   * limit.
   */
  readonly timeoutMs?: number | undefined;
  /**
   * Whether the user may skip any question that does not have `constraints.required: true`. Questions with
   * `constraints.required: false` can always be skipped, or left blank.
   *
   * @default false
   */
  readonly allowSkip?: boolean | undefined;
  /** Whether dialogs offer to decline the whole request. A decline is accepted even if it is `false`. @default false */
  readonly allowDecline?: boolean | undefined;
  /**
   * Whether the user may send some of the answers and skip the other questions. At least one question must be
   * answered. A question with `constraints.required: true` cannot be skipped.
   *
   * @default false
   */
  readonly allowPartial?: boolean | undefined;
  /**
   * Whether dialogs offer to discuss the questions first: a decline with `discuss`, a message and the answers so far.
   * The message is optional. Such a decline is accepted even if this option is `false`.
   *
   * @default false
   */
  readonly allowDiscuss?: boolean | undefined;
}

/** Sends a request to a user and resolves with the result. Implement it to use another channel than a broker. */
export interface AskUserTransport {
  /** The `mode` in records of its requests. @default 'interactive' */
  readonly mode?: AskUserRecord['mode'] | undefined;
  /**
   * Resolves with the result, which can have any status. Rejects if it has no result, for example if the transport is
   * closed while the request stays pending.
   */
  ask(request: AskUserRequest, options: AskOptions): Promise<AskUserResult>;
}
