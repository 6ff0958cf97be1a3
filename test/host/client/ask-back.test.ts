import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { OnAskBack } from '../../../src/core/flow/types.js';
import type { AskUserClient } from '../../../src/host/client/types.js';
import { createGate, makeRequest, replyTo } from '../helpers.js';
import { as, connectTo, createRealHost, noop, pass, useFakeTime, type Fetch } from './helpers.js';

beforeEach(useFakeTime);
afterEach(() => {
  vi.useRealTimers();
});

const request = makeRequest('r1', 'Which database?', 'Which region?');
const [first, second] = request.questions.map(({ id }) => id);
const why = { questionId: first!, text: 'Why not SQLite?', key: 'k1' };

/** Returns the exchanges that a client has, by text, status and reply. */
const exchangesOf = (client: AskUserClient) =>
  Object.values(client.getState().exchanges)
    .flat()
    .map(({ text, status, reply }) => [text, status, reply]);

async function start(onAskBack: OnAskBack = ({ text }) => `About "${text}".`) {
  const host = createRealHost({ onError: noop });
  const asking = host.broker.ask(request, { conversationId: 'c1', onAskBack });
  asking.catch(noop);
  const join = async (fetch: Fetch = as('Me', host.fetch)) => {
    const { client } = connectTo({ fetch });
    client.subscribe(noop);
    await pass();
    return client;
  };
  return { host, join, client: await join() };
}

describe('ask back by a client [R-ASKBACK] [R-HTTP]', () => {
  it('resolves to the reply, which reaches the other clients, and those that connect later', async () => {
    const { host, join, client } = await start();
    const other = await join();
    expect(client.getState().requests[0]?.askBack).toMatchObject({ offered: true });
    const reply = client.askBack('r1', why);
    await pass();
    expect(await reply).toBe('About "Why not SQLite?".');
    await client.askBack('r1', { ...why, questionId: second!, text: 'And Asia?', key: 'k2' });
    await pass();
    const all = [
      ['Why not SQLite?', 'replied', 'About "Why not SQLite?".'],
      ['And Asia?', 'replied', 'About "And Asia?".'],
    ];
    expect([exchangesOf(client), exchangesOf(other), exchangesOf(await join())]).toEqual([all, all, all]);
    await client.answer('r1', replyTo(request));
    await pass();
    expect(client.getState().exchanges).toEqual({});
    await host.broker.close();
  });

  it('has the reply after it was offline when the reply came', async () => {
    const gate = createGate();
    const { host, join } = await start(async () => {
      await gate.wait();
      return 'So.';
    });
    let cut = new AbortController();
    const client = await join((url, { signal, ...init }) =>
      host.fetch(url, { ...init, signal: AbortSignal.any([signal!, cut.signal]) }),
    );
    const reply = client.askBack('r1', why);
    await pass();
    expect(exchangesOf(client)).toEqual([['Why not SQLite?', 'waiting', undefined]]);
    cut.abort();
    cut = new AbortController();
    gate.open();
    await pass(5_000);
    expect(await reply).toBe('So.');
    expect(exchangesOf(client)).toEqual([['Why not SQLite?', 'replied', 'So.']]);
    client.close();
    await host.broker.close();
  });

  it('rejects without a reply, and asks again with the same key', async () => {
    const replies = [() => Promise.reject(new Error('busy')), () => 'So.'];
    const { host, client } = await start(() => replies.shift()!());
    const failing = client.askBack('r1', why).catch(String);
    await pass();
    expect(await failing).toContain('cannot reply');
    const again = client.askBack('r1', why);
    await pass();
    expect(await again).toBe('So.');
    expect(exchangesOf(client)).toEqual([['Why not SQLite?', 'replied', 'So.']]);
    client.close();
    await host.broker.close();
  });

  it('needs no `AbortSignal.any`, which Safari 16 and Firefox 115 lack', async () => {
    vi.spyOn(AbortSignal, 'any').mockImplementation(() => {
      throw new TypeError('AbortSignal.any is not a function');
    });
    const { host, client } = await start();
    const stop = new AbortController();
    const reply = client.askBack('r1', why, { signal: stop.signal });
    await pass();
    expect(await reply).toBe('About "Why not SQLite?".');
    stop.abort();
    await expect(client.askBack('r1', { ...why, key: 'k2' }, { signal: stop.signal })).rejects.toMatchObject({
      code: 'offline',
    });
    client.close();
    await host.broker.close();
  });

  it('rejects if the request is settled meanwhile, or is unknown, or the caller stops waiting', async () => {
    const { host, client } = await start(() => new Promise(() => {}));
    const codeOf = (reply: Promise<string>) => reply.catch(({ code }: { readonly code: string }) => code);
    const settled = codeOf(client.askBack('r1', why));
    const stop = new AbortController();
    const asked = { ...why, questionId: second!, key: 'k2' };
    const stopped = codeOf(client.askBack('r1', asked, { signal: stop.signal }));
    await pass();
    stop.abort();
    await pass();
    expect(await stopped).toBe('unknown');
    await host.broker.cancel('r1');
    await pass();
    expect(await settled).toBe('unknown');
    await expect(client.askBack('r9', why)).rejects.toMatchObject({ code: 'unknown' });
    client.close();
    await host.broker.close();
  });
});
