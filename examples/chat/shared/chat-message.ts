import type { UIMessage } from 'ai';
import type { AnsweredOutput, UnansweredOutput } from 'react-ask-user/core';

/**
 * Output for the agent: `{ answered: true, answers }`, `{ answered: false, cancelled: true }`, or another unanswered
 * status.
 */
export type AskOutput = AnsweredOutput | UnansweredOutput;

/** Name of the tool for questions that do not stop the agent. */
export const LATER_TOOL = 'ask_user_later';

/** Messages of the chat. Their `tool-ask_user` and `tool-ask_user_later` parts contain the questions. */
export type ChatMessage = UIMessage<
  unknown,
  never,
  {
    ask_user: { input: unknown; output: AskOutput };
    [LATER_TOOL]: { input: unknown; output: { waiting: boolean } };
  }
>;

export type ChatPart = ChatMessage['parts'][number];
export type AskPart = Extract<ChatPart, { type: 'tool-ask_user' }>;
export type LaterPart = Extract<ChatPart, { type: 'tool-ask_user_later' }>;
