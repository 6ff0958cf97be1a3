/** A part of a message, whatever it is. */
export interface AiSdkPart {
  readonly type: string;
}

/** A message of a chat, as far as it is read here: `UIMessage` of the AI SDK. */
export interface AiSdkMessage {
  readonly id?: string | undefined;
  readonly role: string;
  readonly parts: readonly AiSdkPart[];
}

/** A call of the ask tool in a message. */
export interface AiSdkAskPart {
  readonly type: string;
  readonly toolCallId: string;
  /** The SDK's own word: `input-streaming`, `input-available`, `output-available`, `output-error`, … */
  readonly state: string;
  readonly input?: unknown;
  readonly output?: unknown;
  readonly errorText?: string | undefined;
}

/** A call is a part of the tool's own type; one that the SDK could not check against the tool may be a dynamic one. */
export function isAskPart<Part extends AiSdkPart>(part: Part, toolName: string): part is Part & AiSdkAskPart {
  const { type, toolName: dynamic } = part as AiSdkPart & { readonly toolName?: unknown };
  return type === `tool-${toolName}` || (type === 'dynamic-tool' && dynamic === toolName);
}

/** The calls of the ask tool in some messages, oldest first. */
export const askPartsOf = (messages: readonly AiSdkMessage[], toolName: string): readonly AiSdkAskPart[] =>
  messages.flatMap(({ parts }) => parts.filter((part): part is AiSdkAskPart => isAskPart(part, toolName)));

/** A call, and where it is: other chats and other messages may have calls of the same id. */
export interface AskCall {
  readonly key: string;
  readonly part: AiSdkAskPart;
  /** In the last message: of another, nothing is written or asked any more. */
  readonly isLast: boolean;
}

export const askCallsOf = (chatId: string, messages: readonly AiSdkMessage[], toolName: string): readonly AskCall[] =>
  messages.flatMap((message, i) =>
    askPartsOf([message], toolName).map((part) => ({
      key: JSON.stringify([chatId, message.id, part.toolCallId]),
      part,
      isLast: i === messages.length - 1,
    })),
  );

/** The call of a part, which may be of an older render. */
export const callOf = (calls: readonly AskCall[], part: AiSdkAskPart): AskCall | undefined =>
  calls.find((call) => call.part === part) ?? calls.findLast((call) => call.part.toolCallId === part.toolCallId);
