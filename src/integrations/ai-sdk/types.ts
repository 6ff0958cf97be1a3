import type { AskUserResult } from '../../core/answer/types.js';
import type { AskUserRequest } from '../../core/question/types.js';
import type { AskUserEnding, AskUserOutput } from '../../dialects/ask-user.js';
import type { AgentDialect } from '../../dialects/types.js';
import type { AskProps } from '../shared/dialog-props.js';
import type { AnswerClaim, AnswerClaimed } from './gate.js';
import type { AiSdkAskPart, AiSdkMessage, AiSdkPart } from './parts.js';

/** What `useChat` of the AI SDK gives, as far as it is used here. */
export interface AiSdkChat {
  readonly id: string;
  readonly messages: readonly AiSdkMessage[];
  readonly status: string;
  readonly addToolOutput: (output: never) => PromiseLike<void> | void;
  readonly setMessages: (messages: never) => void;
  readonly sendMessage: (...message: never) => PromiseLike<void>;
  readonly stop: () => PromiseLike<void>;
}

/**
 * - `writing`: the model is still writing the question; its dialog shows what is complete.
 * - `open`: it waits for an answer.
 * - `settled`: it has its output.
 * - `failed`: nobody could be asked, and the model was told.
 * - `unfinished`: the model was stopped, or was cut off, in the middle of it.
 *
 * A dialog of the last two draws nothing, unless it was there before: then it shows how it ended, and what was typed by then.
 */
export type AiSdkAskState = 'writing' | 'open' | 'settled' | 'failed' | 'unfinished';

/** What came of a call in this page. */
export interface AiSdkEnded<A = AskUserOutput, E = AskUserEnding> {
  readonly toolCallId: string;
  readonly output: A | E;
  /** The lossless result, of which `output` is what the wire has room for; for `toRecord`. */
  readonly result: AskUserResult;
  readonly request: AskUserRequest;
}

/** What the host decides about its questions. */
export interface AiSdkAskUserOptions<A = AskUserOutput, E = AskUserEnding> {
  /** The ask tool's name in `tools`. @default 'ask_user' */
  readonly toolName?: string | undefined;
  /** How the tool's family reads and writes. @default askUser */
  readonly dialect?: AgentDialect<A, E> | undefined;
  /** Who asks, as the person reads it. */
  readonly asker?: string | undefined;
  /**
   * Asked before an output is handed to the chat, where several windows may have it open: the server's `createAnswerGate`. Until it has
   * answered, the dialog says "Sending"; if it rejects, every field is as before. Refused, the chat takes over what was first. If that has not
   * gone to the agent two seconds later either, whoever was first is taken for gone, and this window goes on with it.
   *
   * @default none: this window's answer counts
   */
  readonly claim?: ((answer: AnswerClaim) => PromiseLike<AnswerClaimed>) | undefined;
  /** For the agent: why a question is over that a message took the place of. @default 'The user wrote a message instead; it follows.' */
  readonly supersededReason?: string | undefined;
  /** Called as a call gets its output from this page, before the chat has it: to keep more than the wire has room for. */
  readonly onEnded?: ((ended: AiSdkEnded<A, E>) => void) | undefined;
}

/** What became of an answer or a message. Refused, it has changed nothing; `output` is what the question was answered with before. */
export type AiSdkDelivered =
  | { readonly ok: true }
  | { readonly ok: false; readonly code: string; readonly output?: unknown };

/** The questions of one chat. */
export interface AiSdkAskUser<C extends AiSdkChat, A = AskUserOutput, E = AskUserEnding> {
  /** Whether a part of a message is a question of the ask tool. */
  isAsk<Part extends AiSdkPart>(part: Part): part is Part & AiSdkAskPart;
  /** What a dialog takes to ask it, or to show how it ended. Render it for as long as its part is there. */
  props(part: AiSdkAskPart): AskProps<A, E>;
  stateOf(part: AiSdkAskPart): AiSdkAskState;
  /** The questions that wait for an answer. */
  readonly open: readonly AiSdkAskPart[];
  /**
   * The chat's own, for messages that the person writes: they take the place of the questions that are open, each of which gets its output
   * first, in the same request. A turn that is still writing one is stopped.
   *
   * Resolves with the reply's end; or with `{ ok: false }` at once, and nothing sent, where another window has answered meanwhile.
   *
   * @throws whatever `claim` rejects with; nothing is sent then
   */
  sendMessage(...message: Parameters<C['sendMessage']>): Promise<AiSdkDelivered>;
}
