import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingHttpHeaders, RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createWebhook } from '../../src/host/index.js';
import type { WebhookPayload } from '../../src/host/webhook.js';
import { createTestServer } from '../helpers/http-server.js';
import { makeRequest, replyTo, startBroker } from './helpers.js';

const SECRET = `whsec_${Buffer.from('a secret of 24 characters').toString('base64')}`;
const OTHER = `whsec_${Buffer.alloc(64, 7).toString('base64')}`;
const DETACHED = { conversationId: 'c1', callback: 'agent' };
const SETTLED = { instanceId: 'msg_p5jXN8AQM9LWM0D4loKWxJek', settlement: { settledAt: 0 } } as never;
const NEVER = { delayMs: () => 3_600_000 };

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Starts the agent's server, which records POSTs and responds as given. */
async function listen(respond: RequestListener) {
  const received: Received[] = [];
  const server = createTestServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    received.push({ headers: request.headers, body });
    respond(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { received, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/settled` };
}

/** Computes the signature as the specification defines it. */
function signatureOf({ headers, body }: Received, secret: string): string {
  const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`;
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
}

describe('a webhook [R-DETACHED]', () => {
  it('posts the settlement, signed with every secret', async () => {
    const { received, url } = await listen((_, response) => response.writeHead(204).end());
    const { broker, errors } = startBroker({ now: () => Date.UTC(2026, 0, 2) });
    broker.registerCallback('agent', createWebhook({ url, secret: [SECRET, OTHER], headers: { 'x-run': '7' } }));
    await broker.open({ ...makeRequest('r1'), metadata: { name: 'Ünïcödé 🙂' } }, DETACHED);
    await broker.answer('r1', replyTo(makeRequest('r1')), { by: 'Ana', idempotencyKey: 'the client’s own' });
    await expect.poll(() => received).toHaveLength(1);
    await broker.close();
    const [post] = received;
    const { headers } = post!;
    expect(headers).toMatchObject({ 'content-type': 'application/json', 'x-run': '7' });
    expect(headers['webhook-signature']).toBe(`${signatureOf(post!, SECRET)} ${signatureOf(post!, OTHER)}`);
    expect(Math.abs(Number(headers['webhook-timestamp']) - Date.now() / 1_000)).toBeLessThan(60);
    const { data, ...rest } = JSON.parse(post!.body) as WebhookPayload;
    expect(rest).toEqual({ type: 'ask_user.settled', timestamp: '2026-01-02T00:00:00.000Z' });
    expect(data).toMatchObject({
      instanceId: headers['webhook-id'],
      conversationId: 'c1',
      by: 'Ana',
      request: { requestId: 'r1', metadata: { name: 'Ünïcödé 🙂' } },
      result: { status: 'answered', answers: [{ answer: 'SQLite' }] },
    });
    expect(post!.body).not.toContain('the client’s own');
    expect(errors).toEqual([]);
  });

  it('signs as in the example of the specification', async () => {
    const fetch = vi.fn<(url: string, init: RequestInit) => Promise<Response>>(async () => new Response());
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
    vi.useFakeTimers({ now: 1_614_265_330_000 });
    onTestFinished(() => void vi.useRealTimers());
    const real = JSON.stringify;
    // Only for this body: something else in the process may write JSON meanwhile.
    const stringify = vi
      .spyOn(JSON, 'stringify')
      .mockImplementation((value: unknown) =>
        Object(value).type === 'ask_user.settled' ? '{"test": 2432232314}' : real(value),
      );
    onTestFinished(() => stringify.mockRestore());
    await createWebhook({ url: 'https://agent.example', secret, fetch })(SETTLED, {
      attempt: 1,
      signal: new AbortController().signal,
    });
    expect(fetch.mock.calls[0]![1].headers).toMatchObject({
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    });
  });

  it.each([
    ['can be written as JSON is posted', { n: 1 }, { raw: { n: 1 } }],
    ['cannot be written as JSON is left out', { n: 1n }, {}],
  ])('posts the settlement of a request whose `raw` %s', async (_, raw, posted) => {
    const { received, url } = await listen((_request, response) => response.writeHead(204).end());
    const { broker, errors } = startBroker();
    broker.registerCallback('agent', createWebhook({ url, secret: SECRET }), NEVER);
    await broker.open({ ...makeRequest('r1'), raw }, DETACHED);
    await broker.cancel('r1');
    await expect.poll(() => received).toHaveLength(1);
    const { data } = JSON.parse(received[0]!.body) as WebhookPayload;
    const { raw: _raw, ...request } = makeRequest('r1');
    expect(data.request).toEqual({ ...request, ...posted });
    expect(received[0]!.headers['webhook-signature']).toBe(signatureOf(received[0]!, SECRET));
    expect(errors).toEqual([]);
    await broker.close();
  });

  it.each([
    ['a server error', 500, 'It responded with status 500'],
    ['a redirect, without following it,', 307, 'It responded with status 307'],
  ])('treats %s as a failure', async (_, status, why) => {
    const { received, url } = await listen((_request, response) =>
      response.writeHead(status, { location: '/elsewhere' }).end('No'),
    );
    const { broker, errors } = startBroker();
    broker.registerCallback('agent', createWebhook({ url, secret: SECRET }), NEVER);
    await broker.open(makeRequest('r1'), DETACHED);
    await broker.cancel('r1');
    await expect.poll(() => errors.map(String)).toEqual([expect.stringContaining(why)]);
    expect(received).toHaveLength(1);
    await broker.close();
  });

  it('treats a refused connection and a late response as failures', async () => {
    const { url } = await listen(() => undefined);
    const { broker, errors } = startBroker();
    broker.registerCallback('slow', createWebhook({ url, secret: SECRET, timeoutMs: 20 }), NEVER);
    broker.registerCallback('gone', createWebhook({ url: 'http://127.0.0.1:2', secret: SECRET }), NEVER);
    for (const callback of ['slow', 'gone']) {
      await broker.open(makeRequest(callback), { ...DETACHED, callback });
      await broker.cancel(callback);
    }
    await expect
      .poll(() => errors.map(String).toSorted())
      .toEqual([
        expect.stringMatching(/"gone".*fetch failed: .*ECONNREFUSED/),
        expect.stringContaining('did not respond within 20 ms'),
      ]);
    await broker.close();
  });

  it('is aborted by a shutdown', async () => {
    const { received, url } = await listen(() => undefined);
    const { broker, errors } = startBroker();
    broker.registerCallback('agent', createWebhook({ url, secret: SECRET }));
    await broker.open(makeRequest('r1'), DETACHED);
    await broker.cancel('r1');
    await expect.poll(() => received).toHaveLength(1);
    const startedAt = performance.now();
    await broker.close();
    expect(performance.now() - startedAt).toBeLessThan(1_900);
    expect(errors).toEqual([]);
  });

  it('posts nothing if it is aborted before the signatures are computed', async () => {
    const fetch = vi.fn(async () => new Response());
    const stop = new AbortController();
    const handler = createWebhook({ url: 'https://agent.example', secret: SECRET, fetch });
    const posted = Promise.resolve(handler(SETTLED, { attempt: 1, signal: stop.signal }));
    stop.abort(new Error('Stopped'));
    await expect(posted).rejects.toThrow('Stopped');
    expect(fetch).not.toHaveBeenCalled();
  });

  it.each(['', 'whsec_', 'whsec_c2hvcnQ=', `whsec_${'%'.repeat(40)}`, `whsec_${'A'.repeat(120)}`])(
    'throws for the secret %j, without repeating it',
    (secret) => {
      expect(() => createWebhook({ url: 'https://agent.example', secret })).toThrow(
        new TypeError('createWebhook: `secret` is invalid. Pass "whsec_" followed by 24 to 64 bytes in base64.'),
      );
    },
  );

  it('throws for an empty list of secrets, and for an invalid URL', () => {
    expect(() => createWebhook({ url: 'https://agent.example', secret: [] })).toThrow(TypeError);
    for (const url of ['', '/settled', 'file:///etc/passwd']) {
      expect(() => createWebhook({ url, secret: SECRET })).toThrow(/starts with https: or http:/);
    }
  });
});
