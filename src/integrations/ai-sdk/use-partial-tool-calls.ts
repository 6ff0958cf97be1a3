'use client';
import { useEffect, useRef, useState } from 'react';
import { callOf, type AiSdkAskPart, type AskCall } from './parts.js';

/**
 * State of a call whose input is incomplete.
 *
 * - `writing`: the model is still writing, or the hook has not found yet that it stopped.
 * - `cut`: the model was stopped or cut off while this page was open.
 * - `left`: the call is incomplete in the loaded history.
 */
export type HalfWritten = 'writing' | 'cut' | 'left';

export interface HalfWrittenCalls {
  stateOf(part: AiSdkAskPart): HalfWritten;
  /**
   * Returns the request id of a call, which is unique across chats. A call that was cut off keeps its id, so that its
   * mounted dialog shows how the call ended.
   */
  idOf(part: AiSdkAskPart): string;
}

/**
 * Distinguishes calls that are still being written from calls that were cut off. A render may be older than the chat
 * (`experimental_throttle`), so a call that looks incomplete may be complete. The hook therefore reads the chat's
 * current messages when the chat is no longer busy.
 */
export function usePartialToolCalls(
  chatId: string,
  calls: readonly AskCall[],
  { isBusy, read }: { isBusy: boolean; read: () => readonly AskCall[] },
): HalfWrittenCalls {
  const written = useRef(new Set<string>());
  const [cut, setCut] = useState<ReadonlySet<string>>(new Set());

  useEffect(
    () => () => {
      written.current.clear();
      setCut(new Set());
    },
    [chatId],
  );

  useEffect(() => {
    if (isBusy) for (const key of halves(calls)) written.current.add(key);
  }, [calls, isBusy]);

  useEffect(() => {
    if (isBusy || written.current.size === 0) return;
    const now = halves(read()).filter((key) => written.current.has(key));
    if (now.length > 0) setCut((before) => new Set([...before, ...now]));
    // `read` changes with every render, but only the end of a turn needs this check.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isBusy]);

  const keyOf = (part: AiSdkAskPart) => callOf(calls, part)?.key ?? '';

  const stateOf = (part: AiSdkAskPart): HalfWritten => {
    const key = keyOf(part);
    if (isBusy && halves(calls).includes(key)) return 'writing';
    if (cut.has(key)) return 'cut';
    return written.current.has(key) ? 'writing' : 'left';
  };

  return {
    stateOf,
    idOf(part) {
      const half = part.state === 'input-streaming' ? stateOf(part) : undefined;
      const another = cut.has(keyOf(part)) ? half !== 'cut' : half === 'left';
      return `${chatId} ${part.toolCallId}${another ? ' again' : ''}`;
    },
  };
}

const halves = (calls: readonly AskCall[]): readonly string[] =>
  calls.flatMap(({ key, part, isLast }) => (isLast && part.state === 'input-streaming' ? [key] : []));
