// Compiled, never run: what the page knows of a part after `isAskPart`.
import type { UIMessage } from 'ai';
import type { UseAiSdkAskUserReturn } from 'react-ask-user/ai-sdk/react';
import { expectType } from './expect-type.js';

type Tools = { ask_user: { input: unknown; output: unknown }; weather: { input: { city: string }; output: string } };
type Message = UIMessage<unknown, Record<string, never>, Tools>;

declare const ask: UseAiSdkAskUserReturn<never>;
declare const part: UIMessage['parts'][number];
declare const typedPart: Message['parts'][number];

if (ask.isAskPart(part)) {
  ask.getDialogProps(part);
  expectType<string>(part.toolCallId);
} else if (part.type === 'tool-weather') expectType<unknown>(part.input);
else if (part.type === 'dynamic-tool') expectType<string>(part.toolName);

if (ask.isAskPart(typedPart)) {
  ask.getDialogProps(typedPart);
  expectType<string>(typedPart.toolCallId);
} else if (typedPart.type === 'tool-weather') expectType<string | undefined>(typedPart.input?.city);
else if (typedPart.type === 'dynamic-tool') expectType<string>(typedPart.toolName);
