import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import Anthropic from '@anthropic-ai/sdk';
import { GoogleGenAI } from '@google/genai';
import OpenAI from 'openai';
import type { AskUserTransport } from 'react-ask-user/server';
import { createTestServer } from '../../helpers/http-server.js';
import { run as runAnthropic } from '../loops/anthropic.js';
import { run as runGemini } from '../loops/gemini.js';
import { run as runChat } from '../loops/openai-chat.js';
import { run as runResponses } from '../loops/openai-responses.js';

interface Run {
  broker: AskUserTransport;
  conversationId: string;
  prompt: string;
  signal: AbortSignal;
  /** JSON of the messages to continue from, instead of the prompt. */
  stored?: string | undefined;
  /** Receives the messages as JSON after each step. */
  onSave?: ((messages: string) => void) | undefined;
}

/** Creates the options of a loop from those of a test. */
function chatOf<Message>({ prompt, stored, onSave, ...run }: Run, first: (prompt: string) => Message) {
  const messages: Message[] = stored === undefined ? [first(prompt)] : JSON.parse(stored);
  return { ...run, messages, save: async () => onSave?.(JSON.stringify(messages)) };
}

const said = (content: string) => ({ role: 'user', content }) as const;

/** A tool call. `input` is an object, or the JSON text as the model wrote it. */
interface Call {
  readonly id: string;
  readonly input: unknown;
}

/** Result of a tool call in a request to the provider. */
interface Output {
  readonly id: string;
  readonly text: string;
  /** Whether the request marks the result as an error. Absent if the provider has no such mark. */
  readonly isError?: boolean;
}

interface Declared {
  readonly name: string;
  readonly description: string;
}

/** The fields of a provider's request that the tests read. */
export interface Body {
  readonly tools: readonly (Declared & {
    readonly input_schema?: unknown;
    readonly parameters?: unknown;
    readonly function: Declared & { readonly parameters?: unknown };
    readonly functionDeclarations: readonly (Declared & { readonly parametersJsonSchema?: unknown })[];
  })[];
  readonly messages: readonly {
    readonly role: string;
    readonly tool_call_id?: string;
    readonly content: readonly {
      readonly text?: string;
      readonly tool_use_id?: string;
      readonly is_error?: boolean;
      readonly content?: readonly { readonly text: string }[];
    }[];
  }[];
  readonly previous_response_id?: string;
  readonly input: readonly { readonly call_id: string; readonly output: string }[];
  readonly contents: readonly {
    readonly parts: readonly {
      readonly functionResponse: {
        readonly id: string;
        readonly response: { readonly error?: string; readonly output?: string };
      };
    }[];
  }[];
}

/** A provider: the loop of the guide, and the JSON of its API. */
export interface Provider {
  readonly name: string;
  readonly path: RegExp;
  readonly run: (baseURL: string, options: Run) => Promise<string>;
  /** Response with tool calls. */
  readonly calls: (calls: readonly Call[]) => object;
  /** Response with a text. */
  readonly text: (text: string) => object;
  /** Tool of a request. */
  readonly tool: (body: Body) => { name: string; description: string; schema: unknown };
  /** Results of the tool calls of the previous response. */
  readonly outputs: (body: Body) => readonly Output[];
}

const asText = (input: unknown) => (typeof input === 'string' ? input : JSON.stringify(input));
const message = (content: object[]) => ({ id: 'msg_1', type: 'message', role: 'assistant', content });
const choice = (fields: object) => ({
  id: 'chat_1',
  object: 'chat.completion',
  choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: null, ...fields } }],
});
const response = (output: object[]) => ({ id: 'resp_1', object: 'response', status: 'completed', output });
const candidate = (parts: object[]) => ({ responseId: 'gen_1', candidates: [{ content: { role: 'model', parts } }] });

