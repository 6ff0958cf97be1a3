import type { UIMessage } from 'ai';
import type { AskUserQuestionEnding, AskUserQuestionOutput } from 'react-ask-user/dialects';

/** What goes back to the agent: `{ answers }`, or `{ answers: {}, cancelled: true }` and the other endings. */
export type AskOutput = AskUserQuestionOutput | AskUserQuestionEnding;

/** The chat's messages; `tool-ask_user_question` parts carry the questions. */
export type ChatMessage = UIMessage<unknown, never, { ask_user_question: { input: unknown; output: AskOutput } }>;

export type ChatPart = ChatMessage['parts'][number];
export type AskPart = Extract<ChatPart, { type: 'tool-ask_user_question' }>;
