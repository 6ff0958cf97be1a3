import { afterEach, describe, expect, it } from 'vitest';
import { createHandler } from '../../examples/chat/server/handler.js';
import { chooseModel } from '../../examples/chat/server/model.js';
import { ASKED, startFakeAnthropic, startFakeOpenAI } from './helpers/fake-providers.js';
import type { SseServer } from './helpers/sse-server.js';
import { createTestChat, openQuestions } from './helpers/test-chat.js';

let provider: SseServer | undefined;

afterEach(async () => {
  await provider?.close();
  provider = undefined;
});

function chatWith(env: Readonly<Record<string, string>>) {
  const { model } = chooseModel(env);
  const onError = (error: unknown): never => {
    throw error;
  };
  return createTestChat(createHandler({ model, page: new Map(), onError }));
}

describe('the model behind the chat', () => {
  it('is the scripted model if no key is set', () => {
    expect(chooseModel({}).name).toBe('scripted model');
    expect(chooseModel({ OPENAI_API_KEY: '', ANTHROPIC_API_KEY: '' }).name).toBe('scripted model');
  });

  it('is chosen by the environment and has a default for each provider', () => {
    expect(chooseModel({ OPENAI_API_KEY: 'k' }).name).toBe('OpenAI gpt-5-mini');
    expect(chooseModel({ OPENAI_API_KEY: 'k', OPENAI_MODEL: 'own' }).name).toBe('OpenAI own');
    expect(chooseModel({ ANTHROPIC_API_KEY: 'k' }).name).toBe('Anthropic claude-haiku-4-5');
    expect(chooseModel({ ANTHROPIC_API_KEY: 'k', ANTHROPIC_MODEL: 'own' }).name).toBe('Anthropic own');
  });

  it('asks and continues with the answer over OpenAI’s API [R-RESULT]', async () => {
    provider = await startFakeOpenAI();
    const chat = chatWith({ OPENAI_API_KEY: 'key', OPENAI_MODEL: 'm', OPENAI_BASE_URL: `${provider.url}/v1` });
    await chat.send('Set up a service');
    expect(openQuestions(chat.chat.messages)).toMatchObject([{ toolCallId: 'call_1', input: ASKED }]);

    const answer = { question: 'Which database?', answer: 'SQLite', selectedOption: 'SQLite', wasCustom: false };
    await chat.settle({ answered: true, answers: [answer] });
    expect(chat.lastText()).toBe(`The tool said {"answered":true,"answers":[${JSON.stringify(answer)}]}`);
    expect(provider.seen.map(({ path }) => path)).toEqual(['/v1/responses', '/v1/responses']);
    expect(provider.seen[0]?.headers['authorization']).toBe('Bearer key');
    expect(provider.seen[0]?.body).toMatchObject({
      model: 'm',
      tools: ['ask_user', 'ask_user_later'].map((name) => ({ name, parameters: { required: ['questions'] } })),
    });
  });

  it('asks and continues after a cancellation over Anthropic’s API [R-RESULT]', async () => {
    provider = await startFakeAnthropic();
    const chat = chatWith({ ANTHROPIC_API_KEY: 'key', ANTHROPIC_BASE_URL: `${provider.url}/v1` });
    await chat.send('Set up a service');
    expect(openQuestions(chat.chat.messages)).toMatchObject([{ toolCallId: 'toolu_1', input: ASKED }]);

    await chat.settle({ answered: false, answers: [], cancelled: true });
    expect(chat.lastText()).toContain(String.raw`{\"answered\":false,\"answers\":[],\"cancelled\":true}`);
    expect(provider.seen.map(({ path }) => path)).toEqual(['/v1/messages', '/v1/messages']);
    expect(provider.seen[0]?.headers['x-api-key']).toBe('key');
    expect(provider.seen[0]?.body).toMatchObject({
      model: 'claude-haiku-4-5',
      tools: ['ask_user', 'ask_user_later'].map((name) => ({ name, input_schema: { required: ['questions'] } })),
    });
  });
});
