'use client';
import { useEffect, useRef, useState } from 'react';
import type { AskUserResult } from '../../core/answer/types.js';
import type { AnswerClaim, AnswerEnding } from './gate.js';
import { askCallsOf, callOf, isAskPart, type AiSdkAskPart, type AiSdkMessage, type AskCall } from './parts.js';
import type { AiSdkAskUserOptions, AiSdkChat, AiSdkDelivered } from './types.js';

export interface Deliveries {
  /** The calls of the chat as it is: a render may be older, and a callback older still. */
  read(): readonly AskCall[];
  /** Gives a call what came of it, once: whoever is first. */
  hand(part: AiSdkAskPart, result: AskUserResult, ending: AnswerEnding): Promise<AiSdkDelivered>;
  /** Ends what is open, with no request of its own: a message follows. */
  supersede(end: (part: AiSdkAskPart) => Promise<AiSdkDelivered>): Promise<AiSdkDelivered>;
  /** What this page gave, which says more than its output. */
  givenTo(part: AiSdkAskPart): AskUserResult | undefined;
}

export const DONE: AiSdkDelivered = { ok: true };
const RESOLVED = { ok: false, code: 'already_resolved' } as const;
/** The page shows another chat by now, or the chat another reply. */
const GONE = { ok: false, code: 'gone' } as const;
/** How long a window that was first has to send, in milliseconds. */
const SENDS_WITHIN_MS = 2_000;

export const isOpen = ({ state }: AiSdkAskPart): boolean => state === 'input-available';

