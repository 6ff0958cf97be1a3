import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AskUserClient } from '../../../src/host/client/index.js';
import {
  as,
  connectTo,
  createRealHost,
  createScriptedHost,
  noop,
  pass,
  shown,
  useFakeTime,
  type Fetch,
} from './helpers.js';
import { makeRequest, replyTo } from '../helpers.js';

beforeEach(useFakeTime);
afterEach(() => {
  vi.useRealTimers();
});

describe('two tabs of one user', () => {
  /** Records all that a client receives and sends, and loses the first response to a POST. */
  const tapped = (fetch: Fetch) => {
    const received: string[] = [];
    const sent: Headers[] = [];
    let isLost = false;
    const tap: Fetch = async (url, init) => {
      sent.push(new Headers(init.headers));
      const response = await fetch(url, init);
      if (init.method === 'POST' && !isLost) {
        isLost = true;
        throw new TypeError('The connection was reset.');
      }
      if (!response.body) return response;
      const decoder = new TextDecoder();
      const body = response.body.pipeThrough(
        new TransformStream<Uint8Array, Uint8Array>({
          transform(chunk, controller) {
            received.push(decoder.decode(chunk, { stream: true }));
            controller.enqueue(chunk);
          },
        }),
      );
      return new Response(body, response);
    };
    return { fetch: tap, received, sent };
  };

  it('each recognize their own delivery, and never receive a secret of the other tab [R-SECRET] [R-HTTP]', async () => {
    const host = createRealHost();
    const tabs = [tapped(as('Me', host.fetch)), tapped(as('Me', host.fetch))] as const;
    const [one, two] = tabs.map(({ fetch }) => connectTo({ fetch }).client) as [AskUserClient, AskUserClient];
    one.subscribe(noop);
    two.subscribe(noop);
    const asked = host.broker.ask(makeRequest('r1'), { conversationId: 'c1' });
    await pass();
    const delivery = one.answer('r1', replyTo(makeRequest('r1')));
    await pass(5_000);
    expect(await delivery).toEqual({ ok: true });
    expect(await asked).toMatchObject({ status: 'answered' });
    expect(shown(one).endings).toEqual(['r1 answered Me own']);
    expect(shown(two).endings).toEqual(['r1 answered Me not own']);
    const secretsOf = ({ sent }: (typeof tabs)[0]) => [
      ...new Set(sent.flatMap((headers) => [headers.get('ask-user-client'), headers.get('idempotency-key')])),
    ];
    const [mine, others] = [secretsOf(tabs[0]), secretsOf(tabs[1])];
    expect(mine.filter((secret) => secret && others.includes(secret))).toEqual([]);
    for (const { received } of tabs) {
      expect(received.join('')).toContain('answered');
      for (const secret of [...mine, ...others]) if (secret) expect(received.join('')).not.toContain(secret);
    }
    one.close();
    two.close();
    await host.broker.close();
  });

  it('generate secrets that cannot be guessed, in insecure contexts too [R-SECRET]', async () => {
    const ids = () => {
      const host = createScriptedHost();
      const { client } = connectTo(host);
      client.subscribe(noop);
      client.close();
      return pass().then(() => host.streams.map(({ request }) => request.headers.get('ask-user-client')));
    };
    const [first] = await ids();
    expect(first).toMatch(/^[\da-f]{32}$/);
    vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
    const [second] = await ids();
    expect(second).toMatch(/^[\da-f]{32}$/);
    vi.stubGlobal('crypto', undefined);
    const [third] = await ids();
    expect(third).toMatch(/^[\da-z]{20,}$/);
    expect(new Set([first, second, third]).size).toBe(3);
    vi.unstubAllGlobals();
  });
});
