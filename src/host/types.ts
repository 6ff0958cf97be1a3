import type { AskUserRecord, AskUserResult } from '../core/answer/types.js';
import type { AskUserRequest } from '../core/question/types.js';

/** Which agent asks. */
export interface AgentRef {
  readonly id: string;
  /** Shown to the person. */
  readonly name?: string | undefined;
  /** Set for a sub-agent, which can't ask. */
  readonly parentId?: string | undefined;
}

/** What goes with a request besides its questions. */
export interface AskOptions {
  /**
   * Conversation the request belongs to. Only clients authorized for it receive the request, so a broker needs it: without it
   * `ask` rejects with the code `missing_conversation`. A transport with one client of its own does without it.
   */
  readonly conversationId?: string | undefined;
  readonly agent?: AgentRef | undefined;
  /** Aborted where the agent's run is: the question is withdrawn. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds until the request ends as `timedOut`, from this call on; any number from 0 on. @default no limit */
  readonly timeoutMs?: number | undefined;
  /** Every question may be skipped. A question whose `constraints.required` is `false` may be in any case. @default false */
  readonly allowSkip?: boolean | undefined;
  /** Dialogs offer to decline the whole request. Only that: a decline that arrives is taken in any case. @default false */
  readonly allowDecline?: boolean | undefined;
  /**
   * Dialogs offer to send the answers so far: of several questions at least one is answered, and the others are skipped. A
   * question whose `constraints.required` is `true` can't be skipped. @default false
   */
  readonly allowPartial?: boolean | undefined;
  /**
   * Dialogs offer to discuss the questions first: a decline with `discuss`, a message and the answers so far. Only that: one that
   * arrives is taken in any case. @default false
   */
  readonly allowDiscuss?: boolean | undefined;
}

/** Whatever can put a request to a person: a broker, or any object with this one method. */
export interface Asker {
  /** What the records of its requests say. @default 'interactive' */
  readonly mode?: AskUserRecord['mode'] | undefined;
  /** Pending until the person has answered or the request has ended otherwise. An ending is a result, not a rejection. */
  ask(request: AskUserRequest, options: AskOptions): Promise<AskUserResult>;
}
