import { request as send } from 'node:http';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { AskUserResult } from '../../src/core/answer/types.js';
import { parseRequest } from '../../src/core/index.js';
import { serveQuestion, type QuestionServer } from '../../src/cli/web/server.js';

const CHOSEN = { replies: [{ questionId: 'q1', selected: [1] }] };

let open: QuestionServer | undefined;
afterEach(async () => {
  open?.settle({ status: 'aborted' });
  await open?.close();
  open = undefined;
});

/** Serves a question on loopback, as the command does. */
async function serve(flow = {}, input: unknown = { question: 'Which?', options: ['a', 'b'], metadata: { secret: 1 } }) {
  const parsed = parseRequest(input, { requestId: 'r1' });
  if (!parsed.ok) throw new Error('not a request');
  const settled = vi.fn<(result: AskUserResult) => void>();
  const opened = vi.fn<() => void>();
  const left = vi.fn<() => void>();
  open = await serveQuestion(parsed.value, flow, { settled, opened, left });
  const address = new URL(open.address());
  return { server: open, settled, opened, left, origin: address.origin, token: address.hash.slice(1) };
}

const post = (origin: string, path: string, body: unknown, session?: string) =>
  fetch(origin + path, {
    method: 'POST',
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: session === undefined ? {} : { authorization: `Bearer ${session}` },
  });

async function session(origin: string, token: string): Promise<string> {
  const response = await post(origin, '/session', { token });
  expect(response.status).toBe(200);
  return ((await response.json()) as { session: string }).session;
}

const get = (url: string, key?: string) =>
  fetch(url, { headers: key === undefined ? {} : { authorization: `Bearer ${key}` } });

describe('the address of --web [R-CLI]', () => {
  it('is on loopback, and its token opens one page, once', async () => {
    const { origin, token, opened } = await serve();
    expect(origin).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(token.length).toBeGreaterThan(40);
    const key = await session(origin, token);
    const again = await post(origin, '/session', { token });
    expect([again.status, await again.json()]).toEqual([403, { ok: false, code: 'used' }]);
    expect(opened).toHaveBeenCalledTimes(1);
    expect((await get(`${origin}/question`, key)).status).toBe(200);
    expect((await get(`${origin}/question`, token)).status).toBe(401);
  });

  it.each(['', 'x', undefined, 7, null])('is not opened by the token %j', async (token) => {
    const { origin } = await serve();
    const response = await post(origin, '/session', { token });
    expect([response.status, await response.json()]).toEqual([403, { ok: false, code: 'unknown' }]);
  });

  it('shows and accepts nothing without a session', async () => {
    const { origin, settled } = await serve({ allow: { decline: true } });
    for (const path of ['/question', '/watch']) expect((await get(origin + path)).status).toBe(401);
    for (const path of ['/answer', '/cancel', '/decline', '/unavailable', '/draft']) {
      expect((await post(origin, path, CHOSEN)).status).toBe(401);
      expect((await post(origin, path, CHOSEN, 'guess')).status).toBe(401);
    }
    expect(settled).not.toHaveBeenCalled();
  });

  it('accepts no other host name, so that no site can resolve to it', async () => {
    const { origin, token } = await serve();
    const status = await new Promise((resolve) => {
      const headers = { host: 'evil.example', 'content-type': 'application/json' };
      send(`${origin}/session`, { method: 'POST', headers }, (response) => {
        response.resume();
        resolve(response.statusCode);
      }).end(JSON.stringify({ token }));
    });
    expect(status).toBe(421);
    expect((await post(origin, '/session', { token })).status).toBe(200);
  });

  it('cannot be read by other sites, and runs only its own scripts', async () => {
    const { origin, token } = await serve();
    const { headers } = await get(`${origin}/question`, await session(origin, token));
    expect(headers.get('access-control-allow-origin')).toBeNull();
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(headers.get('content-security-policy')).not.toContain('unsafe');
    expect(headers.get('cache-control')).toBe('no-store');
  });
});

