import type { UIMessage } from 'ai';
import type { AnsweredOutput, UnansweredOutput } from 'react-ask-user/core';

/**
 * Output for the agent: `{ answered: true, answers }`, `{ answered: false, cancelled: true }`, or another unanswered
 * status.
 */
export type AskOutput = AnsweredOutput | UnansweredOutput;

/** Messages of the chat. Their `tool-ask_user` parts contain the questions. */
export type ChatMessage = UIMessage<unknown, never, { ask_user: { input: unknown; output: AskOutput } }>;

export type ChatPart = ChatMessage['parts'][number];
export type AskPart = Extract<ChatPart, { type: 'tool-ask_user' }>;
