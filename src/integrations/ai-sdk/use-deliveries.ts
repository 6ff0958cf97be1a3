'use client';
import { useEffect, useRef } from 'react';
import type { AskUserResult } from '../../core/answer/types.js';
import { askPartsOf, isAskPart, type AiSdkAskPart, type AiSdkMessage, type AiSdkPart } from './parts.js';
import type { AiSdkAskUserOptions, AiSdkChat, AiSdkDelivered } from './types.js';

/** What a call is given: its output, or why there is none. */
export type Ending = { readonly output: unknown } | { readonly errorText: string };

export interface Deliveries {
  /** The chat as it is: a render may be older, and a callback older still. */
  read(): readonly AiSdkMessage[];
  /** Gives a call what came of it, once: whoever is first. */
  hand(part: AiSdkAskPart, result: AskUserResult, ending: Ending): Promise<AiSdkDelivered>;
  /** Ends what is open, with no request of its own: a message follows. */
  supersede(end: (part: AiSdkAskPart) => Promise<AiSdkDelivered>): Promise<AiSdkDelivered>;
  /** What this page gave, which says more than its output. */
  givenTo(part: AiSdkAskPart): AskUserResult | undefined;
}

export const DONE: AiSdkDelivered = { ok: true };
const RESOLVED = { ok: false, code: 'already_resolved' } as const;

export const isOpen = ({ state }: AiSdkAskPart): boolean => state === 'input-available';

/** Hands outputs to a chat. */
export function useDeliveries(
  chat: AiSdkChat,
  tool: string,
  { claim }: Pick<AiSdkAskUserOptions, 'claim'>,
  onGiven: (part: AiSdkAskPart, result: AskUserResult, output: unknown) => void,
): Deliveries {
  /** What is on its way, or has arrived, by call. */
  const hands = useRef(new Map<string, Promise<AiSdkDelivered>>());
  const given = useRef(new Map<string, AskUserResult>());
  const messagesWaiting = useRef(0);
  const drawn = useRef<(() => void)[]>([]);

  const status = useRef(chat.status);
  useEffect(() => {
    status.current = chat.status;
  });
  const isBusy = () => status.current === 'submitted' || status.current === 'streaming';

  useEffect(() => {
    for (const done of drawn.current.splice(0)) done();
  }, [chat.messages]);

  const set = (update: (messages: readonly AiSdkMessage[]) => readonly AiSdkMessage[]) =>
    chat.setMessages(update as never);

  function read(): readonly AiSdkMessage[] {
    let messages = chat.messages;
    set((now) => (messages = now));
    return messages;
  }

  /** Starts no request: the SDK looks for one after `addToolOutput` alone. */
  const write = (toolCallId: string, ending: Ending) =>
    set((messages) =>
      messages.map((message) => {
        const isIt = (part: AiSdkPart) => isAskPart(part, tool) && part.toolCallId === toolCallId && isOpen(part);
        if (!message.parts.some(isIt)) return message;
        const ended = { state: 'output' in ending ? 'output-available' : 'output-error', ...ending };
        return { ...message, parts: message.parts.map((part) => (isIt(part) ? { ...part, ...ended } : part)) };
      }),
    );

  const add = (toolCallId: string, ending: Ending) =>
    chat.addToolOutput({ tool, toolCallId, ...ending, ...('errorText' in ending && ERROR) } as never);

  /** A turn that is still being written keeps what it has been told by the SDK's own way alone, and starts no request for it either. */
  const addQuietly = (toolCallId: string, ending: Ending) =>
    isBusy() ? add(toolCallId, ending) : write(toolCallId, ending);

  async function give(part: AiSdkAskPart, result: AskUserResult, ending: Ending): Promise<AiSdkDelivered> {
    const { toolCallId } = part;
    if (!askPartsOf(read(), tool).some((one) => one.toolCallId === toolCallId && isOpen(one))) return RESOLVED;
    if (claim && 'output' in ending) {
      // Whatever the host's server has answered: what does not say that it took it has not.
      const claimed = (await claim({ conversationId: chat.id, toolCallId, ...ending })) as Claimed;
      if (claimed?.ok !== true) {
        const { code = 'not_claimed', output } = claimed ?? {};
        if (code === RESOLVED.code && output !== undefined) {
          // Its dialog has drawn the other answer before it hears that its own came too late.
          const shown = new Promise<void>((resolve) => drawn.current.push(resolve));
          await addQuietly(toolCallId, { output });
          await shown;
        }
        return { ok: false, code, output };
      }
    }
    given.current.set(toolCallId, result);
    if ('output' in ending) onGiven(part, result, ending.output);
    // A message that waits for this goes out with it, in one request.
    await (messagesWaiting.current > 0 ? addQuietly : add)(toolCallId, ending);
    return DONE;
  }

  return {
    read,
    givenTo: ({ toolCallId }) => given.current.get(toolCallId),
    hand(part, result, ending) {
      const { toolCallId } = part;
      const before = hands.current.get(toolCallId);
      if (before) return before.then((delivered) => (delivered.ok ? RESOLVED : delivered));
      const handing = give(part, result, ending);
      hands.current.set(toolCallId, handing);
      const again = () => hands.current.delete(toolCallId);
      handing.then((delivered) => delivered.ok || delivered.code === RESOLVED.code || again(), again);
      return handing;
    },
    async supersede(end) {
      messagesWaiting.current += 1;
      try {
        // What is on its way arrives first.
        await Promise.allSettled(hands.current.values());
        const asked = askPartsOf(read().slice(-1), tool);
        if (isBusy() && asked.some((part) => isOpen(part) || part.state === 'input-streaming')) await chat.stop();
        for (const part of askPartsOf(read(), tool).filter(isOpen)) {
          const delivered = await end(part);
          if (!delivered.ok) return delivered;
        }
        return DONE;
      } finally {
        messagesWaiting.current -= 1;
      }
    },
  };
}

type Claimed = { ok?: boolean; code?: string; output?: unknown } | undefined;
const ERROR = { state: 'output-error' } as const;
