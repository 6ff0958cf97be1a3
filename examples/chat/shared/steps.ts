import { isToolUIPart, type UIMessage } from 'ai';

/** Returns the parts of the newest step. */
export const newestStep = <Message extends UIMessage>({ parts }: Message): Message['parts'] =>
  parts.slice(parts.findLastIndex((part) => part.type === 'step-start') + 1);

/**
 * Returns the messages without an interrupted step, so that it can be requested again. A step with a complete question
 * or a result stays, so that no answer is lost.
 */
export function withoutBrokenStep<Message extends UIMessage>(messages: readonly Message[]): Message[] {
  const last = messages.at(-1);
  if (last?.role !== 'assistant') return [...messages];
  const step = newestStep(last);
  const asked = step.some((part) => isToolUIPart(part) && part.state !== 'input-streaming');
  if (asked) return [...messages];
  const parts = last.parts.slice(0, last.parts.length - step.length);
  const kept = parts.at(-1)?.type === 'step-start' ? parts.slice(0, -1) : parts;
  return kept.length > 0 ? [...messages.slice(0, -1), { ...last, parts: kept }] : messages.slice(0, -1);
}

/** Returns the text of the newest step, for screen readers. */
export const newestText = (message: UIMessage): string =>
  newestStep(message)
    .map((part) => (part.type === 'text' ? part.text : ''))
    .join('');
