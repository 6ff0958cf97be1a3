/** Both versions of the AI SDK behind one interface, each with its real `useChat`, `streamText` and mock model. */
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { useChat as useChat6 } from '@ai-sdk/react';
import { useChat as useChat7 } from '@ai-sdk/react-7';
import * as ai6 from 'ai';
import * as ai7 from 'ai-7';
import { MockLanguageModelV3 } from 'ai/test';
import { MockLanguageModelV4 } from 'ai-7/test';
import { aiSdkAskTool, describeInvalidCall, type AiSdkMessage } from 'react-ask-user/ai-sdk';
import { stopAfterFailures, useAiSdkAskUser, type UseAiSdkAskUserOptions } from 'react-ask-user/ai-sdk/react';
import { createTestServer } from '../../helpers/http-server.js';

/** Next output of the model: text and tool calls. `pieces` are the streamed parts of an input. */
export interface Turn {
  readonly text?: string;
  readonly calls?: readonly { readonly id: string; readonly input: unknown; readonly pieces?: readonly string[] }[];
  /** Called before the end of a call with `pieces`. The turn continues when it resolves. */
  readonly pause?: () => Promise<void>;
  /** Called before the end of the turn, which ends when it resolves. */
  readonly pauseAtEnd?: () => Promise<void>;
}

/** The part of a prompt message that scripts read. */
export interface Heard {
  readonly role: string;
  readonly content: unknown;
}

/** The model's script: returns the output for a prompt. */
export type Script = (prompt: readonly Heard[]) => Turn;

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

async function* chunksOf({ text: words, calls = [], pause, pauseAtEnd }: Turn) {
  const toolName = 'ask_user';
  yield { type: 'stream-start' as const, warnings: [] };
  if (words !== undefined) {
    yield { type: 'text-start' as const, id: 't' };
    yield { type: 'text-delta' as const, id: 't', delta: words };
    yield { type: 'text-end' as const, id: 't' };
  }
  for (const { id, input, pieces } of calls) {
    const json = typeof input === 'string' ? input : JSON.stringify(input);
    yield { type: 'tool-input-start' as const, id, toolName };
    for (const delta of pieces ?? [json]) yield { type: 'tool-input-delta' as const, id, delta };
    if (pieces && pause) await pause();
    yield { type: 'tool-input-end' as const, id };
    yield { type: 'tool-call' as const, toolCallId: id, toolName, input: json };
  }
  const unified = calls.length > 0 ? ('tool-calls' as const) : ('stop' as const);
  await pauseAtEnd?.();
  yield { type: 'finish' as const, finishReason: { unified, raw: undefined }, usage };
}

type Chunk = ReturnType<typeof chunksOf> extends AsyncGenerator<infer One> ? One : never;

/** A pull source, so that a reader that leaves stops the script. */
function streamOf(turn: Turn): ReadableStream<Chunk> {
  const chunks = chunksOf(turn);
  return new ReadableStream<Chunk>({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await chunks.return(undefined);
    },
  });
}

/** A model of version 6 that follows a script. */
export const modelOf = (script: Script): MockLanguageModelV3 =>
  new MockLanguageModelV3({ doStream: async ({ prompt }) => ({ stream: streamOf(script(prompt)) }) });

/** The same script without streaming, for `generateText`. */
const contentOf = ({ text: words, calls = [] }: Turn) => ({
  content: [
    ...(words === undefined ? [] : [{ type: 'text' as const, text: words }]),
    ...calls.map(({ id, input }) => ({
      type: 'tool-call' as const,
      toolCallId: id,
      toolName: 'ask_user',
      input: JSON.stringify(input),
    })),
  ],
  finishReason: { unified: calls.length > 0 ? ('tool-calls' as const) : ('stop' as const), raw: undefined },
  usage,
  warnings: [],
});

/** Returns the results in a prompt as the model receives them, `{ type, value }`, newest last. */
export const outputsIn = (prompt: readonly Heard[]): readonly { readonly type: string; readonly value: unknown }[] =>
  prompt.flatMap(({ role, content }) =>
    role === 'tool' && Array.isArray(content) ? content.map(({ output }: { output: never }) => output) : [],
  );

/** A message that a host has stored. */
export interface SavedMessage {
  id: string;
  role: 'user' | 'assistant';
  parts: (
    | { type: 'text'; text: string }
    | { type: 'step-start' }
    | { type: 'tool-ask_user'; toolCallId: string; state: 'input-streaming'; input: unknown }
    | { type: 'tool-ask_user'; toolCallId: string; state: 'input-available'; input: unknown }
    | { type: 'tool-ask_user'; toolCallId: string; state: 'output-available'; input: unknown; output: unknown }
  )[];
}

