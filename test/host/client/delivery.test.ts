import { describe, expect, it, vi } from 'vitest';
import { lost, ok, refuse, one, other, connected, posts, outcome } from './delivering.js';
import { connectTo, createScriptedHost, inFakeTime, noop, pass, shown, wireRequest } from './helpers.js';

inFakeTime();

describe('a delivery [R-HTTP]', () => {
  it('is sent with a unique key', async () => {
    const { host, client } = await connected((call) => (call.method === 'POST' ? ok() : lost()));
    expect(await client.answer('r1', one)).toEqual({ ok: true });
    expect(await client.decline('r2', { reason: 'no' })).toEqual({ ok: true });
    expect(await client.cancel('r2')).toEqual({ ok: true });
    const [answer, decline, cancel] = posts(host);
    expect(answer).toMatchObject({ path: '/requests/r1/answer', body: { replies: one } });
    expect(decline).toMatchObject({ path: '/requests/r2/decline', body: { reason: 'no' } });
    expect(cancel).toMatchObject({ path: '/requests/r2/cancel', body: {} });
    expect(new Set(posts(host).map(({ key }) => key)).size).toBe(3);
    client.close();
  });

  it('is retried with the same key if its response is lost', async () => {
    const { host, client } = await connected((call, nth) => (call.method === 'POST' && nth === 3 ? ok() : lost()));
    expect(await outcome(client.answer('r1', one))).toEqual({ ok: true });
    expect(posts(host)).toHaveLength(3);
    expect(new Set(posts(host).map(({ key }) => key)).size).toBe(1);
    client.close();
  });

  it.each([
    ['the network fails', lost],
    ['the host hangs', () => new Promise<Response>(noop)],
    ['a proxy times out', () => new Response('<h1>504</h1>', { status: 504 })],
    [
      'a proxy responds with a page',
      () => new Response('<h1>Welcome</h1>', { headers: { 'content-type': 'text/html' } }),
    ],
    ['a proxy responds with the code of another system', () => Response.json({ code: 'unknown' }, { status: 500 })],
    ['the response is truncated', () => new Response('{"ok":', { status: 200 })],
    ['the response is malformed', () => Response.json({ ok: 'yes' })],
    ['the host responds 429', () => new Response('', { status: 429 })],
    ['the host responds 408', () => new Response('', { status: 408 })],
    ['a response 500 contains ok', () => Response.json({ ok: true }, { status: 500 })],
  ])('fails as offline if %s, and has the same key when it is submitted again', async (_name, answer) => {
    let works = false;
    const { host, client } = await connected(() => (works ? ok() : answer()));
    const first = await outcome(client.answer('r1', one));
    expect(first).toEqual({ ok: false, code: 'offline', message: expect.stringMatching(/Your input is kept/) });
    expect(shown(client).requests).toEqual(['r1']);
    works = true;
    await client.answer('r1', other);
    await client.answer('r1', one);
    const keys = posts(host).map(({ key }) => key);
    expect(keys).toHaveLength(5);
    expect(new Set([keys[0], keys[1], keys[2], keys[4]]).size).toBe(1);
    expect(keys[3]).not.toBe(keys[0]);
    client.close();
  });

  it.each<[status: number, code: string, message: string]>([
    [
      422,
      'invalid',
      'This does not match the question, so it was not accepted. Your input is kept. Change it and try again.',
    ],
    [
      401,
      'unauthorized',
      'You are no longer signed in, so this was not accepted. Your input is kept. Sign in and try again.',
    ],
    [403, 'forbidden', 'You are not allowed to answer this question. Your input is kept.'],
    [404, 'unknown', 'No one is waiting for an answer to this question.'],
    [409, 'already_resolved', 'This question was already settled, here or elsewhere.'],
    [409, 'orphaned', 'The agent has stopped. No one is waiting for this answer.'],
    [413, 'too_large', 'This is too long to send. Your input is kept. Shorten it and try again.'],
    [
      421,
      'misdirected',
      'The server does not accept the address of this page, so this was not accepted. Your input is kept.',
    ],
  ])('fails with a message for the user if the host refuses it with %i %s', async (status, code, message) => {
    const issues = [{ code: 'missing', path: 'replies', message: 'Missing.' }, { code: 'missing' }, null];
    const { client } = await connected(() => Response.json({ ok: false, code, message: 'no', issues }, { status }));
    const failed = await outcome(client.answer('r1', one));
    expect(failed).toEqual({ ok: false, code, message, issues: issues.slice(0, 1) });
    client.close();
  });

  it.each([
    [401, 'unauthorized'],
    [403, 'forbidden'],
    [413, 'too_large'],
    [418, 'unavailable'],
  ])('fails by the status %i of a response without a code, as %s', async (status, code) => {
    const { client } = await connected(() => new Response('<h1>No</h1>', { status }));
    expect(await outcome(client.answer('r1', one))).toMatchObject({ ok: false, code });
    client.close();
  });

  it('reports the time limit if the host hangs', async () => {
    const { client, errors } = await connected(() => new Promise<Response>(noop));
    const delivery = client.answer('r1', one);
    await pass(10_000);
    expect(errors.map(String)).toEqual(['Error: The server did not respond within 10000 ms.']);
    client.close();
    expect(await delivery).toMatchObject({ code: 'offline' });
    expect(errors).toHaveLength(1);
  });

  it('is sent once if the same answer is submitted several times at once', async () => {
    let answer: (response: Response) => void = noop;
    const { host, client } = await connected(() => new Promise<Response>((resolve) => (answer = resolve)));
    const all = [client.answer('r1', one), client.answer('r1', one), client.answer('r1', one)];
    await pass();
    expect(posts(host)).toHaveLength(1);
    answer(ok());
    expect(await Promise.all(all)).toEqual([{ ok: true }, { ok: true }, { ok: true }]);
    client.close();
  });

  it.each([
    [refuse(400, 'invalid', { issues: [{ code: 'a', path: 'b', message: 'c' }, 7] }), 'invalid', /does not match/],
    [refuse(401, 'unauthorized'), 'unauthorized', /Sign in/],
    [refuse(403, 'forbidden'), 'forbidden', /not allowed/],
    [refuse(405, 'method'), 'method', /could not be sent/],
    [refuse(413, 'too_large'), 'too_large', /Shorten/],
    [refuse(415, 'not_json'), 'not_json', /could not be sent/],
    [new Response('', { status: 401 }), 'unauthorized', /Sign in/],
    [new Response('<h1>413</h1>', { status: 413 }), 'too_large', /Shorten/],
    [new Response('<h1>404</h1>', { status: 404 }), 'unavailable', /could not be sent/],
    [refuse(400, 'constructor'), 'unavailable', /could not be sent/],
    [Object.defineProperty(new Response('<form>'), 'redirected', { value: true }), 'unauthorized', /Sign in/],
  ])('that is refused returns a message for the user after one attempt (%#)', async (response, code, message) => {
    const { host, client } = await connected(() => response);
    const delivery = await client.answer('r1', one);
    expect(delivery).toMatchObject({ ok: false, code, message });
    expect(delivery).toMatchObject(code === 'invalid' ? { issues: [{ code: 'a', path: 'b', message: 'c' }] } : {});
    expect(host.calls).toHaveLength(1);
    expect(shown(client)).toMatchObject({ requests: ['r1'], endings: [] });
    client.close();
  });

  it('is retried if the host’s store is unavailable', async () => {
    const { host, client } = await connected(() => refuse(503, 'unavailable'));
    expect(await outcome(client.answer('r1', one))).toMatchObject({ ok: false, code: 'unavailable' });
    expect(posts(host)).toHaveLength(3);
    client.close();
  });

  it('that is refused as orphaned is sent once more with the same key after 500 ms [R-HTTP] [R-DURABLE]', async () => {
    const { host, client } = await connected((call, nth) => {
      if (call.method !== 'POST') return Response.json({ request: wireRequest('r1', 1, 'orphaned') });
      return nth === 1 ? refuse(409, 'orphaned') : ok();
    });
    const delivery = client.answer('r1', one);
    await pass(499);
    expect(posts(host)).toHaveLength(1);
    await pass(1);
    expect(await delivery).toEqual({ ok: true });
    expect(new Set(posts(host).map(({ key }) => key)).size).toBe(1);
    client.close();
  });

  it('that is refused as orphaned again is not sent a third time [R-DURABLE]', async () => {
    const { host, client } = await connected((call) =>
      call.method === 'POST' ? refuse(409, 'orphaned') : Response.json({ request: wireRequest('r1', 1, 'orphaned') }),
    );
    expect(await outcome(client.answer('r1', one))).toMatchObject({ ok: false, code: 'orphaned' });
    expect(posts(host)).toHaveLength(2);
    expect(client.getState().requests.map(({ state }) => state)).toEqual(['orphaned']);
    client.close();
  });

  it('that waits to be sent once more is abandoned if the client is closed [R-HTTP]', async () => {
    const { host, client } = await connected(() => refuse(409, 'orphaned'));
    const delivery = client.answer('r1', one);
    await pass(100);
    client.close();
    expect(await delivery).toMatchObject({ ok: false, code: 'orphaned' });
    await pass(60_000);
    expect(posts(host)).toHaveLength(1);
  });

  it('never rejects, for any argument', async () => {
    const { client, errors } = await connected(ok);
    const round: unknown[] = [];
    round.push(round);
    expect(await client.answer('r1', round as never)).toMatchObject({ ok: false, code: 'invalid' });
    expect(await client.answer('\ud800', one)).toMatchObject({ ok: false, code: 'invalid' });
    expect(errors).toHaveLength(2);
    client.close();
    const { client: unsure } = connectTo(createScriptedHost(), {
      headers: () => {
        throw new Error('no token');
      },
    });
    expect(await outcome(unsure.answer('r1', one))).toMatchObject({ ok: false, code: 'offline' });
    unsure.close();
  });

  it('has a unique key without `crypto`, as in an insecure context', async () => {
    vi.stubGlobal('crypto', undefined);
    const { host, client } = await connected(ok);
    await client.answer('r1', one);
    await client.answer('r1', other);
    const keys = posts(host).map(({ key }) => key);
    expect(new Set(keys).size).toBe(2);
    expect(keys.join('').length).toBeGreaterThan(40);
    client.close();
  });
});
