import { isRecord } from '../../core/guards.js';
import type { AgUiMessage, AgUiToolCall } from './types.js';

/** A call of the ask tool, where it stands in its thread. */
export interface Call {
  readonly id: string;
  readonly messageId: string;
  /** As the model wrote it: JSON, unless it was cut off. */
  readonly input: string;
  /** Of the tool message; `undefined` while there is none. */
  readonly content: unknown;
  /** The person has written something since. */
  readonly passed: boolean;
}

const callsOf = ({ role, toolCalls }: AgUiMessage): readonly AgUiToolCall[] =>
  role === 'assistant' && Array.isArray(toolCalls) ? toolCalls : [];

const resultOf = (messages: readonly AgUiMessage[], id: string): AgUiMessage | undefined =>
  messages.find(({ role, toolCallId }) => role === 'tool' && toolCallId === id);

/** The calls of the tools with these names, in the order of their thread. */
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

/** The calls since the person's last message, of any tool, that have no result yet. */
export function openIds(messages: readonly AgUiMessage[]): readonly string[] {
  const since = messages.slice(messages.findLastIndex(({ role }) => role === 'user') + 1);
  return since.flatMap((message) => callsOf(message).map(({ id }) => id)).filter((id) => !resultOf(messages, id));
}

/**
 * The messages with these results, each right behind its call's message and the results that are there, since models want them
 * nowhere else; a call that has a result keeps it.
 */
export function withResults(
  messages: readonly AgUiMessage[],
  results: ReadonlyMap<string, unknown>,
): readonly AgUiMessage[] {
  const next = [...messages];
  for (const [id, wire] of results) {
    const at = next.findIndex((message) => callsOf(message).some((call) => call.id === id));
    if (at < 0 || resultOf(next, id)) continue;
    let end = at + 1;
    while (next[end]?.role === 'tool') end++;
    next.splice(end, 0, { id: resultId(id), role: 'tool', toolCallId: id, content: JSON.stringify(wire) });
  }
  return next;
}

/** Without what `withResults` has put there for this call. */
export const withoutResult = (messages: readonly AgUiMessage[], id: string): readonly AgUiMessage[] =>
  messages.filter((message) => message.id !== resultId(id));

// Made of the call's, so that the same result is the same message, whoever writes it.
const resultId = (toolCallId: string): string => `ask-user-${toolCallId}`;

/** A tool's input that the model has written to its end. */
export const isWhole = (input: string): boolean => isRecord(parsed(input));

/** The JSON in a message's text, or what is there instead. */
export function parsed(content: unknown): unknown {
  const text = Array.isArray(content) ? content.map(textIn).join('') : content;
  try {
    return typeof text === 'string' ? JSON.parse(text) : text;
  } catch {
    return text;
  }
}

const textIn = (part: unknown): string => (isRecord(part) && typeof part['text'] === 'string' ? part['text'] : '');