export interface ChatOptions {
  readonly api: string;
  /** Id of the chat. @default 'chat' */
  readonly id?: string | undefined;
  readonly messages?: readonly SavedMessage[] | undefined;
  readonly throttle?: number | undefined;
  /** Whether to omit `stopAfterFailures`. */
  readonly bare?: boolean | undefined;
  /** Replaces `sendAutomaticallyWhen`. With `undefined`, the chat has none. */
  readonly when?: (() => boolean | PromiseLike<boolean>) | undefined;
  /** Whether version 7 queues messages. */
  readonly queue?: boolean | undefined;
  /** Replaces the chat's transport. */
  readonly transport?: { readonly sendMessages: () => Promise<never> } | undefined;
  readonly ask?: UseAiSdkAskUserOptions;
  readonly onError: (error: Error) => void;
}

interface Turned {
  readonly script: Script;
  readonly messages: readonly AiSdkMessage[];
  readonly signal: AbortSignal;
}

function use6({ api, id = 'chat', messages, throttle, bare, ask: options, onError, ...chatOptions }: ChatOptions) {
  const complete = ai6.lastAssistantMessageIsCompleteWithToolCalls;
  const when = bare ? complete : stopAfterFailures(complete);
  const { when: sendAutomaticallyWhen = when, transport } = chatOptions;
  const chat = useChat6({
    id,
    messages: structuredClone([...(messages ?? [])]),
    transport: transport
      ? { ...transport, reconnectToStream: async () => null }
      : new ai6.DefaultChatTransport({ api }),
    ...(!('when' in chatOptions && !chatOptions.when) && { sendAutomaticallyWhen }),
    onError,
    ...(throttle && { experimental_throttle: throttle }),
  });
  const ask = useAiSdkAskUser(chat, options);
  return { chat, ask, say: (words: string) => ask.sendMessage({ text: words }) };
}

function use7({ api, id = 'chat', messages, throttle, bare, ask: options, onError, ...chatOptions }: ChatOptions) {
  const complete = ai7.lastAssistantMessageIsCompleteWithToolCalls;
  const when = bare ? complete : stopAfterFailures(complete);
  const { when: sendAutomaticallyWhen = when, transport } = chatOptions;
  const chat = useChat7({
    id,
    messages: structuredClone([...(messages ?? [])]),
    transport: transport
      ? { ...transport, reconnectToStream: async () => null }
      : new ai7.DefaultChatTransport({ api }),
    ...(!('when' in chatOptions && !chatOptions.when) && { sendAutomaticallyWhen }),
    onError,
    ...(throttle && { throttle }),
    ...(chatOptions.queue && { experimental_queue: true }),
  });
  const ask = useAiSdkAskUser(chat, options);
  return { chat, ask, say: (words: string) => ask.sendMessage({ text: words }) };
}

