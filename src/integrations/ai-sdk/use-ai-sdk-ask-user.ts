'use client';
import type { AnsweredOutput, UnansweredOutput, AskUserRequest, AskUserResult, Exchange } from '../../core/index.js';
import { type AgentDialect, askUser } from '../../dialects/index.js';
import { useEffect, useMemo, useRef } from 'react';
import { askProps, type AskProps } from '../shared/dialog-props.js';
import { askToolNames } from './continue-when.js';
import { askCallsOf, callOf, isAskPart, isOpen, type AiSdkAskPart } from './parts.js';
import type {
  AiSdkAskState,
  UseAiSdkAskUserReturn,
  UseAiSdkAskUserOptions,
  AiSdkChat,
  AiSdkSendResult,
} from './types.js';
import { useDeliveries } from './use-deliveries.js';
import { usePartialToolCalls } from './use-partial-tool-calls.js';

type Wire = AnsweredOutput | UnansweredOutput;

const MESSAGE_INSTEAD = 'The user wrote a message instead; it follows.';

/**
 * Connects a `useChat` chat to the dialog. Returns which parts are questions, the props of their dialogs, and a
 * `sendMessage` that settles open questions first.
 *
 * @example
 * const chat = useChat({ sendAutomaticallyWhen: stopAfterFailures(lastAssistantMessageIsCompleteWithToolCalls) });
 * const ask = useAiSdkAskUser(chat);
 * // for each part of each message:
 * if (ask.isAskPart(part)) return <AskUserDialog key={part.toolCallId} {...ask.getDialogProps(part)} />;
 * // the composer:
 * await ask.sendMessage({ text });
 */
export function useAiSdkAskUser<C extends AiSdkChat, A, E>(
  chat: C,
  options: UseAiSdkAskUserOptions<A, E> & { readonly dialect: AgentDialect<A, E> },
): UseAiSdkAskUserReturn<C, A, E>;
export function useAiSdkAskUser<C extends AiSdkChat>(
  chat: C,
  options?: UseAiSdkAskUserOptions,
): UseAiSdkAskUserReturn<C>;
export function useAiSdkAskUser<C extends AiSdkChat>(
  chat: C,
  options: UseAiSdkAskUserOptions = {},
): UseAiSdkAskUserReturn<C> {
  // Outputs are opaque here, so the types of the default dialect represent those of any dialect.
  const { toolName = 'ask_user', asker, claim, supersededReason = MESSAGE_INSTEAD, onSettled } = options;
  const { dialect = askUser } = options;
  useEffect(() => void askToolNames.add(toolName), [toolName]);
  const isBusy = chat.status === 'submitted' || chat.status === 'streaming';

  const { id: chatId, messages } = chat;
  const calls = useMemo(() => askCallsOf(chatId, messages, toolName), [chatId, messages, toolName]);

  /** Those of the latest delivery, by call. */
  const askedBack = useRef(new Map<string, readonly Exchange[]>());
  const {
    read,
    deliver,
    send: sendToChat,
    getResult,
    isUnsent,
  } = useDeliveries(chat, { toolName, calls, claim }, (part, result, output) =>
    onSettled?.({
      toolCallId: part.toolCallId,
      result,
      request: requestOf(part),
      output: output as Wire,
      exchanges: askedBack.current.get(part.toolCallId) ?? [],
    }),
  );
  const partialInputs = usePartialToolCalls(chatId, calls, { isBusy, read });

  function requestOf({ toolCallId, input }: AiSdkAskPart): AskUserRequest {
    const parsed = dialect.parse(input, { requestId: toolCallId, asker });
    return parsed.ok ? parsed.value : { requestId: toolCallId, questions: [], raw: input };
  }

  function stateOf(part: AiSdkAskPart): AiSdkAskState {
    // The output may not reach the agent, so the dialog keeps the input until a response shows that it did.
    if (part.state === 'output-available') return isUnsent(part) ? 'open' : 'settled';
    if (part.state === 'input-streaming') return partialInputs.stateOf(part) === 'writing' ? 'writing' : 'unfinished';
    if (!isOpen(part)) return 'failed';
    return callOf(calls, part)?.isLast ? 'open' : 'unfinished';
  }

  function send(part: AiSdkAskPart, output: Wire, result: AskUserResult): Promise<AiSdkSendResult> {
    if (result.status !== 'invalid' && result.status !== 'unavailable') return deliver(part, result, { output });
    // Send it as an error, as the SDK does for an invalid input, so that `stopAfterFailures` counts both.
    return deliver(part, result, { errorText: dialect.toModelText(result, requestOf(part)) });
  }

  function props(part: AiSdkAskPart): AskProps<AnsweredOutput, UnansweredOutput> {
    const state = stateOf(part);
    const call = askProps({
      dialect,
      requestId: partialInputs.idOf(part),
      input: part.input,
      asker,
      conversationId: chatId,
      streaming: state === 'writing',
      output: state === 'settled' ? (part.output ?? null) : undefined,
      send(output, result, exchanges) {
        askedBack.current.set(part.toolCallId, exchanges);
        return send(part, output, result);
      },
    });
    // Without an input, a new dialog renders nothing. A mounted dialog keeps its own input.
    if (state === 'failed') return { ...call, input: undefined, result: failed(part) };
    if (state === 'unfinished') {
      return { ...call, input: undefined, result: { status: chat.status === 'error' ? 'connectionLost' : 'aborted' } };
    }
    return { ...call, result: call.result && shown(getResult(part) ?? call.result) };
  }

  return {
    isAskPart: (part): part is typeof part & AiSdkAskPart => isAskPart(part, toolName),
    getDialogProps: props,
    getState: stateOf,
    openParts: calls.map(({ part }) => part).filter((part) => stateOf(part) === 'open'),
    sendMessage(...message) {
      const result = { status: 'superseded', reason: supersededReason } as const;
      const end = (part: AiSdkAskPart) =>
        deliver(part, result, { output: dialect.formatResult(result, requestOf(part)) });
      // A call without a message resends the existing history.
      return sendToChat(() => chat.sendMessage(...(message as never)), message[0] === undefined ? undefined : end);
    },
  };
}

const failed = ({ errorText = '' }: AiSdkAskPart): AskUserResult => ({
  status: 'invalid',
  issues: [{ code: 'failed', path: '', message: errorText }],
});

/** Removes the reason of a superseded result, which is meant for the agent. The dialog shows its own text. */
const shown = (result: AskUserResult): AskUserResult =>
  result.status === 'superseded' ? { status: result.status } : result;
