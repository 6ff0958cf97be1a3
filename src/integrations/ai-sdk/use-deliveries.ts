'use client';
import type { AskUserResult } from '../../core/index.js';
import { useEffect, useRef, useState } from 'react';
import type { AnswerClaim, ToolOutput } from './gate.js';
import { askCallsOf, callOf, isAskPart, type AiSdkAskPart, type AiSdkMessage, type AskCall } from './parts.js';
import type { UseAiSdkAskUserOptions, AiSdkChat, AiSdkSendResult } from './types.js';

export interface Deliveries {
  /** Reads the chat's current calls, which may be newer than the render. */
  read(): readonly AskCall[];
  deliver(part: AiSdkAskPart, result: AskUserResult, output: ToolOutput): Promise<AiSdkSendResult>;
  supersede(end: (part: AiSdkAskPart) => Promise<AiSdkSendResult>): Promise<AiSdkSendResult>;
  getResult(part: AiSdkAskPart): AskUserResult | undefined;
}

export const DONE: AiSdkSendResult = { ok: true };
const RESOLVED = { ok: false, code: 'already_resolved' } as const;
/** The page now shows another chat, or the chat no longer contains the call. */
const GONE = { ok: false, code: 'gone' } as const;
/** Time that the first tab has to send its answer, in milliseconds. */
const SENDS_WITHIN_MS = 2_000;

export const isOpen = ({ state }: AiSdkAskPart): boolean => state === 'input-available';

/**
 * Adds outputs to a chat. A delivery that started for one chat does not change another one that the page shows
 * later.
 */