export const PROVIDERS: readonly Provider[] = [
  {
    name: 'Anthropic',
    path: /^\/v1\/messages$/,
    run: (baseURL, options) => runAnthropic(new Anthropic({ baseURL, apiKey: 'key' }), chatOf(options, said)),
    calls: (calls) => message(calls.map(({ id, input }) => ({ type: 'tool_use', id, name: 'ask_user', input }))),
    text: (text) => message([{ type: 'text', text }]),
    tool: ({ tools }) => ({ ...tools[0]!, schema: tools[0]!.input_schema }),
    outputs: ({ messages }) =>
      (messages.at(-1)?.content ?? []).map(({ tool_use_id: id = '', content, is_error: isError = false }) => ({
        id,
        text: content?.[0]?.text ?? '',
        isError,
      })),
  },
  {
    name: 'OpenAI Chat Completions',
    path: /^\/chat\/completions$/,
    run: (baseURL, options) => runChat(new OpenAI({ baseURL, apiKey: 'key' }), chatOf(options, said)),
    calls: (calls) =>
      choice({
        tool_calls: calls.map(({ id, input }) => ({
          id,
          type: 'function',
          function: { name: 'ask_user', arguments: asText(input) },
        })),
      }),
    text: (content) => choice({ content }),
    tool: ({ tools }) => ({ ...tools[0]!.function, schema: tools[0]!.function.parameters }),
    outputs: ({ messages }) =>
      messages
        .filter(({ role }) => role === 'tool')
        .map(({ tool_call_id: id = '', content }) => ({ id, text: content[0]?.text ?? '' })),
  },
  {
    name: 'OpenAI Responses',
    path: /^\/responses$/,
    run: (baseURL, options) =>
      runResponses(
        new OpenAI({ baseURL, apiKey: 'key' }),
        chatOf(options, (prompt) => [said(prompt)]),
      ),
    calls: (calls) =>
      response(
        calls.map(({ id, input }) => ({
          type: 'function_call',
          call_id: id,
          name: 'ask_user',
          arguments: asText(input),
        })),
      ),
    text: (text) => response([{ type: 'message', role: 'assistant', content: [{ type: 'output_text', text }] }]),
    tool: ({ tools }) => ({ ...tools[0]!, schema: tools[0]!.parameters }),
    outputs: ({ previous_response_id: previous, input }) => {
      if (previous !== 'resp_1') throw new Error(`continues ${previous}`);
      return input.map(({ call_id: id, output: text }) => ({ id, text }));
    },
  },
  {
    name: 'Gemini',
    path: /^\/v1\/models\/[\w-]+:generateContent$/,
    run: (baseUrl, options) => {
      const first = (text: string) => ({ role: 'user', parts: [{ text }] });
      return runGemini(new GoogleGenAI({ apiKey: 'key', httpOptions: { baseUrl } }), chatOf(options, first));
    },
    calls: (calls) => candidate(calls.map(({ id, input: args }) => ({ functionCall: { id, name: 'ask_user', args } }))),
    text: (text) => candidate([{ text }]),
    tool: ({ tools }) => {
      const tool = tools[0]!.functionDeclarations[0]!;
      return { ...tool, schema: tool.parametersJsonSchema };
    },
    outputs: ({ contents }) =>
      (contents.at(-1)?.parts ?? []).map(
        ({
          functionResponse: {
            id,
            response: { error, output = '' },
          },
        }) => ({
          id,
          text: error ?? output,
          isError: error !== undefined,
        }),
      ),
  },
];

/** Serves a provider's API on the loopback: each request receives the next response of the script. */
export async function serveProvider({ path }: Pick<Provider, 'path'>, script: readonly object[]) {
  const bodies: Body[] = [];
  const server: Server = createTestServer((request, reply) => {
    void json(request).then((body) => {
      const next = script[bodies.push(body as Body) - 1];
      const ok = next && request.method === 'POST' && path.test(request.url!.split('?')[0]!);
      reply.writeHead(ok ? 200 : 400, { 'content-type': 'application/json', connection: 'close' });
      reply.end(JSON.stringify(ok ? next : { error: { message: `Unexpected: ${request.url}` } }));
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    bodies,
    url: `http://127.0.0.1:${port}`,
    async close() {
      const closed = new Promise((done) => server.close(done));
      server.closeAllConnections();
      await closed;
    },
  };
}
