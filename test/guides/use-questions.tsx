// use-questions.tsx
import type { UseChatHelpers } from '@ai-sdk/react';
import type { UIMessage } from 'ai';
import { useState } from 'react';
import { AskUserDialog, AskUserReceipt, type AskUserDialogProps, type AskUserRecord } from 'react-ask-user';
import { useAiSdkAskUser } from 'react-ask-user/ai-sdk/react';
import { parseRequest } from 'react-ask-user/core';
import { askUser, type AgentDialect } from 'react-ask-user/dialects';
import { fromAiElements } from './stored-calls.js';
import { toHistory } from './to-history.js';

// While the model writes a call, its input can be missing.
const toCall = (input: unknown, output?: unknown) =>
  fromAiElements({ ...(input as Parameters<typeof fromAiElements>[0]) }, { ...(output as object) });

/** Reads the calls of the old tool, and writes the response of `Question`. */
const question: AgentDialect<object> = {
  ...askUser,
  parse: (input, options) => parseRequest({ questions: toCall(input).questions }, { ...options, values: true }),
  formatResult(result, request) {
    if (result.status !== 'answered') return askUser.formatResult(result, request);
    const { selected, custom, notes } = result.answers[0]!;
    const text = [custom, notes].filter(Boolean).join(' ');
    return { selectedValues: selected.map(({ value }) => value), text: text || undefined };
  },
};

interface OldCallProps {
  state: string;
  dialog: AskUserDialogProps<object, object>;
  record: AskUserRecord | undefined;
}

function OldCall({ state, dialog, record }: OldCallProps) {
  // A dialog stays after its answer, so that it keeps the focus.
  const [isLive] = useState(state === 'writing' || state === 'open');
  if (isLive) return <AskUserDialog {...dialog} />;
  // A call that is malformed or cut off was never asked.
  if (state !== 'settled') return null;
  return record ? <AskUserReceipt record={record} /> : <p>This answer cannot be shown.</p>;
}

export function useQuestions(chat: UseChatHelpers<UIMessage>, asker: string) {
  const ask = useAiSdkAskUser(chat, { asker });
  const old = useAiSdkAskUser(chat, { asker, toolName: 'question', dialect: question });
  // Each hook settles the open calls of its own tool. The last turn has called only one of them.
  const { sendMessage } = old.openParts.length > 0 ? old : ask;
  function render(part: UIMessage['parts'][number]) {
    if (ask.isAskPart(part)) return <AskUserDialog key={part.toolCallId} {...ask.getDialogProps(part)} />;
    if (!old.isAskPart(part)) return undefined;
    const { toolCallId, input, output } = part;
    const state = old.getState(part);
    const record = state === 'settled' ? toHistory(toolCallId, toCall(input, output), output, { asker }) : undefined;
    return <OldCall key={toolCallId} state={state} dialog={old.getDialogProps(part)} record={record} />;
  }
  return { sendMessage, render };
}
