import { MockLanguageModelV3, simulateReadableStream } from 'ai/test';
import { describe, expect, it } from 'vitest';
import { createHandler } from '../../examples/chat/server/handler.js';
import type { StreamPart } from '../../examples/chat/server/script/types.js';
import { createTestChat } from './helpers/test-chat.js';

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};
const toolName = 'ask_user';
const VALID = '{"questions":[{"question":"Which database?","header":"DB","multiSelect":false,"options":[]}]}';

/** Creates a model that calls the tool with these inputs, one per step, and then writes "Done." */
function modelThatAsks(...inputs: readonly string[]) {
  let step = 0;
  return new MockLanguageModelV3({
    doStream: async () => {
      const input = inputs[step++];
      const chunks: StreamPart[] =
        input === undefined
          ? [
              { type: 'text-start', id: 't' },
              { type: 'text-delta', id: 't', delta: 'Done.' },
              { type: 'text-end', id: 't' },
              { type: 'finish', finishReason: { unified: 'stop', raw: undefined }, usage },
            ]
          : [
              { type: 'tool-call', toolCallId: `c${step}`, toolName, input },
              { type: 'finish', finishReason: { unified: 'tool-calls', raw: undefined }, usage },
            ];
      return { stream: simulateReadableStream({ chunks }) };
    },
  });
}

function chatWith(model: MockLanguageModelV3) {
  const errors: unknown[] = [];
  const chat = createTestChat(createHandler({ model, page: new Map(), onError: (error) => errors.push(error) }));
  return { ...chat, errors };
}

/** Returns the tool results that the model has read, oldest first. */
const resultsRead = (model: MockLanguageModelV3) =>
  (model.doStreamCalls.at(-1)?.prompt ?? []).flatMap((message) =>
    message.role === 'tool' ? message.content.flatMap((part) => ('output' in part ? [part.output] : [])) : [],
  );

const states = ({ chat }: ReturnType<typeof createTestChat>) =>
  (chat.messages.at(-1)?.parts ?? []).flatMap((part) => ('state' in part ? [`${part.type}: ${part.state}`] : []));

describe('the agent', () => {
  it('receives the error of a malformed call, and the user can answer its second call [R-PARSE]', async () => {
    const model = modelThatAsks('{"questions":[]}', VALID);
    const chat = chatWith(model);
    await chat.send('Hello');
    expect(states(chat)).toEqual([`tool-${toolName}: output-error`, `tool-${toolName}: input-available`]);
    expect(resultsRead(model)).toEqual([
      { type: 'error-text', value: expect.stringContaining('Must have at least one question.') },
    ]);
    await chat.settle({
      answered: true,
      answers: [{ question: 'Which database?', answer: 'SQLite', wasCustom: true }],
    });
    expect(chat.lastText()).toBe('Done.');
  });

  it('stops after three malformed calls', async () => {
    const model = modelThatAsks(...Array<string>(50).fill('not JSON'));
    const chat = chatWith(model);
    await chat.send('Hello');
    expect(model.doStreamCalls).toHaveLength(3);
    expect(chat.chat.status).toBe('ready');
  });

  it('reads a cancellation as a normal result and continues [R-CANCEL]', async () => {
    const model = modelThatAsks(VALID);
    const chat = chatWith(model);
    await chat.send('Hello');
    await chat.settle({ answered: false, answers: [], cancelled: true });
    expect(resultsRead(model)).toEqual([
      { type: 'text', value: expect.stringMatching(/^{"answered":false,"answers":\[\],"cancelled":true}\n/) },
    ]);
    expect(chat.lastText()).toBe('Done.');
  });

  it('continues after a message although a question was never settled', async () => {
    const model = modelThatAsks(VALID);
    const chat = chatWith(model);
    await chat.send('Hello');
    await chat.send('Are you there?');
    expect(chat.lastText()).toBe('Done.');
    expect(chat.errors).toEqual([]);
  });

  it('writes the details of a model’s error to the server’s log, not to the page', async () => {
    const model = new MockLanguageModelV3({
      doStream: async () => {
        throw new Error('secret detail');
      },
    });
    const chat = chatWith(model);
    await chat.send('Hello');
    expect(chat.chat.status).toBe('error');
    expect(chat.chat.error?.message).toBe('The assistant could not go on.');
    expect(String(chat.errors[0])).toContain('secret detail');
  });
});
