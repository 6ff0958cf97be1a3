/** Any part of a message. */
export interface AiSdkPart {
  readonly type: string;
}

/** The part of the AI SDK's `UIMessage` that is used. */
export interface AiSdkMessage {
  readonly id?: string | undefined;
  readonly role: string;
  readonly parts: readonly AiSdkPart[];
}

/** A call of the ask tool in a message. */
export interface AiSdkAskPart {
  readonly type: string;
  readonly toolCallId: string;
  /**
   * State of the call as the SDK names it: `input-streaming`, `input-available`, `output-available`, `output-error`, …
   */
  readonly state: string;
  readonly input?: unknown;
  readonly output?: unknown;
  readonly errorText?: string | undefined;
}

export const isOpen = ({ state }: AiSdkAskPart): boolean => state === 'input-available';

/** Whether a part is a call of the tool. If the SDK could not validate the call, its part may be a dynamic one. */
export function isAskPart<Part extends AiSdkPart>(part: Part, toolName: string): part is Part & AiSdkAskPart {
  const { type, toolName: dynamic } = part as AiSdkPart & { readonly toolName?: unknown };
  return type === `tool-${toolName}` || (type === 'dynamic-tool' && dynamic === toolName);
}

export const askPartsOf = (messages: readonly AiSdkMessage[], toolName: string): readonly AiSdkAskPart[] =>
  messages.flatMap(({ parts }) => parts.filter((part): part is AiSdkAskPart => isAskPart(part, toolName)));

/** A call with its position. Other chats and other messages may contain calls with the same id. */
export interface AskCall {
  readonly key: string;
  readonly part: AiSdkAskPart;
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

/** Finds the call of a part. A part of an older render is found by its id; the newest call with that id counts. */
export const callOf = (calls: readonly AskCall[], part: AiSdkAskPart): AskCall | undefined =>
  calls.find((call) => call.part === part) ?? calls.findLast((call) => call.part.toolCallId === part.toolCallId);