describe('a page of --web [R-CLI] [R-FIRST]', () => {
  it('receives the request without fields for the agent and its host', async () => {
    const { origin, token } = await serve({ softLimit: 5 });
    const question: unknown = await (await get(`${origin}/question`, await session(origin, token))).json();
    expect(question).toEqual({
      flow: { softLimit: 5 },
      request: {
        requestId: 'r1',
        questions: [{ id: 'q1', question: 'Which?', options: [{ label: 'a' }, { label: 'b' }], multiSelect: false }],
      },
    });
  });

  it('may send one answer, and the first one wins', async () => {
    const { origin, token, settled } = await serve();
    const key = await session(origin, token);
    const sent = await Promise.all([CHOSEN, CHOSEN, CHOSEN].map((body) => post(origin, '/answer', body, key)));
    expect(sent.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    expect(settled).toHaveBeenCalledTimes(1);
    expect(settled.mock.calls[0]?.[0]).toMatchObject({ status: 'answered', answers: [{ answer: 'b' }] });
    expect((await post(origin, '/cancel', {}, key)).status).toBe(409);
  });

  it.each([
    ['not JSON', '{'],
    ['an empty object', {}],
    ['a label instead of an index', { replies: [{ questionId: 'q1', selected: ['b'] }] }],
    ['an unknown option', { replies: [{ questionId: 'q1', selected: [2] }] }],
    ['two options', { replies: [{ questionId: 'q1', selected: [0, 1] }] }],
    ['no option', { replies: [{ questionId: 'q1', selected: [] }] }],
    ['another question', { replies: [{ questionId: 'q2', selected: [0] }] }],
    ['a skip that is not allowed', { replies: [{ questionId: 'q1', selected: [], skipped: true }] }],
  ])('is refused with issues for %s', async (_, body) => {
    const { origin, token, settled } = await serve();
    const key = await session(origin, token);
    const response = await post(origin, '/answer', body, key);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      ok: false,
      code: 'invalid',
      issues: expect.arrayContaining([expect.objectContaining({ code: expect.any(String) })]),
    });
    expect(settled).not.toHaveBeenCalled();
    expect((await post(origin, '/answer', CHOSEN, key)).status).toBe(200);
  });

  it('may send a skip, a decline or a cancellation if these are offered', async () => {
    const skipping = await serve({ allow: { skip: true } });
    const skip = { replies: [{ questionId: 'q1', selected: [], skipped: true }] };
    await post(skipping.origin, '/answer', skip, await session(skipping.origin, skipping.token));
    expect(skipping.settled.mock.calls[0]?.[0]).toMatchObject({ answers: [{ skipped: true }] });

    const firm = await serve();
    const key = await session(firm.origin, firm.token);
    expect((await post(firm.origin, '/decline', {}, key)).status).toBe(400);
    expect((await post(firm.origin, '/cancel', {}, key)).status).toBe(200);
    expect(firm.settled.mock.calls[0]?.[0]).toEqual({ status: 'cancelled' });

    const open = await serve({ allow: { decline: true } });
    await post(open.origin, '/decline', {}, await session(open.origin, open.token));
    expect(open.settled.mock.calls[0]?.[0]).toEqual({ status: 'declined' });
  });

  it('may report that the questions could not be shown, instead of a cancellation [R-NOPHANTOM]', async () => {
    const { origin, token, settled } = await serve();
    expect((await post(origin, '/unavailable', { reason: 'It broke' }, await session(origin, token))).status).toBe(200);
    expect(settled.mock.calls[0]?.[0]).toEqual({ status: 'unavailable', reason: 'It broke' });
  });

  const TWO = { questions: [{ question: 'Which?', options: ['a', 'b'] }, 'Why?'] };

  it('may send some answers and skip the others if the command allows it [R-PARTIAL]', async () => {
    const some = { replies: [...CHOSEN.replies, { questionId: 'q2', selected: [], skipped: true }] };
    const none = { replies: ['q1', 'q2'].map((questionId) => ({ questionId, selected: [], skipped: true })) };
    const { origin, token, settled } = await serve({ allow: { partial: true } }, TWO);
    const key = await session(origin, token);
    expect((await post(origin, '/answer', none, key)).status).toBe(400);
    expect((await post(origin, '/answer', some, key)).status).toBe(200);
    expect(settled.mock.calls[0]?.[0]).toMatchObject({ answers: [{ text: 'b' }, { skipped: true }] });
  });

  it('may send a decline with `discuss`, with a message and the answers so far [R-DISCUSS]', async () => {
    const { origin, token, settled } = await serve({ allow: { discuss: true } }, TWO);
    const key = await session(origin, token);
    expect((await post(origin, '/decline', { ...CHOSEN, discuss: true, reason: 'How many?' }, key)).status).toBe(200);
    expect(settled.mock.calls[0]?.[0]).toEqual({
      status: 'declined',
      reason: 'How many?',
      discuss: true,
      answers: [expect.objectContaining({ questionId: 'q1', text: 'b' })],
    });
  });

  it.each<[string, object, object]>([
    ['the command does not offer to discuss', { allow: { decline: true } }, { ...CHOSEN, discuss: true }],
    [
      'an answer so far is invalid',
      { allow: { discuss: true } },
      { discuss: true, replies: [{ questionId: 'q1', selected: [9] }] },
    ],
    ['the command offers to discuss but not to decline', { allow: { discuss: true } }, CHOSEN],
    ['the command offers neither', {}, CHOSEN],
  ])('is refused, and its decline is never read as an answer, if %s [R-NOPHANTOM]', async (_, flow, body) => {
    const { origin, token, settled } = await serve(flow);
    const response = await post(origin, '/decline', body, await session(origin, token));
    expect([response.status, await response.json()]).toMatchObject([400, { ok: false, code: 'invalid' }]);
    expect(settled).not.toHaveBeenCalled();
  });

  it('may not send more than 10 MB', async () => {
    const { origin, token, settled } = await serve();
    const key = await session(origin, token);
    const response = await post(origin, '/answer', 'x'.repeat(10_000_001), key).catch(() => undefined);
    expect(response?.status ?? 413).toBe(413);
    expect(settled).not.toHaveBeenCalled();
  });

  it('receives 404 for unknown paths', async () => {
    const { origin, token } = await serve();
    const key = await session(origin, token);
    for (const path of ['/../package.json', '/__proto__', '/constructor', '/answer/1']) {
      expect((await get(origin + path, key)).status).toBe(404);
      expect((await post(origin, path, CHOSEN, key)).status).toBe(404);
    }
  });
});