export function useDeliveries(
  chat: AiSdkChat,
  { toolName, calls, claim }: { toolName: string; calls: readonly AskCall[] } & Pick<UseAiSdkAskUserOptions, 'claim'>,
  onGiven: (part: AiSdkAskPart, result: AskUserResult, output: unknown) => void,
): Deliveries {
  const chats = useRef(new Map<string, ChatDeliveries>());
  function getChatDeliveries(): ChatDeliveries {
    const there = chats.current.get(chat.id) ?? {
      inFlight: new Map(),
      results: new Map(),
      messages: 0,
      continueStep: undefined,
    };
    chats.current.set(chat.id, there);
    return there;
  }
  const onRendered = useRef<(() => void)[]>([]);
  const [delivery] = useState(() => crypto.getRandomValues(new Uint32Array(4)).join('-'));

  const shown = useRef(chat);
  useEffect(() => {
    shown.current = chat;
  });
  const isShown = () => shown.current.id === chat.id;
  const isBusy = () => shown.current.status === 'submitted' || shown.current.status === 'streaming';

  useEffect(() => {
    for (const done of onRendered.current.splice(0)) done();
  }, [chat.messages]);

  useEffect(() => {
    const { current } = chats;
    // Keep the state of a chat that still has deliveries in flight.
    return () => void (current.get(chat.id)?.inFlight.size === 0 && current.delete(chat.id));
  }, [chat.id]);

  const set = (update: (messages: readonly AiSdkMessage[]) => readonly AiSdkMessage[]) =>
    chat.setMessages(update as never);

  function read(): readonly AskCall[] {
    let { messages } = chat;
    // After a switch, these would be the messages of the other chat.
    if (isShown()) set((now) => (messages = now));
    return askCallsOf(chat.id, messages, toolName);
  }

  const find = (key: string) => (isShown() ? read().find((call) => call.key === key) : undefined);

  /**
   * Writes an output without starting a request. The SDK checks `sendAutomaticallyWhen` after `addToolOutput`, not
   * after `setMessages`.
   */
  const write = ({ key }: AskCall, output: ToolOutput) =>
    set((messages) =>
      messages.map((message) => {
        const [call] = askCallsOf(chat.id, [message], toolName).filter((one) => one.key === key && isOpen(one.part));
        if (!call) return message;
        const { toolCallId } = call.part;
        const fields = { state: 'output' in output ? 'output-available' : 'output-error', ...output };
        return {
          ...message,
          parts: message.parts.map((part) =>
            isAskPart(part, toolName) && part.toolCallId === toolCallId ? { ...part, ...fields } : part,
          ),
        };
      }),
    );

  const add = ({ part: { toolCallId } }: AskCall, output: ToolOutput) =>
    chat.addToolOutput({ tool: toolName, toolCallId, ...output, ...('errorText' in output && ERROR) } as never);

  /**
   * Adds an output without starting a request now. While a reply streams, outputs persist only through `addToolOutput`,
   * which starts no request at that time.
   */
  const addQuietly = (call: AskCall, output: ToolOutput) => (isBusy() ? add(call, output) : write(call, output));

  /** Adds an output. If a message waits for this delivery, both are sent in one request. */
  function addAndContinue(call: AskCall, output: ToolOutput) {
    const mine = getChatDeliveries();
    if (mine.messages === 0) return add(call, output);
    // Repeating the output changes nothing, but makes the SDK check whether the step is complete.
    mine.continueStep = () => add(call, output);
    return addQuietly(call, output);
  }

  async function claimWithRetry(answer: AnswerClaim): Promise<ClaimResponse> {
    // Only `ok: true` counts as accepted, because the server's response is not validated.
    const ask = async () => ((await claim?.(answer)) ?? {}) as ClaimResponse;
    const first = await ask();
    if (first.ok === true || first.code !== RESOLVED.code || first.sent !== false) return first;
    await new Promise((resolve) => setTimeout(resolve, SENDS_WITHIN_MS));
    return ask();
  }

  async function deliverOnce(key: string, result: AskUserResult, output: ToolOutput): Promise<AiSdkSendResult> {
    const call = find(key);
    if (!call || !isOpen(call.part)) return call ? RESOLVED : GONE;
    const { toolCallId, input } = call.part;
    getChatDeliveries().results.delete(key);
    if (claim) {
      const outcome = await claimWithRetry({ conversationId: chat.id, toolCallId, input, delivery, ...output });
      const still = find(key);
      if (!still) return GONE;
      if (outcome.ok !== true) {
        const { code, sent, output, errorText } = outcome;
        const won = output === undefined ? errorText !== undefined && { errorText } : { output };
        // The gate sends the first answer with this code. Any other code may be of another system.
        if (code !== RESOLVED.code || !won) return { ok: false, code: code === 'invalid' ? code : 'not_claimed' };
        if (isOpen(still.part)) {
          // Wait until the dialog has rendered the other answer. Then the delivery resolves as too late.
          const rendered = new Promise<void>((resolve) => onRendered.current.push(resolve));
          await (sent === false ? addAndContinue : addQuietly)(call, won);
          await rendered;
        }
        return { ...RESOLVED, output };
      }
    }
    getChatDeliveries().results.set(key, result);
    if ('output' in output) onGiven(call.part, result, output.output);
    await addAndContinue(call, output);
    return DONE;
  }

  return {
    read,
    getResult: (part) => chats.current.get(chat.id)?.results.get(callOf(calls, part)?.key ?? ''),
    deliver(part, result, output) {
      const { inFlight } = getChatDeliveries();
      const key = callOf([...calls, ...read()], part)?.key ?? '';
      const before = inFlight.get(key);
      if (before) return before.then((delivered) => (delivered.ok ? RESOLVED : delivered));
      const attempt = deliverOnce(key, result, output);
      inFlight.set(key, attempt);
      attempt.then(
        () => inFlight.delete(key),
        () => inFlight.delete(key),
      );
      return attempt;
    },
    async supersede(end) {
      const mine = getChatDeliveries();
      mine.messages += 1;
      try {
        await Promise.allSettled(mine.inFlight.values());
        const isAsking = ({ isLast, part }: AskCall) => isLast && (isOpen(part) || part.state === 'input-streaming');
        if (isShown() && isBusy() && read().some(isAsking)) await chat.stop();
        for (const { part } of isShown() ? read().filter((call) => isOpen(call.part)) : []) {
          const delivered = await end(part);
          if (!delivered.ok) return delivered;
        }
        if (!isShown()) return GONE;
        mine.continueStep = undefined;
        return DONE;
      } finally {
        mine.messages -= 1;
        const { continueStep } = mine;
        if (mine.messages === 0 && continueStep && isShown()) {
          // No message was sent, so send the completed step without one.
          mine.continueStep = undefined;
          await continueStep();
        }
      }
    },
  };
}

interface ChatDeliveries {
  readonly inFlight: Map<string, Promise<AiSdkSendResult>>;
  readonly results: Map<string, AskUserResult>;
  /** Number of messages that wait for deliveries. */
  messages: number;
  /** Sends the outputs that were added for these messages, in case none of the messages is sent. */
  continueStep: (() => PromiseLike<void> | void) | undefined;
}

type ClaimResponse =
  | { readonly ok: true }
  | { readonly ok?: false; code?: string; sent?: boolean; output?: unknown; errorText?: string };
const ERROR = { state: 'output-error' } as const;
