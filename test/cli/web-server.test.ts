import { connect } from 'node:net';
import { request as send } from 'node:http';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { askOnWeb } from '../../src/cli/web/index.js';
import { createAskUserClient } from '../../src/host/client/index.js';
import { parseRequest } from '../../src/core/index.js';
import type { FlowOptionsInput } from '../../src/core/flow/types.js';
import { openPage, redeem } from './open-page.js';

const CHOSEN = { replies: [{ questionId: 'q1', selected: [1] }] };
const SOON = { timeout: 20_000 };

/** Asks on loopback, as the command does. */
async function ask(
  flow: FlowOptionsInput = {},
  input: unknown = { question: 'Which?', options: ['a', 'b'], metadata: { secret: 1 } },
) {
  const parsed = parseRequest(input, { requestId: 'r1' });
  if (!parsed.ok) throw new Error('not a request');
  const stop = new AbortController();
  const lines: string[] = [];
  const printMessage = (line: string) => void lines.push(line);
  const result = askOnWeb(parsed.value, { flow, signal: stop.signal, printMessage, open: false });
  onTestFinished(async () => {
    stop.abort();
    await result;
  });
  /** Waits for the given number of addresses, and returns the last one. */
  const address = (count = 1) =>
    vi.waitFor(() => {
      const addresses = lines.flatMap((line) => line.match(/http:\S+/g) ?? []);
      expect(addresses.length).toBeGreaterThanOrEqual(count);
      return addresses[count - 1]!;
    }, SOON);
  const { origin } = new URL(await address());
  return { stop, result, lines, address, origin };
}

const post = (url: string, body: unknown, session?: string) =>
  fetch(url, {
    method: 'POST',
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: {
      'content-type': 'application/json',
      ...(session !== undefined && { authorization: `Bearer ${session}` }),
    },
  });

const get = (url: string, session?: string) =>
  fetch(url, { headers: session === undefined ? {} : { authorization: `Bearer ${session}` } });

async function sessionOf(address: string): Promise<string> {
  const { session } = (await (await redeem(address)).json()) as { session: string };
  return session;
}

