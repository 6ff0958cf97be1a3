'use client';
import type { AskUserResult } from '../../core/index.js';
import { useEffect, useRef, useState } from 'react';
import type { AnswerClaim, ToolOutput } from './gate.js';
import { askCallsOf, callOf, isAskPart, isOpen, type AiSdkAskPart, type AiSdkMessage, type AskCall } from './parts.js';
import type { UseAiSdkAskUserOptions, AiSdkChat, AiSdkSendResult } from './types.js';
import { useShownChat } from './use-shown-chat.js';

export interface Deliveries {
  /** Reads the chat's current calls, which may be newer than the render. */
  read(): readonly AskCall[];
  /** Adds an output. An output of the user is delivered once the server has begun to respond to a request with it. */
  deliver(part: AiSdkAskPart, result: AskUserResult, output: ToolOutput): Promise<AiSdkSendResult>;
  /** Sends a message with `start`, after `end` has settled each open question. Without `end`, questions stay open. */
  send(
    start: () => PromiseLike<void>,
    end?: (part: AiSdkAskPart) => Promise<AiSdkSendResult>,
  ): Promise<AiSdkSendResult>;
  getResult(part: AiSdkAskPart): AskUserResult | undefined;
  /** Whether the chat contains an output of the user that is being sent, or that could not be sent. */
  isUnsent(part: AiSdkAskPart): boolean;
}

