import { describe, expect, it, onTestFinished } from 'vitest';
import type { AskUserRequest } from '../../../src/core/index.js';
import type { WireSettlement } from '../../../src/host/wire.js';
import { createAskUserBroker, createAskUserHandler } from '../../../src/host/index.js';
import { createTestBackend, makeRequest, replyTo, settleDown } from '../helpers.js';
import { byUser, events, get, listen, mount, post, read, type Handler } from './helpers.js';

const CLIENT = 'a'.repeat(32);
const KEY = `${CLIENT}.1`;
const SECRET = '4711';
const AT = '/ask/requests/r1';

/** Alice and Cy may both see `c1`. */
const user = (name: string, more: Record<string, string> = {}) => ({ 'x-user': name, ...more });
const alice = user('Ana');
const carol = user('Cy');
const from = (client: string) => ({ 'ask-user-client': client });

const secretRequest = (requestId: string): AskUserRequest => {
  const request = makeRequest(requestId, 'PIN?', 'Which database?');
  const [pin, database] = request.questions;
  return { ...request, questions: [{ ...pin!, options: [], constraints: { secret: true } }, database!] };
};

const pin = (custom: string, selected = 0) => ({
  replies: [
    { questionId: 'q1', selected: [], custom },
    { questionId: 'q2', selected: [selected] },
  ],
});

const bytes = async (response: Response) => [
  response.status,
  JSON.stringify([...response.headers]),
  await response.text(),
];

/** Creates a secret question that Alice has answered. */
async function answered(
  given: Parameters<typeof mount>[0] = {},
  request = secretRequest('r1'),
  body: object = pin(SECRET),
) {
  const mounted = mount(given);
  const before = listen(await mounted.handler(events(carol)));
  onTestFinished(() => before.leave());
  void mounted.broker.ask(request, { conversationId: 'c1' });
  await settleDown();
  const send = (sent: object, headers: Record<string, string>, key = KEY) =>
    mounted.handler(post(`${AT}/answer`, sent, { ...headers, 'idempotency-key': key }));
  expect((await send(body, alice)).status).toBe(200);
  await settleDown();
  return { ...mounted, before, send };
}

async function endingAt(handler: Handler, headers: Record<string, string>, at = AT): Promise<WireSettlement> {
  const { body } = await read(await handler(get(at, { headers })));
  return (body as { settlement: WireSettlement }).settlement;
}

describe('an idempotency key', () => {
  it('is never sent to a client by any route [R-SECRET]', async () => {
    const { handler, before } = await answered();
    const again = listen(await handler(events({ ...carol, 'last-event-id': before.said[0]!.id })));
    await settleDown();
    const lookups = await Promise.all([carol, alice].map(async (headers) => endingAt(handler, headers)));
    const heard = JSON.stringify([before.said, again.said, lookups]);
    expect(heard).toContain('answered');
    expect(heard).not.toContain(CLIENT);
    expect(heard).not.toContain(SECRET);
    await again.leave();
  });

  it('does not accept the same replies from another user [R-SECRET]', async () => {
    const { send } = await answered({}, makeRequest('r1'), { replies: replyTo(makeRequest('r1')) });
    const body = { replies: replyTo(makeRequest('r1')) };
    expect((await send(body, alice)).status).toBe(200);
    expect((await send(body, carol)).status).toBe(409);
    expect((await send(body, alice, `${CLIENT}.2`)).status).toBe(409);
  });
});

