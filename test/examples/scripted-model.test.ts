import { describe, expect, it } from 'vitest';
import { createScriptedModel } from '../../examples/chat/server/script/scripted-model.js';
import type { Prompt, StreamPart } from '../../examples/chat/server/script/types.js';

const prompt: Prompt = [{ role: 'user', content: [{ type: 'text', text: 'Set up a service' }] }];
const create = (delayMs: number) => createScriptedModel({ toolName: 'ask', delayMs, nextId: () => '1' });

async function read(stream: ReadableStream<StreamPart>): Promise<StreamPart[]> {
  const parts: StreamPart[] = [];
  for await (const part of stream) parts.push(part);
  return parts;
}

describe('the scripted model', () => {
  it('streams its text and its call in pieces that add up to the result of `doGenerate`', async () => {
    const model = create(0);
    const { stream } = await model.doStream({ prompt });
    const parts = await read(stream);
    const { content, finishReason } = await model.doGenerate({ prompt });
    const text = parts.flatMap((part) => (part.type === 'text-delta' ? [part.delta] : []));
    const input = parts.flatMap((part) => (part.type === 'tool-input-delta' ? [part.delta] : []));
    expect(text.length).toBeGreaterThan(5);
    expect(input.length).toBeGreaterThan(5);
    const call = { type: 'tool-call', toolCallId: 'ask-database-1', toolName: 'ask', input: input.join('') };
    expect(content).toEqual([{ type: 'text', text: text.join('') }, call]);
    expect(parts.at(-2)).toEqual(call);
    expect(parts.at(-1)).toMatchObject({ type: 'finish', finishReason });
    expect(finishReason.unified).toBe('tool-calls');
  });

  it('stops in the middle of a reply when the signal aborts', async () => {
    const stop = new AbortController();
    const { stream } = await create(60_000).doStream({ prompt, abortSignal: stop.signal });
    const all = read(stream);
    stop.abort();
    await expect(all).rejects.toThrow(/abort/i);
  });
});
