'use client';
import { useEffect, useRef, useState } from 'react';
import { callOf, type AiSdkAskPart, type AskCall } from './parts.js';

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
   * The id of its request, which another chat's call of the same id is not. A dialog that was there keeps it, and shows how it ended. A stream that is resumed after that asks anew; what is
   * left in a history is no request yet.
   */
  idOf(part: AiSdkAskPart): string;
}

/**
 * Tells a call that is being written from one that never will be. A render may be older than the chat (`experimental_throttle`), so that a
 * chat that has just become ready is asked itself: what looks half written may be whole.
 */
export function useHalfWritten(
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
    // Once a turn: what it reads with is new with each render.
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
