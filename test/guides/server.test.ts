import { expect, it } from 'vitest';
import { handler, openSession, runTool } from './server.js';

const URL = 'http://localhost/ask-user/requests';
const page = (headers: Record<string, string> = {}) => new Request('http://localhost/', { headers });

/** A browser with its own cookies. */
function browser(jar = '') {
  const send = (path: string, init: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> } = {}) =>
    handler(new Request(URL + path, { ...init, headers: { ...init.headers, cookie: jar } }));
  return {
    open: () => {
      const { conversations, cookie } = openSession(page({ cookie: jar }));
      jar = `theme=dark; ${cookie.split(';')[0]}`;
      return { conversationId: conversations[0]!, cookie };
    },
    jar: () => jar,
    pending: async (): Promise<number | string[]> => {
      const response = await send('');
      if (!response.ok) return response.status;
      const { requests } = (await response.json()) as { requests: { request: { requestId: string } }[] };
      return requests.map(({ request }) => request.requestId);
    },
    answer: async (requestId: string) => {
      const body = JSON.stringify({ replies: [{ questionId: 'q', selected: [], custom: 'orders' }] });
      const headers = { 'content-type': 'application/json' };
      return (await send(`/${encodeURIComponent(requestId)}/answer`, { method: 'POST', headers, body })).status;
    },
  };
}

it('lets a browser see and answer only the questions of its session [R-AUTH]', async () => {
  const [ana, ben] = [browser(), browser()];
  const { conversationId, cookie } = ana.open();
  expect(cookie).toMatch(/^session=[\w-]{36}; .*HttpOnly; Secure; SameSite=Lax$/);
  const call = { id: 'call_1', input: { questions: [{ id: 'q', question: 'Which name?' }] } };
  const { signal } = new AbortController();
  const text = runTool(call, { conversationId, index: 1, signal });
  const requestId = `${conversationId}/1/call_1`;
  await expect.poll(() => ana.pending()).toEqual([requestId]);

  expect(await browser().pending()).toBe(401);
  // A browser that knows the conversation can name it in no way.
  for (const name of ['session', 'conversation', 'conversationId', 'user'])
    expect(await browser(`${name}=${conversationId}`).pending()).toBe(401);
  expect(await browser(`${ana.jar()}x`).pending()).toBe(401);
  ben.open();
  expect([await ben.pending(), await ben.answer(requestId)]).toEqual([[], 404]);
  const liar = browser(`conversation=${conversationId}; ${ben.jar()}`);
  expect([await liar.pending(), await liar.answer(requestId)]).toEqual([[], 404]);

  expect(await ana.answer(requestId)).toBe(200);
  expect(await text).toContain('orders');
});

it('keeps the session of a reload, and never takes a session id that a client made [R-AUTH]', () => {
  const ana = browser();
  const { conversationId } = ana.open();
  expect(ana.open().conversationId).toBe(conversationId);
  const planted = browser('session=planted');
  expect(planted.open().cookie).not.toContain('planted');
});
