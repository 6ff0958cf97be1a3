import { describe, expect, it, onTestFinished } from 'vitest';
import { askUser } from 'react-ask-user/dialects';
import { createAskUserBroker, type AskUserTransport } from 'react-ask-user/server';
import { asked, askedFor, answerIt, repliesTo } from './helpers/person.js';
import { PROVIDERS, serveProvider, type Provider } from './helpers/loop-providers.js';
import { ONE } from './helpers/questions.js';

const OTHER = { questions: [{ question: 'Which name?' }] };

/** Starts the loop of a provider whose model makes these calls and then says "Done." */
async function start(provider: Provider, calls: Parameters<Provider['calls']>[0]) {
  const api = await serveProvider(provider, [provider.calls(calls), provider.text('Done.')]);
  onTestFinished(api.close);
  const broker = createAskUserBroker();
  const stop = new AbortController();
  const options = { broker, conversationId: 'c1', prompt: 'Deploy it.', signal: stop.signal };
  return { broker, bodies: api.bodies, stop, done: provider.run(api.url, options) };
}

describe.each(PROVIDERS)('the loop of $name', (provider) => {
  it('offers the tool and sends the answer in the second request', async () => {
    const { broker, bodies, done } = await start(provider, [{ id: 'call_1', input: ONE }]);
    const { requestId } = await answerIt(broker, { selected: [1] });
    expect(await done).toBe('Done.');
    expect(requestId).toBe('c1/1/call_1');
    expect(bodies).toHaveLength(2);
    const { name, description, schema } = provider.tool(bodies[0]!);
    expect({ name, description, schema }).toEqual({
      name: 'ask_user',
      description: askUser.tool.description,
      schema: askUser.tool.inputSchema,
    });
    const [output, another] = provider.outputs(bodies[1]!);
    expect(another).toBeUndefined();
    expect(output).toMatchObject({ id: 'call_1' });
    expect(output?.isError ?? false).toBe(false);
    expect(JSON.parse(output?.text ?? '')).toEqual({
      answered: true,
      answers: [{ question: 'Deploy now?', answer: 'No', selectedOption: 'No', wasCustom: false }],
    });
  });

  it('asks again if a model repeats the id of a call in a later response', async () => {
    const call = provider.calls([{ id: 'call_1', input: ONE }]);
    const api = await serveProvider(provider, [call, { ...call, id: 'later' }, provider.text('Done.')]);
    onTestFinished(api.close);
    const broker = createAskUserBroker();
    const { signal } = new AbortController();
    const done = provider.run(api.url, { broker, conversationId: 'c1', prompt: 'Deploy it.', signal });
    await answerIt(broker, { selected: [1] });
    expect((await answerIt(broker, { selected: [0] })).requestId).toBe('c1/3/call_1');
    expect(await done).toBe('Done.');
  });

  it('continues stored messages with the same question, and calls the model only for its answer [R-DURABLE]', async () => {
    const api = await serveProvider(provider, [provider.calls([{ id: 'call_1', input: ONE }]), provider.text('Done.')]);
    onTestFinished(api.close);
    const broker = createAskUserBroker();
    let stored = '';
    const onSave = (messages: string) => (stored = messages);
    const options = { broker, conversationId: 'c1', prompt: 'Deploy it.', signal: new AbortController().signal };
    // A process that is killed while it waits.
    const gone: AskUserTransport = { ask: () => new Promise(() => {}) };
    void provider.run(api.url, { ...options, broker: gone, onSave });
    await expect.poll(() => stored).toContain('call_1');

    const done = provider.run(api.url, { ...options, stored, onSave });
    expect((await answerIt(broker, { selected: [1] })).requestId).toBe('c1/1/call_1');
    expect(await done).toBe('Done.');
    expect(api.bodies).toHaveLength(2);
    expect(provider.outputs(api.bodies[1]!)).toMatchObject([{ id: 'call_1', text: expect.stringContaining('"No"') }]);
    // A finished chat has nothing left to do.
    expect(await provider.run(api.url, { ...options, stored })).toBe('Done.');
    expect(api.bodies).toHaveLength(2);
  });

  it.each([
    ['cancel', 'The user cancelled.'],
    ['decline', 'The user declined to answer.'],
  ] as const)('sends the text of the dialect after %s, not as an error', async (end, text) => {
    const { broker, bodies, done } = await start(provider, [{ id: 'call_1', input: ONE }]);
    const [request] = await asked(broker);
    await broker[end](request?.requestId ?? '');
    expect(await done).toBe('Done.');
    const [output] = provider.outputs(bodies[1]!);
    expect(output?.text).toContain(`${text} Nobody answered and no option was chosen.`);
    expect(output?.isError ?? false).toBe(false);
  });

  it('shows two parallel calls at once and sends each answer to its call', async () => {
    const calls = [
      { id: 'call_1', input: ONE },
      { id: 'call_2', input: OTHER },
    ];
    const { broker, bodies, done } = await start(provider, calls);
    const pending = await asked(broker, 2);
    const second = askedFor(pending, 'Which name?');
    await broker.answer(second.requestId, repliesTo(second, { selected: [], custom: 'Orders' }));
    const first = askedFor(pending, 'Deploy now?');
    await broker.answer(first.requestId, repliesTo(first, { selected: [0] }));
    expect(await done).toBe('Done.');
    expect(provider.outputs(bodies[1]!)).toMatchObject([
      { id: 'call_1', text: expect.stringContaining('"Yes"') },
      { id: 'call_2', text: expect.stringContaining('"Orders"') },
    ]);
  });

  it('sends the issues of malformed input without asking the user', async () => {
    const input = { questions: [{ options: ['Yes', 'No'] }] };
    const { broker, bodies, done } = await start(provider, [{ id: 'call_1', input }]);
    expect(await done).toBe('Done.');
    expect(await broker.get('c1/1/call_1')).toBeUndefined();
    const [output] = provider.outputs(bodies[1]!);
    expect(output?.text).toContain('questions[0].question');
    expect(output?.isError ?? true).toBe(true);
  });

  it('withdraws the question and makes no second request when the run is aborted', async () => {
    const { broker, bodies, stop, done } = await start(provider, [{ id: 'call_1', input: ONE }]);
    void asked(broker).then(() => stop.abort());
    await expect(done).rejects.toThrow(/abort/i);
    expect((await broker.get('c1/1/call_1'))?.settlement?.result.status).toBe('aborted');
    expect(bodies).toHaveLength(1);
  });
});

describe.each(PROVIDERS.filter(({ name }) => name.startsWith('OpenAI')))('the loop of $name', (provider) => {
  it('sends an issue for arguments that are not JSON', async () => {
    const { bodies, done } = await start(provider, [{ id: 'call_1', input: '{"questions": [' }]);
    expect(await done).toBe('Done.');
    expect(provider.outputs(bodies[1]!)[0]?.text).toContain('Must be an object.');
  });
});
