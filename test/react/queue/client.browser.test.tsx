import { expect, test } from 'vitest';
import { createAskUserClient } from '../../../src/host/client/index.js';
import { createAskUserBroker, createAskUserHandler } from '../../../src/host/index.js';
import { makeRequest, replyTo } from '../../host/helpers.js';

test('the client in a browser accepts a relative URL, reads streams, and reconnects with the network [R-HTTP]', async () => {
  const broker = createAskUserBroker();
  const handler = createAskUserHandler(broker, {
    basePath: '/ask-user',
    authorize: () => ({ conversations: ['c1'], user: 'Ana' }),
  });
  const asked: string[] = [];
  const client = createAskUserClient({
    url: '/ask-user/',
    fetch: (url, init) => {
      asked.push(url);
      return handler(new Request(url, init));
    },
  });
  const ids = () => client.getState().requests.map(({ request }) => request.requestId);
  const leave = client.subscribe(() => {});
  const request = makeRequest('r1', 'Größe? 👩‍👩‍👧');
  const result = broker.ask(request, { conversationId: 'c1' });
  await expect.poll(ids).toEqual(['r1']);
  expect(asked).toEqual(['/ask-user/events']);

  window.dispatchEvent(new Event('online'));
  await expect.poll(() => asked).toEqual(['/ask-user/events', '/ask-user/events']);
  expect(client.getState().connection).toBe('online');
  expect(await client.answer('r1', replyTo(request))).toEqual({ ok: true });
  expect(await result).toMatchObject({ status: 'answered', answers: [{ answer: 'SQLite' }] });
  await expect.poll(() => client.getState().settled).toMatchObject([{ by: 'Ana', isLocal: true }]);

  leave();
  client.close();
  window.dispatchEvent(new Event('online'));
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  expect(asked.filter((url) => url.endsWith('/events'))).toHaveLength(2);
  await broker.close();
});

test('the client in a browser reconnects at once when the page becomes visible [R-HTTP]', async () => {
  let attempts = 0;
  const client = createAskUserClient({
    url: '/ask-user',
    fetch: () => {
      attempts += 1;
      return Promise.resolve(new Response(null, { status: 401 }));
    },
  });
  client.subscribe(() => {});
  await expect.poll(() => client.getState().connection).toBe('unauthorized');
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  await expect.poll(() => attempts).toBe(2);
  client.close();
});
