import { setTimeout as wait } from 'node:timers/promises';
import { generateId } from 'ai';
import { callId, readPrompt } from './read-prompt.js';
import { nextTurn, replyIn } from './script.js';
import { LATER_TOOL } from '../../shared/chat-message.js';
import type { CallOptions, GenerateResult, Model, StreamPart, Topic, Turn } from './types.js';

export interface ScriptedModelOptions {
  /** Name of the ask tool if a call offers no tools. */
  toolName: string;
  /** Topics to ask about. Defaults to those of the setup assistant. */
  topics?: readonly Topic[];
  /** Delay between two pieces of the reply, in milliseconds. @default 20 */
  delayMs?: number;
  /** Returns the unique part of a tool call's id. */
  nextId?: () => string;
}

/** A script uses no tokens. */
const usage = {
  inputTokens: { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 0, text: 0, reasoning: 0 },
};

const finish = (turn: Turn): GenerateResult['finishReason'] => ({
  unified: turn.ask ? 'tool-calls' : 'stop',
  raw: undefined,
});

/** Splits output into pieces, as a real model does: words of the text, and a few characters of the tool's input. */
const words = (text: string): readonly string[] => text.match(/\S+\s*/g) ?? [];
const slices = (json: string): readonly string[] => json.match(/.{1,24}/gsu) ?? [];

/**
 * Creates a language model that needs no network. It plays a project-setup assistant that asks the user before it
 * decides. Its replies depend on the answers in the prompt.
 */
export function createScriptedModel(options: ScriptedModelOptions): Model {
  const { topics, delayMs = 20, nextId = generateId } = options;
  async function pause(signal: AbortSignal | undefined): Promise<void> {
    if (delayMs > 0) await wait(delayMs, undefined, { signal });
    signal?.throwIfAborted();
  }

  function callOf({ ask }: Turn, tools: CallOptions['tools']) {
    if (!ask) return undefined;
    const later = ask.canWait ? tools?.find(({ name }) => name === LATER_TOOL) : undefined;
    const toolName = (later ?? tools?.[0])?.name ?? options.toolName;
    const input = JSON.stringify({ questions: ask.questions });
    return { type: 'tool-call' as const, toolCallId: callId(ask.topic, nextId()), toolName, input };
  }

  async function* parts({ prompt, tools, abortSignal }: CallOptions): AsyncGenerator<StreamPart> {
    const turn = nextTurn(readPrompt(prompt), topics);
    yield { type: 'stream-start', warnings: [] };
    yield { type: 'text-start', id: 'text' };
    for (const delta of words(turn.text)) {
      await pause(abortSignal);
      yield { type: 'text-delta', id: 'text', delta };
    }
    yield { type: 'text-end', id: 'text' };
    const call = callOf(turn, tools);
    if (call) {
      const { toolCallId: id, toolName } = call;
      yield { type: 'tool-input-start', id, toolName };
      for (const delta of slices(call.input)) {
        await pause(abortSignal);
        yield { type: 'tool-input-delta', id, delta };
      }
      yield { type: 'tool-input-end', id };
      yield call;
    }
    yield { type: 'finish', finishReason: finish(turn), usage };
  }

  return {
    specificationVersion: 'v3',
    provider: 'example',
    modelId: 'setup-assistant-script',
    supportedUrls: {},
    async doGenerate({ prompt, tools }) {
      const conversation = readPrompt(prompt);
      const reply = replyIn(conversation, topics);
      const turn = reply === undefined ? nextTurn(conversation, topics) : { text: reply };
      const call = callOf(turn, tools);
      const content = [{ type: 'text' as const, text: turn.text }, ...(call ? [call] : [])];
      return { content, finishReason: finish(turn), usage, warnings: [] };
    },
    async doStream(call) {
      return { stream: streamOf(parts(call)) };
    },
  };
}

/** Pulls each part on demand, so that the script stops if the reader cancels. */
function streamOf(parts: AsyncGenerator<StreamPart>): ReadableStream<StreamPart> {
  return new ReadableStream<StreamPart>({
    async pull(controller) {
      const { done, value } = await parts.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await parts.return(undefined);
    },
  });
}
