import type { AnsweredOutput, UnansweredOutput, AskUserRequest, AskUserResult, Exchange } from '../../core/index.js';
import type { AgentDialect } from '../../dialects/index.js';
import type { AskProps } from '../shared/dialog-props.js';
import type { AnswerClaim, ClaimResult } from './gate.js';
import type { AiSdkAskPart, AiSdkMessage, AiSdkPart } from './parts.js';

/** The part of `useChat`'s return value that is used. */
export interface AiSdkChat {
  readonly id: string;
  readonly messages: readonly AiSdkMessage[];
  readonly status: string;
  readonly error?: unknown;
  readonly experimental_queuedMessages?: readonly unknown[] | undefined;
  readonly addToolOutput: (output: never) => PromiseLike<void> | void;
  readonly setMessages: (messages: never) => void;
  readonly sendMessage: (...message: never) => PromiseLike<void>;
  readonly stop: () => PromiseLike<void>;
}

/**
 * State of a call.
 *
 * - `writing`: the model is still writing the call; its dialog shows every question except the last one so far.
 * - `open`: the call waits for an answer, or its answer is being sent or could not be sent.
 * - `settled`: the call has its output.
 * - `failed`: the call has an error instead of an output, such as for an invalid input, or a state that is not listed
 *   here.
 * - `unfinished`: the model was stopped or cut off while it wrote the call, or its message is no longer the last one.
 *
 * A dialog for a `failed` or `unfinished` call renders nothing. If it was already mounted, it shows how the call ended
 * and keeps what the user typed.
 */
export type AiSdkAskState = 'writing' | 'open' | 'settled' | 'failed' | 'unfinished';

/** A call that this page settled. */
export interface AiSdkSettled<A = AnsweredOutput, E = UnansweredOutput> {
  readonly toolCallId: string;
  readonly output: A | E;
  /** Lossless result, which `toRecord` accepts. `output` contains what the wire format can represent. */
  readonly result: AskUserResult;
  readonly request: AskUserRequest;
  /** What the user asked back, with the replies. Pass them to `toRecord`. Empty if a message superseded the call. */
  readonly exchanges: readonly Exchange[];
}

/** Options for `useAiSdkAskUser`. */
export interface UseAiSdkAskUserOptions<A = AnsweredOutput, E = UnansweredOutput> {
  /** Name of the ask tool in `tools`. @default 'ask_user' */
  readonly toolName?: string | undefined;
  /** Dialect of the tool. @default askUser */
  readonly dialect?: AgentDialect<A, E> | undefined;
  /** Display name of the agent. */
  readonly asker?: string | undefined;
  /**
   * Called before this page adds an answer, another result or an error to a call. If several tabs may have the chat
   * open, send the claim to the server's `createAnswerGate`. The dialog shows "Sending…" until the promise settles. If
   * it rejects, the dialog keeps the user's input.
   *
   * If the claim is refused with the answer that was first, the chat stores that answer. If that answer has not been
   * sent to the agent 2 s later, its tab counts as closed and this tab sends it.
   *
   * By default there is no claim, and this tab's answer counts.
   */
  readonly claim?: ((answer: AnswerClaim) => PromiseLike<ClaimResult>) | undefined;
  /**
   * Reason that the agent receives if a message replaces an open question.
   *
   * @default 'The user wrote a message instead; it follows.'
   */
  readonly supersededReason?: string | undefined;
  /**
   * Called when a call gets its output from this page, before the output is added to the chat, and again for each retry
   * of a delivery. Use it to store the lossless result. Not called for `invalid` and `unavailable`, which the chat stores as an error.
   */
  readonly onSettled?: ((settled: AiSdkSettled<A, E>) => void) | undefined;
}

/**
 * Result of delivering an answer or a message. It is `ok` once the server has begun to respond to a request with it, or
 * if the answer is in the chat and the SDK sends it together with the outputs that the same step still lacks. Otherwise
 * the dialog keeps the input and offers a retry. The `code` is:
 *
 * - `request_failed`: the request failed before the server responded. The answer or message is in the chat, and
 *   `sendMessage()` repeats the request.
 * - `not_sent`: no request was started. An answer is in the chat and goes with the next request; `sendAutomaticallyWhen`
 *   is missing or did not return true. A message is not in the chat; it was stopped while its files were read.
 * - `already_resolved`: the call has another output, which is `output` if it is known.
 * - `not_claimed`, `invalid`: `claim` refused the answer.
 * - `gone`: the page shows another chat, or the call was removed.
 */
export type AiSdkSendResult =
  | { readonly ok: true }
  | {
      readonly ok: false;
      readonly code: string;
      readonly output?: unknown;
      /** The chat's error if the request failed, or an error that says why none was started. */
      readonly cause?: unknown;
    };

/** Property that no part has. See `UseAiSdkAskUserReturn.isAskPart`. */
declare const accepted: unique symbol;

/** Return value of `useAiSdkAskUser`. */
export interface UseAiSdkAskUserReturn<C extends AiSdkChat, A = AnsweredOutput, E = UnansweredOutput> {
  /**
   * Whether a part of a message is a call of the ask tool. Each tool's part has the properties of `AiSdkAskPart`.
   * Without another property in the type, TypeScript would exclude all of them if this returns `false`.
   */
  isAskPart<Part extends AiSdkPart>(part: Part): part is Part & AiSdkAskPart & { readonly [accepted]?: true };
  /** Returns the props of a call's dialog. Render the dialog for as long as its part exists. */
  getDialogProps(part: AiSdkAskPart): AskProps<A, E>;
  /** Returns the state of a call. */
  getState(part: AiSdkAskPart): AiSdkAskState;
  /** Calls whose state is `open`. */
  readonly openParts: readonly AiSdkAskPart[];
  /**
   * Sends a message that the user wrote, as the chat's `sendMessage` does. Open questions are settled as superseded
   * first; their outputs are sent in the same request. If the running turn has an open question or is writing one, it
   * is stopped. A call without a message settles nothing.
   *
   * Resolves when the reply has ended. If a claim is refused, or the page shows another chat in the meantime, it
   * resolves to `{ ok: false }` and the message is not sent. With the code `request_failed`, the message is in the chat
   * and was not received, so do not offer its text again.
   *
   * @throws Any error of `claim` or `onSettled`, after which the message is not sent, and any error of the chat's
   * methods.
   */
  sendMessage(...message: Parameters<C['sendMessage']>): Promise<AiSdkSendResult>;
}
