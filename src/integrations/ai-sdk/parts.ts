/** A part of a message, whatever it is. */
export interface AiSdkPart {
  readonly type: string;
}

/** A message of a chat, as far as it is read here: `UIMessage` of the AI SDK. */
export interface AiSdkMessage {
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
export function isAskPart<Part extends AiSdkPart>(part: Part, tool: string): part is Part & AiSdkAskPart {
  const { type, toolName } = part as AiSdkPart & { readonly toolName?: unknown };
  return type === `tool-${tool}` || (type === 'dynamic-tool' && toolName === tool);
}

/** The calls of the ask tool in some messages, oldest first. */
export const askPartsOf = (messages: readonly AiSdkMessage[], tool: string): readonly AiSdkAskPart[] =>
  messages.flatMap(({ parts }) => parts.filter((part): part is AiSdkAskPart => isAskPart(part, tool)));