const DONE: AiSdkSendResult = { ok: true };
const RESOLVED = { ok: false, code: 'already_resolved' } as const;
/** The page now shows another chat, or the chat no longer contains the call. */
const GONE = { ok: false, code: 'gone' } as const;
/** No refusal has a `message`, because the dialog would show it: its own text is in the language of the user. */
const notSent = (reason: string): AiSdkSendResult => ({ ok: false, code: 'not_sent', cause: new Error(reason) });
const NOT_CONTINUED = '`sendAutomaticallyWhen` of `useChat` is missing or did not return true.';
const NOT_STARTED = 'The message was stopped before its files were read. Send it again.';
const failed = (cause: unknown): AiSdkSendResult => ({ ok: false, code: 'request_failed', cause });
/** Time that the first tab has to send its answer, in milliseconds. */
const SENDS_WITHIN_MS = 2_000;

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
      unsent: new Map(),
      results: new Map(),
      messages: new Set(),
      continueStep: undefined,
    };
    chats.current.set(chat.id, there);
    return there;
  }
  const [delivery] = useState(() => crypto.getRandomValues(new Uint32Array(4)).join('-'));

  const { current, isShown, isStatus, until, rendered } = useShownChat(chat);
  const isBusy = () => isStatus('submitted', 'streaming');

  useEffect(() => {
    const all = chats.current;
    // Keep the state of a chat that still has something to send.
    return () => {
      const { inFlight, unsent } = all.get(chat.id) ?? {};
      if (!inFlight?.size && !unsent?.size) all.delete(chat.id);
    };
  }, [chat.id]);

  /** Whether the server has not received an output of the user, as far as these messages show. */
  function isUnsent(key: string, messages: readonly AiSdkMessage[]): boolean {
    const { inFlight, unsent } = chats.current.get(chat.id) ?? {};
    const size = unsent?.get(key);
    return size !== undefined && (inFlight?.has(key) === true || !hasResponse(messages, size));
  }

  const set = (update: (messages: readonly AiSdkMessage[]) => readonly AiSdkMessage[]) =>
    chat.setMessages(update as never);

  function readMessages(): readonly AiSdkMessage[] {
    let { messages } = chat;
    // After a switch, these would be the messages of the other chat.
    if (isShown()) set((now) => (messages = now));
    return messages;
  }

  const read = () => askCallsOf(chat.id, readMessages(), toolName);
  const find = (key: string) => (isShown() ? read().find((call) => call.key === key) : undefined);
  const isPending = ({ key, part }: AskCall) => isOpen(part) || isUnsent(key, readMessages());

  /**
   * Writes an output without starting a request. The SDK checks `sendAutomaticallyWhen` after `addToolOutput`, not
   * after `setMessages`.
   */
  const write = ({ key }: AskCall, output: ToolOutput) =>
    set((messages) =>
      messages.map((message) => {
        const call = askCallsOf(chat.id, [message], toolName).find((one) => one.key === key);
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
    if (mine.messages.size === 0) return add(call, output);
    // Repeating the output changes nothing, but makes the SDK check whether the step is complete.
    mine.continueStep = () => add(call, output);
    return addQuietly(call, output);
  }

  /**
   * Resolves to `DONE` when the server has begun to respond to a request that started after the output was added, or
   * when the step lacks another output, with which the SDK will send this one.
   */
  async function confirm(key: string, { wasBusy, error: before }: { wasBusy: boolean; error: unknown }) {
    // The SDK sends outputs of a running turn after the turn.
    if (wasBusy) await until(() => !isStatus('submitted'));
    if (wasBusy) await until(() => !isStatus('streaming'));
    const size = sizeOf(readMessages());
    getChatDeliveries().unsent.set(key, size);
    await rendered();
    const isStarted = isStatus('submitted');
    await until(() => !isStatus('submitted'));
    if (!isShown()) return GONE;
    const { status, error } = current();
    const messages = readMessages();
    // A short response may have ended before the render.
    const isSent = status === 'streaming' || hasResponse(messages, size);
    if (isStarted ? status !== 'error' : isSent || isIncomplete(messages)) return DONE;
    return isStarted || error !== before ? failed(error) : notSent(NOT_CONTINUED);
  }

  async function claimWithRetry(answer: AnswerClaim): Promise<ClaimResponse> {
    // Only `ok: true` counts as accepted, because the server's response is not validated.
    const ask = async () => ((await claim?.(answer)) ?? {}) as ClaimResponse;
    const first = await ask();
    if (first.ok === true || first.code !== RESOLVED.code || first.sent !== false) return first;
    await new Promise((resolve) => setTimeout(resolve, SENDS_WITHIN_MS));
    return ask();
  }

  async function deliverOnce(
    key: string,
    result: AskUserResult,
    output: ToolOutput,
    onAdded: () => void,
  ): Promise<AiSdkSendResult> {
    const mine = getChatDeliveries();
    const call = find(key);
    if (!call || !isPending(call)) return call ? RESOLVED : GONE;
    const { toolCallId, input } = call.part;
    mine.results.delete(key);
    if (claim) {
      const outcome = await claimWithRetry({ conversationId: chat.id, toolCallId, input, delivery, ...output });
      const still = find(key);
      if (!still) return GONE;
      if (outcome.ok !== true) {
        const { code, sent, output, errorText } = outcome;
        const won = output === undefined ? errorText !== undefined && { errorText } : { output };
        // The gate sends the first answer with this code. Any other code may be of another system.
        if (code !== RESOLVED.code || !won) return { ok: false, code: code === 'invalid' ? code : 'not_claimed' };
        if (isPending(still)) {
          mine.unsent.delete(key);
          await (sent === false ? addAndContinue : addQuietly)(call, won);
          // Wait until the dialog has rendered the other answer. Then the delivery resolves as too late.
          await until(() =>
            askCallsOf(chat.id, current().messages, toolName).every((one) => one.key !== key || !isOpen(one.part)),
          );
          await rendered();
        }
        return { ...RESOLVED, output };
      }
    }
    mine.results.set(key, result);
    if ('output' in output) onGiven(call.part, result, output.output);
    // The message that supersedes a question sends its output, and an error may wait for the user's next message.
    const isOfUser = result.status !== 'superseded' && 'output' in output;
    if (isOfUser) mine.unsent.set(key, sizeOf(readMessages()));
    const before = { wasBusy: isBusy(), error: current().error };
    const messages = [...mine.messages];
    await addAndContinue(call, output);
    if (!isOfUser) return DONE;
    onAdded();
    await Promise.all(messages);
    const outcome = await confirm(key, before);
    if (outcome.ok) mine.unsent.delete(key);
    await rendered();
    return outcome;
  }

  async function supersede(end: (part: AiSdkAskPart) => Promise<AiSdkSendResult>): Promise<AiSdkSendResult> {
    await Promise.allSettled([...getChatDeliveries().inFlight.values()].map(({ added }) => added));
    const isAsking = ({ isLast, part }: AskCall) => isLast && (isOpen(part) || part.state === 'input-streaming');
    if (isShown() && isBusy() && read().some(isAsking)) await chat.stop();
    for (const { part } of isShown() ? read().filter((call) => isOpen(call.part)) : []) {
      const delivered = await end(part);
      if (!delivered.ok) return delivered;
    }
    return isShown() ? DONE : GONE;
  }

  return {
    read,
    getResult: (part) => chats.current.get(chat.id)?.results.get(callOf(calls, part)?.key ?? ''),
    isUnsent: (part) => isUnsent(callOf(calls, part)?.key ?? '', chat.messages),
    deliver(part, result, output) {
      const { inFlight } = getChatDeliveries();
      const key = callOf([...calls, ...read()], part)?.key ?? '';
      const before = inFlight.get(key);
      if (before) return before.done.then((delivered) => (delivered.ok ? RESOLVED : delivered));
      let onAdded = () => {};
      const added = new Promise<void>((resolve) => (onAdded = resolve));
      const done = deliverOnce(key, result, output, onAdded);
      inFlight.set(key, { done, added });
      const end = () => {
        onAdded();
        inFlight.delete(key);
      };
      done.then(end, end);
      return done;
    },
    async send(start, end) {
      const mine = getChatDeliveries();
      let onStarted = () => {};
      const isStarted = new Promise<void>((resolve) => (onStarted = resolve));
      let before: readonly AiSdkMessage[] = [];
      let replied: PromiseLike<void> | undefined;
      mine.messages.add(isStarted);
      try {
        const superseded = end ? await supersede(end) : DONE;
        if (!superseded.ok) return superseded;
        mine.continueStep = undefined;
        before = readMessages();
        replied = start();
      } finally {
        mine.messages.delete(isStarted);
        const { continueStep } = mine;
        try {
          if (mine.messages.size === 0 && continueStep && isShown()) {
            // No message was sent, so send the completed step without one.
            mine.continueStep = undefined;
            await continueStep();
          }
        } finally {
          onStarted();
        }
      }
      await replied;
      await rendered();
      if (!isShown()) return DONE;
      const { error, experimental_queuedMessages: queued = [] } = current();
      const messages = readMessages();
      // Version 7 of the SDK drops a message that is stopped while its files are read.
      if (end && !isBusy() && messages.at(-1) === before.at(-1) && queued.length === 0) return notSent(NOT_STARTED);
      return isStatus('error') && !hasResponse(messages, sizeOf(before)) ? failed(error) : DONE;
    },
  };
}

interface ChatDeliveries {
  /** Deliveries by call: `added` settles when the chat has the output, `done` when it was sent or refused. */
  readonly inFlight: Map<string, { readonly added: Promise<void>; readonly done: Promise<AiSdkSendResult> }>;
  /**
   * Size of the chat's messages without a response, by call. The output of each call is in the chat, and no response
   * has shown that the server received it.
   */
  readonly unsent: Map<string, string>;
  readonly results: Map<string, AskUserResult>;
  /** Messages that wait for deliveries. Each resolves when its request was started, or when it is not sent. */
  readonly messages: Set<Promise<void>>;
  /** Sends the outputs that were added for these messages, in case none of the messages is sent. */
  continueStep: (() => PromiseLike<void> | void) | undefined;
}

type ClaimResponse =
  | { readonly ok: true }
  | { readonly ok?: false; code?: string; sent?: boolean; output?: unknown; errorText?: string };
const ERROR = { state: 'output-error' } as const;

/** Changes when a message or a part is added. */
const sizeOf = (messages: readonly AiSdkMessage[]): string => `${messages.length} ${messages.at(-1)?.parts.length}`;

const hasResponse = (messages: readonly AiSdkMessage[], before: string): boolean =>
  sizeOf(messages) !== before && messages.at(-1)?.role !== 'user';

const UNANSWERED = ['input-available', 'approval-requested'];

/** Whether the last message has a tool call that can still get an output or an approval from the page. */
const isIncomplete = (messages: readonly AiSdkMessage[]): boolean =>
  (messages.at(-1)?.parts ?? []).some((part) => {
    const { state = '', providerExecuted } = part as Partial<AiSdkAskPart> & { readonly providerExecuted?: boolean };
    return !providerExecuted && UNANSWERED.includes(state);
  });
