import { isRecord } from '../../core/guards.js';
import { fromJson } from '../../core/question/scan.js';
import type { AgUiMessage, AgUiToolCall } from './types.js';

/** A call of the ask tool, with its position in the thread. */
export interface Call {
  readonly id: string;
  readonly messageId: string;
  /** Input as the model wrote it: JSON, possibly incomplete. */
  readonly input: string;
  /** Content of the tool message; `undefined` if there is no tool message. */
  readonly content: unknown;
  /** Whether the user has sent a message after the call. */
  readonly passed: boolean;
}

const callsOf = ({ role, toolCalls }: AgUiMessage): readonly AgUiToolCall[] =>
  role === 'assistant' && Array.isArray(toolCalls) ? toolCalls : [];

const resultOf = (messages: readonly AgUiMessage[], id: string): AgUiMessage | undefined =>
  messages.find(({ role, toolCallId }) => role === 'tool' && toolCallId === id);

export function askCalls(messages: readonly AgUiMessage[], names: readonly string[]): readonly Call[] {
  const lastUser = messages.findLastIndex(({ role }) => role === 'user');
  return messages.flatMap((message, i) =>
    callsOf(message)
      .filter((call) => names.includes(call.function.name))
      .map(({ id, function: { arguments: input } }) => ({
        id,
        messageId: message.id,
        input,
        content: resultOf(messages, id)?.content,
        passed: i < lastUser,
      })),
  );
}

/** Returns the ids of all tools' calls since the user's last message that have no result yet. */
export function openIds(messages: readonly AgUiMessage[]): readonly string[] {
  const since = messages.slice(messages.findLastIndex(({ role }) => role === 'user') + 1);
  return since.flatMap((message) => callsOf(message).map(({ id }) => id)).filter((id) => !resultOf(messages, id));
}

/**
 * Inserts results into the messages. Each result follows its call's message and the existing results of that message. A
 * call that already has a result keeps it. A result without a call is ignored.
 */
export function withResults(
  messages: readonly AgUiMessage[],
  results: ReadonlyMap<string, unknown>,
): readonly AgUiMessage[] {
  const next = [...messages];
  for (const [id, output] of results) {
    const at = next.findIndex((message) => callsOf(message).some((call) => call.id === id));
    if (at < 0 || resultOf(next, id)) continue;
    let end = at + 1;
    while (next[end]?.role === 'tool') end++;
    next.splice(end, 0, { id: resultId(id), role: 'tool', toolCallId: id, content: JSON.stringify(output) });
  }
  return next;
}

/** Removes the message that `withResults` inserted for this call. */
export const withoutResult = (messages: readonly AgUiMessage[], id: string): readonly AgUiMessage[] =>
  messages.filter((message) => message.id !== resultId(id));

// Derived from the call's id, so that every writer of the same result uses the same message id.
const resultId = (toolCallId: string): string => `ask-user-${toolCallId}`;

export const isComplete = (input: string): boolean => isRecord(parsed(input));

/**
 * Parses a message's content as JSON: its text, or its joined text parts. Returns text that is not JSON, and content
 * without text, as it is.
 */
export const parsed = (content: unknown): unknown =>
  fromJson(Array.isArray(content) ? content.map(textIn).join('') : content);

const textIn = (part: unknown): string => (isRecord(part) && typeof part['text'] === 'string' ? part['text'] : '');
