import type { UIMessage } from 'ai';
import type { AskUserEnding, AskUserOutput } from 'react-ask-user/dialects';

/** What goes back to the agent: `{ answered: true, answers }`, or `{ answered: false, cancelled: true }` and the other endings. */
export type AskOutput = AskUserOutput | AskUserEnding;

/** The chat's messages; `tool-ask_user` parts carry the questions. */
export type ChatMessage = UIMessage<unknown, never, { ask_user: { input: unknown; output: AskOutput } }>;

export type ChatPart = ChatMessage['parts'][number];
export type AskPart = Extract<ChatPart, { type: 'tool-ask_user' }>;