/** Hands outputs to a chat. What it began for one chat touches no other, whatever the page shows when it comes back. */
export function useDeliveries(
  chat: AiSdkChat,
  { toolName, calls, claim }: { toolName: string; calls: readonly AskCall[] } & Pick<AiSdkAskUserOptions, 'claim'>,
  onGiven: (part: AiSdkAskPart, result: AskUserResult, output: unknown) => void,
): Deliveries {
  const chats = useRef(new Map<string, Under>());
  function under(): Under {
    const there = chats.current.get(chat.id) ?? { hands: new Map(), given: new Map(), messages: 0, goOn: undefined };
    chats.current.set(chat.id, there);
    return there;
  }
  const drawn = useRef<(() => void)[]>([]);
  const [delivery] = useState(() => crypto.getRandomValues(new Uint32Array(4)).join('-'));

  const shown = useRef(chat);
  useEffect(() => {
    shown.current = chat;
  });
  const isHere = () => shown.current.id === chat.id;
  const isBusy = () => shown.current.status === 'submitted' || shown.current.status === 'streaming';

  useEffect(() => {
    for (const done of drawn.current.splice(0)) done();
  }, [chat.messages]);

  useEffect(() => {
    const { current } = chats;
    // Another chat is shown: what is on its way there is still known.
    return () => void (current.get(chat.id)?.hands.size === 0 && current.delete(chat.id));
  }, [chat.id]);

  const set = (update: (messages: readonly AiSdkMessage[]) => readonly AiSdkMessage[]) =>
    chat.setMessages(update as never);

  function read(): readonly AskCall[] {
    let { messages } = chat;
    // After a switch these would be the other chat's.
    if (isHere()) set((now) => (messages = now));
    return askCallsOf(chat.id, messages, toolName);
  }

  const find = (key: string) => (isHere() ? read().find((call) => call.key === key) : undefined);

  /** Starts no request: the SDK looks for one after `addToolOutput` alone. */
  const write = ({ key }: AskCall, ending: AnswerEnding) =>
    set((messages) =>
      messages.map((message) => {
        const [call] = askCallsOf(chat.id, [message], toolName).filter((one) => one.key === key && isOpen(one.part));
        if (!call) return message;
        const { toolCallId } = call.part;
        const ended = { state: 'output' in ending ? 'output-available' : 'output-error', ...ending };
        return {
          ...message,
          parts: message.parts.map((part) =>
            isAskPart(part, toolName) && part.toolCallId === toolCallId ? { ...part, ...ended } : part,
          ),
        };
      }),
    );

  const add = ({ part: { toolCallId } }: AskCall, ending: AnswerEnding) =>
    chat.addToolOutput({ tool: toolName, toolCallId, ...ending, ...('errorText' in ending && ERROR) } as never);

  /** A turn that is still being written keeps what it has been told by the SDK's own way alone, and starts no request for it either. */
  const addQuietly = (call: AskCall, ending: AnswerEnding) => (isBusy() ? add(call, ending) : write(call, ending));

  /** A message that waits for this goes out with it, in one request. */
  function addAndGoOn(call: AskCall, ending: AnswerEnding) {
    const mine = under();
    if (mine.messages === 0) return add(call, ending);
    // The same again changes nothing, and the SDK looks whether its step is complete.
    mine.goOn = () => add(call, ending);
    return addQuietly(call, ending);
  }

  async function claimed(answer: AnswerClaim): Promise<Heard> {
    // Whatever the host's server answers: what does not say that it took it has not.
    const ask = async () => ((await claim?.(answer)) ?? {}) as Heard;
    const first = await ask();
    if (first.ok === true || first.code !== RESOLVED.code || first.sent !== false) return first;
    await new Promise((resolve) => setTimeout(resolve, SENDS_WITHIN_MS));
    return ask();
  }

  async function give(key: string, result: AskUserResult, ending: AnswerEnding): Promise<AiSdkDelivered> {
    const call = find(key);
    if (!call || !isOpen(call.part)) return call ? RESOLVED : GONE;
    const { toolCallId, input } = call.part;
    under().given.delete(key);
    if (claim) {
      const outcome = await claimed({ conversationId: chat.id, toolCallId, input, delivery, ...ending });
      const still = find(key);
      if (!still) return GONE;
      if (outcome.ok !== true) {
        const { code = 'not_claimed', sent, output, errorText } = outcome;
        const won = output === undefined ? errorText !== undefined && { errorText } : { output };
        if (code === RESOLVED.code && won && isOpen(still.part)) {
          // Its dialog has drawn the other answer before it hears that its own came too late.
          const isDrawn = new Promise<void>((resolve) => drawn.current.push(resolve));
          await (sent === false ? addAndGoOn : addQuietly)(call, won);
          await isDrawn;
        }
        return { ok: false, code, output };
      }
    }
    under().given.set(key, result);
    if ('output' in ending) onGiven(call.part, result, ending.output);
    await addAndGoOn(call, ending);
    return DONE;
  }

  return {
    read,
    givenTo: (part) => chats.current.get(chat.id)?.given.get(callOf(calls, part)?.key ?? ''),
    hand(part, result, ending) {
      const { hands } = under();
      const key = callOf([...calls, ...read()], part)?.key ?? '';
      const before = hands.get(key);
      if (before) return before.then((delivered) => (delivered.ok ? RESOLVED : delivered));
      const handing = give(key, result, ending);
      hands.set(key, handing);
      handing.then(
        () => hands.delete(key),
        () => hands.delete(key),
      );
      return handing;
    },
    async supersede(end) {
      const mine = under();
      mine.messages += 1;
      try {
        // What is on its way arrives first.
        await Promise.allSettled(mine.hands.values());
        const isAsking = ({ isLast, part }: AskCall) => isLast && (isOpen(part) || part.state === 'input-streaming');
        if (isHere() && isBusy() && read().some(isAsking)) await chat.stop();
        for (const { part } of isHere() ? read().filter((call) => isOpen(call.part)) : []) {
          const delivered = await end(part);
          if (!delivered.ok) return delivered;
        }
        if (!isHere()) return GONE;
        mine.goOn = undefined;
        return DONE;
      } finally {
        mine.messages -= 1;
        const { goOn } = mine;
        if (mine.messages === 0 && goOn && isHere()) {
          // No message takes it along: what is complete goes out alone.
          mine.goOn = undefined;
          await goOn();
        }
      }
    },
  };
}

/** What is under way in one chat. */
interface Under {
  readonly hands: Map<string, Promise<AiSdkDelivered>>;
  readonly given: Map<string, AskUserResult>;
  /** Messages that wait for what is on its way, */
  messages: number;
  /** and what to do, should they not be sent, with what was kept quiet for them. */
  goOn: (() => PromiseLike<void> | void) | undefined;
}

/** What a claim was answered with, as far as it can be trusted. */
type Heard =
  | { readonly ok: true }
  | { readonly ok?: false; code?: string; sent?: boolean; output?: unknown; errorText?: string };
const ERROR = { state: 'output-error' } as const;