describe('a guess at a secret answer', () => {
  it.each([
    ['another user with the key', carol, KEY],
    ['the same user without the key', alice, `${'b'.repeat(32)}.1`],
    ['the same user with the key', alice, KEY],
  ])('receives the same bytes whether it is right or wrong, from %s [R-SECRET]', async (_, headers, key) => {
    const { send } = await answered();
    const right = await bytes(await send(pin(SECRET), headers, key));
    const wrong = await bytes(await send(pin('0000'), headers, key));
    expect(right).toEqual(wrong);
    expect(right[0]).toBe(headers === alice && key === KEY ? 200 : 409);
  });

  it('receives the same bytes if the host names no users [R-SECRET]', async () => {
    const authorize = () => ({ conversations: ['c1'] });
    const { send } = await answered({ authorize });
    for (const key of [KEY, `${'b'.repeat(32)}.1`]) {
      expect(await bytes(await send(pin(SECRET), {}, key))).toEqual(await bytes(await send(pin('0000'), {}, key)));
    }
  });

  it('is a different delivery if a public answer in it differs [R-SECRET]', async () => {
    const { send } = await answered();
    expect((await send(pin(SECRET, 1), alice)).status).toBe(409);
    expect((await send(pin('0000', 1), alice)).status).toBe(409);
  });
});

describe('a settlement', () => {
  it('is marked `own` for exactly the client and user that delivered it [R-SECRET] [R-FIRST]', async () => {
    const mounted = mount();
    const { handler, broker } = mounted;
    const since = broker.lastEventId();
    void broker.ask(makeRequest('r1'), { conversationId: 'c1' });
    await settleDown();
    const clients = {
      delivering: { ...alice, ...from(CLIENT) },
      'other tab': { ...alice, ...from('b'.repeat(32)) },
      'no client': alice,
      'empty client': { ...alice, ...from('') },
      'part of the client': { ...alice, ...from(CLIENT.slice(1)) },
      'whole key': { ...alice, ...from(KEY) },
      'other user': { ...carol, ...from(CLIENT) },
    };
    const streams = await Promise.all(
      Object.values(clients).map(async (headers) => listen(await handler(events(headers)))),
    );
    const headers = { ...alice, 'idempotency-key': KEY };
    expect((await handler(post(`${AT}/cancel`, {}, headers))).status).toBe(200);
    await settleDown();
    const replayed = await Promise.all(
      Object.values(clients).map(async (one) => listen(await handler(events({ ...one, 'last-event-id': since })))),
    );
    await settleDown();
    const endings = (all: typeof streams) =>
      all.map(({ said }) =>
        said.flatMap(({ name, data }) => {
          const told = name === 'settled' ? [data] : name === 'snapshot' ? data.endings : [];
          return told.map(({ own = false }) => own);
        }),
      );
    const expected = Object.keys(clients).map((name) => [name === 'delivering']);
    expect(endings(streams)).toEqual(expected);
    expect(endings(replayed)).toEqual(expected);
    const lookups = await Promise.all(Object.values(clients).map((one) => endingAt(handler, one)));
    expect(lookups.map(({ own = false }) => [own])).toEqual(expected);
    await Promise.all([...streams, ...replayed].map((one) => one.leave()));
  });

  it('is recognized by its client on another node [R-SECRET] [R-DURABLE]', async () => {
    const backend = createTestBackend();
    const node = () => {
      const broker = createAskUserBroker({ store: backend.connect() });
      return { broker, handler: createAskUserHandler(broker, { basePath: '/ask', authorize: byUser }) };
    };
    const [near, far] = [node(), node()];
    void near.broker.ask(secretRequest('r1'), { conversationId: 'c1' });
    await settleDown();
    const headers = { ...alice, ...from(CLIENT), 'idempotency-key': KEY };
    expect((await near.handler(post(`${AT}/answer`, pin(SECRET), headers))).status).toBe(200);
    expect((await far.handler(post(`${AT}/answer`, pin(SECRET), headers))).status).toBe(200);
    expect((await far.handler(post(`${AT}/answer`, pin(SECRET), { ...headers, ...carol }))).status).toBe(409);
    expect(await endingAt(far.handler, { ...alice, ...from(CLIENT) })).toMatchObject({ own: true, by: 'Ana' });
    expect(await endingAt(far.handler, { ...carol, ...from(CLIENT) })).not.toHaveProperty('own');
    await Promise.all([near.broker.close(), far.broker.close()]);
  });
});
