'use client';
import { useEffect, useRef, useState } from 'react';
import { askPartsOf, type AiSdkAskPart, type AiSdkMessage } from './parts.js';

/**
 * - `writing`: the model is still at it.
 * - `cut`: it was, in this page, and has been stopped or cut off.
 * - `left`: it is in the history like that.
 */
export type HalfWritten = 'writing' | 'cut' | 'left';

/** What is known of calls that were half written. */
export interface HalfWrittenCalls {
  stateOf(part: AiSdkAskPart): HalfWritten;
  /**
   * The id of its request. A dialog that was there keeps it, and shows how it ended. A stream that is resumed after that asks anew; what is
   * left in a history is no request yet.
   */
  idOf(part: AiSdkAskPart): string;
}

const halves = (messages: readonly AiSdkMessage[], tool: string): readonly string[] =>
  askPartsOf(messages.slice(-1), tool).flatMap((one) => (one.state === 'input-streaming' ? [one.toolCallId] : []));

/**
 * Tells a call that is being written from one that never will be. A render may be older than the chat (`experimental_throttle`), so that a
 * chat that has just become ready is asked itself: what looks half written may be whole.
 */
export function useHalfWritten(
  messages: readonly AiSdkMessage[],
  { tool, isBusy, read }: { tool: string; isBusy: boolean; read: () => readonly AiSdkMessage[] },
): HalfWrittenCalls {
  const written = useRef(new Set<string>());
  const [cut, setCut] = useState<ReadonlySet<string>>(new Set());

  useEffect(() => {
    if (isBusy) for (const id of halves(messages, tool)) written.current.add(id);
  }, [messages, tool, isBusy]);

  useEffect(() => {
    if (isBusy || written.current.size === 0) return;
    const now = halves(read(), tool).filter((id) => written.current.has(id));
    if (now.length > 0) setCut((before) => new Set([...before, ...now]));
    // Once a turn: what it reads with is new with each render.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isBusy]);

  const stateOf = ({ toolCallId }: AiSdkAskPart): HalfWritten => {
    if (isBusy && halves(messages, tool).includes(toolCallId)) return 'writing';
    if (cut.has(toolCallId)) return 'cut';
    return written.current.has(toolCallId) ? 'writing' : 'left';
  };

  return {
    stateOf,
    idOf(part) {
      const half = part.state === 'input-streaming' ? stateOf(part) : undefined;
      const another = cut.has(part.toolCallId) ? half !== 'cut' : half === 'left';
      return another ? `${part.toolCallId} again` : part.toolCallId;
    },
  };
}