describe('a page of --web that is closed [R-CLI] [R-NOPHANTOM]', () => {
  it('answers nothing, and the command is notified once no page shows the question', async () => {
    const { origin, token, left, settled, server } = await serve();
    const key = await session(origin, token);
    const watching = new AbortController();
    await fetch(`${origin}/watch`, { headers: { authorization: `Bearer ${key}` }, signal: watching.signal });
    watching.abort();
    await vi.waitFor(() => expect(left).toHaveBeenCalledTimes(1), { timeout: 10_000 });
    expect(settled).not.toHaveBeenCalled();
    await session(origin, new URL(server.address()).hash.slice(1));
  });

  it('leaves its drafts for the next page, within bounds', async () => {
    const { origin, token, server } = await serve();
    const key = await session(origin, token);
    expect((await post(origin, '/draft', { draft: 'typed' }, key)).status).toBe(200);
    expect((await post(origin, '/draft', { draft: 'x'.repeat(1_000_001) }, key)).status).toBe(413);
    expect((await post(origin, '/draft', { draft: 7 }, key)).status).toBe(400);
    const next = await session(origin, new URL(server.address()).hash.slice(1));
    expect(await (await get(`${origin}/question`, next)).json()).toMatchObject({ draft: 'typed' });
  });

  it('differs from one that is open, which receives the result', async () => {
    const { origin, token, server } = await serve();
    const key = await session(origin, token);
    const watched = get(`${origin}/watch`, key).then((response) => response.text());
    const late = await get(`${origin}/watch`, key);
    server.settle({ status: 'aborted' });
    expect(await watched).toBe('{"status":"aborted"}\n');
    expect(await late.text()).toBe('{"status":"aborted"}\n');
    expect(await (await get(`${origin}/watch`, key)).text()).toBe('{"status":"aborted"}\n');
  });
});
