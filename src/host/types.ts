import type { AskUserRecord, AskUserResult } from '../core/answer/types.js';
import type { Allow } from '../core/flow/allow.js';
import type { Exchange, OnAskBack } from '../core/flow/types.js';
import type { Issue } from '../core/question/issues.js';
import type { AskUserRequest } from '../core/question/types.js';

/** The agent that asks. */
export interface AgentRef {
  /** Id of the agent, passed on to clients. */
  readonly id: string;
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
  /** Display name of who asks. Takes precedence over the `asker` of the request. */
  readonly asker?: string | undefined;
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
   * What the dialogs offer besides answering every question. A broker refuses a skipped question without `skip` or
   * `partial`, but accepts a decline or a discussion even if they are not offered.
   *
   * @default {}
   */
  readonly allow?: Allow | undefined;
  /**
   * Returns the reply, or a promise of it, when the user asks the agent about a question. With it, the dialogs offer
   * "Ask about this", and the request stays open. If it throws, rejects, or there is no text, the user can try again
   * with the same `exchange.key`. It can be called again for an exchange if the process that replied has ended. A
   * transport that cannot offer it ignores it.
   */
  readonly onAskBack?: OnAskBack | undefined;
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
  /**
   * Opens a request whose agent does not wait (`blocking: false`), and resolves once the user can be asked, or with the
   * issues of a request that no user could answer. The result goes to the `callback`. Without this method, such an agent
   * waits.
   */
  open?(
    request: AskUserRequest,
    options: Omit<AskOptions, 'signal' | 'timeoutMs'> & { readonly callback?: string | undefined },
  ): Promise<{ readonly ok: true } | { readonly ok: false; readonly issues: readonly Issue[] }>;
  /**
   * Returns what users have asked about the questions of a request, also of one that has ended. Without this method, a
   * record has what its own process was asked.
   */
  exchanges?(requestId: string): Promise<readonly Exchange[]>;
}