describe('the address of --web [R-CLI]', () => {
  it('is on loopback, and its token opens one page, once', async () => {
    const { origin, address } = await ask();
    expect(origin).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    const token = new URL(await address()).hash.slice(1);
    expect(token.length).toBeGreaterThan(40);
    const session = await sessionOf(await address());
    const again = await redeem(await address());
    expect([again.status, await again.json()]).toEqual([403, { ok: false, code: 'used' }]);
    expect((await get(`${origin}/ask-user/requests`, session)).status).toBe(200);
    expect((await get(`${origin}/ask-user/requests`, token)).status).toBe(401);
  });

  it.each(['', 'x'])('is not opened by the token %j', async (token) => {
    const { origin } = await ask();
    const response = await post(`${origin}/session`, { token });
    expect([response.status, await response.json()]).toEqual([403, { ok: false, code: 'unknown' }]);
  });

  it.each([undefined, 7, null])('is not opened by %j instead of a token', async (token) => {
    const { origin } = await ask();
    expect((await post(`${origin}/session`, { token })).status).toBe(400);
  });

  it('shows and accepts nothing without a session', async () => {
    const { origin, address, result } = await ask({ allow: { decline: true } });
    const { request, client } = await openPage(await address());
    const id = `/ask-user/requests/${request.requestId}`;
    for (const path of ['/page.json', '/ask-user/events', '/ask-user/requests', id]) {
      expect((await get(origin + path)).status).toBe(401);
      expect((await get(origin + path, 'guess')).status).toBe(401);
    }
    for (const path of [`${id}/answer`, `${id}/cancel`, `${id}/decline`, '/unavailable', '/draft', '/visible']) {
      expect((await post(origin + path, CHOSEN)).status).toBe(401);
      expect((await post(origin + path, CHOSEN, 'guess')).status).toBe(401);
    }
    expect(client.getState().requests).toHaveLength(1);
    await client.cancel(request.requestId);
    expect(await result).toEqual({ status: 'cancelled' });
  });

  it.each(['/', '/session', '/ask-user/events'])(
    'accepts no other host name at %s, for no site may resolve to it',
    async (path) => {
      const { origin, address } = await ask();
      const status = await new Promise((resolve) => {
        const headers = { host: `evil.example:${new URL(origin).port}`, 'content-type': 'application/json' };
        send(origin + path, { method: path === '/session' ? 'POST' : 'GET', headers }, (response) => {
          response.resume();
          resolve(response.statusCode);
        }).end(path === '/session' ? '{}' : undefined);
      });
      expect(status).toBe(421);
      expect((await redeem(await address())).status).toBe(200);
    },
  );

  it('refuses a page of another site, even one that knows the session', async () => {
    const { origin, address } = await ask();
    const { session, request } = await openPage(await address());
    const answered = await fetch(`${origin}/ask-user/requests/${request.requestId}/answer`, {
      method: 'POST',
      body: JSON.stringify(CHOSEN),
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${session}`,
        origin: 'https://evil.example',
      },
    });
    expect(answered.status).toBe(403);
  });

  it.each(['/page.json', '/ask-user/requests'])(
    'lets no other site read %s, and runs only its own scripts',
    async (path) => {
      const { origin, address } = await ask();
      const { headers } = await get(origin + path, await sessionOf(await address()));
      expect(headers.get('access-control-allow-origin')).toBeNull();
      expect(headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(headers.get('content-security-policy')).not.toContain('unsafe');
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
      expect(headers.get('cache-control')).toBe('no-store');
    },
  );
});

describe('a page of --web [R-CLI] [R-FIRST]', () => {
  it('receives the request without fields for the agent and its host', async () => {
    const { origin, address } = await ask({ softLimit: 5, allow: { skip: true } });
    const { session, client } = await openPage(await address());
    const [pending] = client.getState().requests;
    expect(pending?.request).toEqual({
      requestId: expect.not.stringMatching(/^r1$/),
      questions: [{ id: 'q1', question: 'Which?', options: [{ label: 'a' }, { label: 'b' }], multiSelect: false }],
    });
    expect(pending?.allow).toEqual({ skip: true });
    expect(await (await get(`${origin}/page.json`, session)).json()).toEqual({ softLimit: 5, drafts: {} });
  });

  it('may send one answer, and the first one wins', async () => {
    const asked = await ask();
    const { session, request } = await openPage(await asked.address());
    const url = `${asked.origin}/ask-user/requests/${request.requestId}`;
    const answer = async (selected: number) => {
      const { status } = await post(
        `${url}/answer`,
        { replies: [{ questionId: 'q1', selected: [selected] }] },
        session,
      );
      return { status, selected };
    };
    const sent = await Promise.allSettled([0, 1, 1].map(answer));
    // After the first answer, the command ends. It may no longer respond to the others.
    const responses = sent.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
    const taken = responses.filter(({ status }) => status === 200);
    expect(taken).toHaveLength(1);
    expect(responses.every(({ status }) => status === 200 || status === 409)).toBe(true);
    const answers = [{ answer: taken[0]?.selected === 0 ? 'a' : 'b' }];
    expect(await asked.result).toMatchObject({ status: 'answered', answers });
  });

  it('may send only an answer that matches the questions', async () => {
    const asked = await ask();
    const { client, request } = await openPage(await asked.address());
    const refused = await client.answer(request.requestId, [{ questionId: 'q1', selected: [0, 1] }]);
    expect(refused).toMatchObject({ ok: false, code: 'invalid', issues: [{ path: expect.any(String) }] });
    const skipped = [{ questionId: 'q1', selected: [], skipped: true }] as const;
    expect(await client.answer(request.requestId, skipped)).toMatchObject({ ok: false, code: 'invalid' });
    expect(await client.answer(request.requestId, CHOSEN.replies)).toEqual({ ok: true });
    expect(await asked.result).toMatchObject({ status: 'answered', answers: [{ answer: 'b' }] });
  });

  const TWO = { questions: [{ question: 'Which?', options: ['a', 'b'] }, 'Why?'] };

  it('may skip questions if the command allows it [R-PARTIAL]', async () => {
    const asked = await ask({ allow: { partial: true } }, TWO);
    const { client, request } = await openPage(await asked.address());
    const skipped = { questionId: 'q2', selected: [], skipped: true } as const;
    const none = [{ ...skipped, questionId: 'q1' }, skipped];
    expect(await client.answer(request.requestId, none)).toMatchObject({ ok: false, code: 'invalid' });
    expect(await client.answer(request.requestId, [...CHOSEN.replies, skipped])).toEqual({ ok: true });
    expect(await asked.result).toMatchObject({ answers: [{ text: 'b' }, { skipped: true }] });
  });

  it('may send a decline with `discuss`, with a message and the answers so far [R-DISCUSS]', async () => {
    const asked = await ask({ allow: { discuss: true } }, TWO);
    const { client, request } = await openPage(await asked.address());
    await client.decline(request.requestId, { ...CHOSEN, discuss: true, reason: 'How many?' });
    expect(await asked.result).toEqual({
      status: 'declined',
      reason: 'How many?',
      discuss: true,
      answers: [expect.objectContaining({ questionId: 'q1', text: 'b' })],
    });
  });

  it('may report that the questions could not be shown, instead of a cancellation [R-NOPHANTOM]', async () => {
    const asked = await ask();
    const { session, client, request } = await openPage(await asked.address());
    expect(
      (await post(`${asked.origin}/unavailable`, { requestId: request.requestId, reason: 'It broke' }, session)).status,
    ).toBe(200);
    expect(await asked.result).toEqual({ status: 'unavailable', reason: 'It broke' });
    await vi.waitFor(() => expect(client.getState().settled).toHaveLength(1), SOON);
    expect(client.getState().settled[0]?.result.status).toBe('aborted');
  });

  it.each(['/session', '/draft', '/ask-user/requests/r1/answer'])(
    'may not send more than 10 MB to %s',
    async (path) => {
      const { origin, address } = await ask();
      const session = await sessionOf(await address());
      const body = JSON.stringify({ token: 'x', draft: 'x'.repeat(10_000_001) });
      const response = await post(origin + path, body, session).catch(() => undefined);
      expect(response?.status ?? 413).toBe(413);
    },
  );

  it('receives 404 for unknown paths', async () => {
    const { origin, address } = await ask();
    const session = await sessionOf(await address());
    for (const path of ['/../package.json', '/__proto__', '/constructor', '/answer', '/ask-user/constructor']) {
      expect((await get(origin + path, session)).status).toBe(404);
      expect((await post(origin + path, CHOSEN, session)).status).toBe(404);
    }
  });

  it.each([
    ['GET //[ HTTP/1.1', '127.0.0.1'],
    ['OPTIONS * HTTP/1.1', '127.0.0.1'],
    ['GET /page.json HTTP/1.1', '127.0.0.1:99999'],
  ])('is not disturbed by %j for the host %s', async (line, host) => {
    const { origin, address, lines } = await ask();
    const socket = connect(Number(new URL(origin).port), '127.0.0.1');
    socket.write(`${line}\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    let received = '';
    for await (const chunk of socket) received += String(chunk);
    expect(received).toMatch(/^HTTP\/1\.1 4/);
    expect((await redeem(await address())).status).toBe(200);
    expect(lines).toHaveLength(1);
  });
});

describe('a page of --web that is closed [R-CLI] [R-NOPHANTOM]', () => {
  it('answers nothing, and the command prints another address once no page shows the question', async () => {
    const asked = await ask();
    const first = await openPage(await asked.address());
    const second = createAskUserClient({
      url: `${asked.origin}/ask-user`,
      headers: { authorization: `Bearer ${first.session}` },
    });
    onTestFinished(() => second.close());
    second.subscribe(() => {});
    await vi.waitFor(() => expect(second.getState().requests).toHaveLength(1), SOON);
    first.client.close();
    second.close();
    await openPage(await asked.address(2));
    expect(asked.lines).toEqual([
      expect.stringMatching(/^Answer in your browser: http:/),
      expect.stringMatching(/^The page was closed without an answer. Open it again: http:/),
    ]);
  });

  it('is replaced, even if it was closed before it showed the question', async () => {
    const asked = await ask();
    await redeem(await asked.address());
    await openPage(await asked.address(2));
  });

  it('leaves its drafts for the next page, within bounds', async () => {
    const asked = await ask();
    const { session, client } = await openPage(await asked.address());
    expect((await post(`${asked.origin}/draft`, { key: 'k', draft: 'typed' }, session)).status).toBe(200);
    expect((await post(`${asked.origin}/draft`, { key: 'other', draft: 'x'.repeat(999_995) }, session)).status).toBe(
      413,
    );
    expect((await post(`${asked.origin}/draft`, { key: 'k', draft: 7 }, session)).status).toBe(400);
    client.close();
    const next = await asked.address(2);
    const settings = await get(`${asked.origin}/page.json`, await sessionOf(next));
    expect(await settings.json()).toEqual({ drafts: { k: 'typed' } });
  });

  it('differs from one that is open, which receives the result', async () => {
    const asked = await ask();
    const { client } = await openPage(await asked.address());
    asked.stop.abort();
    expect(await asked.result).toEqual({ status: 'aborted' });
    await vi.waitFor(() => expect(client.getState().settled).toHaveLength(1), SOON);
    expect(client.getState().settled[0]).toMatchObject({ result: { status: 'aborted' }, isLocal: false });
  });
});