export const VERSIONS = [
  {
    id: 'ai-sdk-6',
    useAsk: use6,
    async respond({ script, messages, signal }: Turned): Promise<Response> {
      const tools = { ask_user: aiSdkAskTool() };
      const result = ai6.streamText({
        model: modelOf(script),
        messages: await ai6.convertToModelMessages(messages as ai6.UIMessage[], { tools }),
        tools,
        abortSignal: signal,
        onError: () => {},
      });
      return result.toUIMessageStreamResponse({ onError: (error) => describeInvalidCall(error) ?? String(error) });
    },
    /** An agent without a page: `generateText` in a loop. */
    async run(script: Script, tool: ReturnType<typeof aiSdkAskTool>, abortSignal?: AbortSignal): Promise<string> {
      const model = new MockLanguageModelV3({ doGenerate: async ({ prompt }) => contentOf(script(prompt)) });
      const { text: words } = await ai6.generateText({
        model,
        prompt: 'Set up a service',
        tools: { ask_user: tool },
        stopWhen: ai6.stepCountIs(5),
        ...(abortSignal && { abortSignal }),
      });
      return words;
    },
    schemaOf: async (tool: ReturnType<typeof aiSdkAskTool>): Promise<unknown> =>
      ai6.asSchema(tool.inputSchema).jsonSchema,
    /** Returns the model text of a call that the page has answered. */
    async readsOf(input: unknown, onError?: (error: unknown) => string): Promise<string> {
      const tools = { ask_user: aiSdkAskTool() };
      const turn = { calls: [{ id: 'c1', input }] };
      const model = new MockLanguageModelV3({ doStream: async () => ({ stream: streamOf(turn) }) });
      const result = ai6.streamText({ model, prompt: 'Set up a service', tools, onError: () => {} });
      const messages: ai6.UIMessage[] = [];
      const stream = result.toUIMessageStream(onError && { onError });
      for await (const message of ai6.readUIMessageStream({ stream })) messages[0] = message;
      return String(outputsIn(await ai6.convertToModelMessages(messages, { tools }))[0]?.value);
    },
  },
  {
    id: 'ai-sdk-7',
    useAsk: use7,
    async respond({ script, messages, signal }: Turned): Promise<Response> {
      const tools = { ask_user: aiSdkAskTool() };
      const result = ai7.streamText({
        model: new MockLanguageModelV4({ doStream: async ({ prompt }) => ({ stream: streamOf(script(prompt)) }) }),
        messages: await ai7.convertToModelMessages(messages as ai7.UIMessage[], { tools }),
        tools,
        abortSignal: signal,
        onError: () => {},
      });
      const onError = (error: unknown) => describeInvalidCall(error) ?? String(error);
      // The method that version 6 has is deprecated.
      return ai7.createUIMessageStreamResponse({
        stream: ai7.toUIMessageStream({ stream: result.stream, tools, onError }),
      });
    },
    async run(script: Script, tool: ReturnType<typeof aiSdkAskTool>, abortSignal?: AbortSignal): Promise<string> {
      const model = new MockLanguageModelV4({ doGenerate: async ({ prompt }) => contentOf(script(prompt)) });
      const { text: words } = await ai7.generateText({
        model,
        prompt: 'Set up a service',
        tools: { ask_user: tool },
        stopWhen: ai7.stepCountIs(5),
        ...(abortSignal && { abortSignal }),
      });
      return words;
    },
    schemaOf: async (tool: ReturnType<typeof aiSdkAskTool>): Promise<unknown> =>
      ai7.asSchema(tool.inputSchema).jsonSchema,
    /** Returns the model text of a call that the page has answered. */
    async readsOf(input: unknown, onError?: (error: unknown) => string): Promise<string> {
      const tools = { ask_user: aiSdkAskTool() };
      const turn = { calls: [{ id: 'c1', input }] };
      const model = new MockLanguageModelV4({ doStream: async () => ({ stream: streamOf(turn) }) });
      const result = ai7.streamText({ model, prompt: 'Set up a service', tools, onError: () => {} });
      const messages: ai7.UIMessage[] = [];
      const stream = result.toUIMessageStream(onError && { onError });
      for await (const message of ai7.readUIMessageStream({ stream })) messages[0] = message;
      return String(outputsIn(await ai7.convertToModelMessages(messages, { tools }))[0]?.value);
    },
  },
] as const;

export type Version = (typeof VERSIONS)[number];

/** A chat server on the loopback. */
export interface ChatServer {
  readonly url: string;
  /** Script of the model. A test sets it. */
  script: Script;
  /** Called with each request before the agent. It may return a response. */
  before: ((messages: readonly AiSdkMessage[]) => Promise<Response | undefined>) | undefined;
  /** Prompts that the model has read. */
  readonly prompts: (readonly Heard[])[];
  /** Number of requests, including refused ones. */
  requests(): number;
  close(): Promise<void>;
}

export async function serveChat(version: Version): Promise<ChatServer> {
  let requests = 0;
  const server = createTestServer((incoming, outgoing) => {
    const gone = new AbortController();
    outgoing.on('close', () => gone.abort());
    const answer = async () => {
      requests += 1;
      const { messages } = JSON.parse(await text(incoming)) as { messages: AiSdkMessage[] };
      const refused = await chat.before?.(messages);
      const script: Script = (prompt) => {
        chat.prompts.push(prompt);
        return chat.script(prompt);
      };
      const response = refused ?? (await version.respond({ script, messages, signal: gone.signal }));
      outgoing.writeHead(response.status, Object.fromEntries(response.headers));
      for await (const chunk of response.body ?? []) outgoing.write(chunk);
      outgoing.end();
    };
    answer().catch((error: unknown) => {
      if (outgoing.destroyed) return;
      outgoing.writeHead(500);
      outgoing.end(error instanceof Error ? error.message : String(error));
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const chat: ChatServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/chat`,
    script: () => ({ text: 'No script.' }),
    before: undefined,
    prompts: [],
    requests: () => requests,
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
  return chat;
}
