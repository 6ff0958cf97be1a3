import { describe, expect, it } from 'vitest';
import { createAskUserClient } from '../../src/host/client/index.js';
import { createAskUserBroker, createAskUserHandler, createWebhook } from '../../src/host/index.js';
import { createMemoryStore, takeTurn } from '../../src/host/store.js';
import { createPostgresStore } from '../../src/host/store/postgres/index.js';
import { createRedisStore } from '../../src/host/store/redis/index.js';
import { makeRequest, startBroker } from './helpers.js';

/** Options as a JavaScript caller passes them, without types. */
type Untyped = (options: object) => unknown;

const SECRET = `whsec_${'A'.repeat(32)}`;
const CENTURY = 3_155_760_000_000;
const TIMER = 2_147_483_647;
const method = () => undefined;
const redis = { eval: method, duplicate: method, on: method };
const pool = { connect: method, on: method };
const { broker } = startBroker();

const makeBroker = createAskUserBroker as Untyped;
const makeHandler: Untyped = (options) =>
  createAskUserHandler(broker, { authorize: () => null, ...options } as Parameters<typeof createAskUserHandler>[1]);
const makeWebhook: Untyped = (options) =>
  createWebhook({ url: 'https://agent.example', secret: SECRET, ...options } as Parameters<typeof createWebhook>[0]);
const makeRedis: Untyped = (options) => createRedisStore({ redis, ...options } as never);
const makePostgres: Untyped = (options) => createPostgresStore({ pool, ...options } as never);

describe('a duration [R-DURABLE]', () => {
  const durations: [string, string, Untyped, number][] = [
    ['createRedisStore', 'keepMs', makeRedis, CENTURY],
    ['createRedisStore', 'timeoutMs', makeRedis, TIMER],
    ['createPostgresStore', 'keepSettledMs', makePostgres, CENTURY],
    ['createPostgresStore', 'keepOrphanedMs', makePostgres, CENTURY],
    ['createPostgresStore', 'timeoutMs', makePostgres, TIMER],
    ['createWebhook', 'timeoutMs', makeWebhook, TIMER],
    ['createAskUserBroker', 'leaseMs', makeBroker, CENTURY],
  ];
  it.each(durations)('of %s is refused unless it is a positive number: `%s`', (_, name, make, most) => {
    for (const ms of [0, -1, NaN, Infinity, 1e300, most + 1, '5', null, 5n]) {
      expect(() => make({ [name]: ms })).toThrow(RangeError);
      expect(() => make({ [name]: ms })).toThrow(
        `\`${name}\` is ${ms}. Pass a positive number of milliseconds (at most ${most})`,
      );
    }
    expect(() => make({ [name]: most })).not.toThrow();
  });

  it('of `takeTurn` is named in the error', async () => {
    const store = createMemoryStore();
    for (const leaseMs of [0, TIMER + 1]) {
      const call = takeTurn(store, { key: 'k', leaseMs });
      await expect(call).rejects.toThrow(`\`leaseMs\` is ${leaseMs}. Pass a positive number`);
    }
  });

  it('of `registerCallback` is refused if a timer cannot wait for it', () => {
    const register = () => broker.registerCallback('a', method, { leaseMs: TIMER + 1 });
    expect(register).toThrow(`\`leaseMs\` is ${TIMER + 1}. Pass a positive number`);
  });
});

describe('a key of `takeTurn` [R-CONTINUE]', () => {
  it.each([undefined, null, '', 5])('must be a non-empty string: %j', async (key) => {
    const call = takeTurn(createMemoryStore(), { key: key as string });
    await expect(call).rejects.toThrow(new TypeError(`\`key\` is ${JSON.stringify(key)}. Pass a non-empty string.`));
  });
});

describe('a wrong option [R-PAUSE]', () => {
  const wrong: [string, Untyped, object, string][] = [
    ['broker', makeBroker, { whenUnattended: 'never' }, '`whenUnattended` is "never". Pass "wait" or "unavailable"'],
    ['broker', makeBroker, { store: {} }, '`store` has no method `insert`. Pass a store'],
    ['broker', makeBroker, { onUnattended: 'mail' }, '`onUnattended` is "mail". Pass a function'],
    ['broker', makeBroker, { onError: null }, '`onError` is null. Pass a function'],
    ['broker', makeBroker, { now: 5 }, '`now` is 5. Pass a function'],
    ['broker', makeBroker, { nextId: Object.create(null) as object }, 'Pass a function'],
    ['handler', makeHandler, { basePath: 5 }, '`basePath` is 5. Pass a path'],
    [
      'handler',
      makeHandler,
      { basePath: 'https://a.example/ask' },
      '`basePath` is "https://a.example/ask". Pass a path',
    ],
    ['handler', makeHandler, { basePath: '/ask?a=1' }, '`basePath` is "/ask?a=1". Pass a path'],
    ['handler', makeHandler, { signal: new AbortController() }, '`signal` has no method `addEventListener`. Pass the'],
    ['handler', makeHandler, { onError: 5 }, '`onError` is 5. Pass a function'],
    ['webhook', makeWebhook, { secret: undefined }, 'createWebhook: `secret` is invalid.'],
    ['webhook', makeWebhook, { secret: [undefined] }, 'createWebhook: `secret` is invalid.'],
    ['webhook', makeWebhook, { secret: 5 }, 'createWebhook: `secret` is invalid.'],
    ['webhook', makeWebhook, { url: 5 }, 'createWebhook: `url` is invalid. Pass a URL'],
    ['webhook', makeWebhook, { headers: { 'x y': '1' } }, 'createWebhook: `headers` is invalid.'],
    ['webhook', makeWebhook, { headers: { auth: 'a\nb' } }, 'createWebhook: `headers` is invalid.'],
    ['webhook', makeWebhook, { fetch: 5 }, '`fetch` is 5. Pass a function'],
    ...['Webhook-Id', 'webhook-timestamp', 'WEBHOOK-SIGNATURE', 'content-type'].map(
      (name): [string, Untyped, object, string] => [
        'webhook',
        makeWebhook,
        { headers: { [name]: '1' } },
        `createWebhook: \`headers\` contains "${name.toLowerCase()}", which the webhook sets.`,
      ],
    ),
    ['Redis store', makeRedis, { redis: undefined }, '`redis` has no method `eval`. Pass a client of ioredis'],
    ['Redis store', makeRedis, { redis: { eval: method } }, '`redis` has no method `duplicate`'],
    ['PostgreSQL store', makePostgres, { pool: undefined }, '`pool` has no method `connect`. Pass a `Pool` of pg'],
    ['PostgreSQL store', makePostgres, { pool: 'postgres://a' }, '`pool` has no method `connect`'],
    ['PostgreSQL store', makePostgres, { listenPool: {} }, '`listenPool` has no method `connect`'],
    ['client', createAskUserClient as Untyped, { url: '/a', conversationId: '\ud800' }, '`conversationId` is invalid'],
    ['client', createAskUserClient as Untyped, { url: '/a', conversationId: 5 }, '`conversationId` is invalid'],
  ];
  it.each(wrong)('of the %s throws a TypeError that names it (%#)', (_, make, options, message) => {
    expect(() => make(options)).toThrow(TypeError);
    expect(() => make(options)).toThrow(message);
  });

  it('of the webhook does not show the password of a URL', () => {
    const make = () => makeWebhook({ url: 'https://me:hush@agent.example/' });
    expect(make).toThrow(TypeError);
    expect(make).toThrow(/^createWebhook: `url` contains a user name or password\. Pass them in `headers`/);
    expect(make).not.toThrow(/hush/);
  });

  it.each(['https://me:hush@agent example/', '//me:hush@agent.example/', 'ftp://agent.example/?key=hush'])(
    'of the webhook does not show the invalid URL %j',
    (url) => {
      const make = () => makeWebhook({ url });
      expect(make).toThrow('createWebhook: `url` is invalid. Pass a URL that starts with https: or http:.');
      expect(make).not.toThrow(/hush/);
    },
  );

  it.each([null, undefined, {}])('of the handler includes %j as its broker', (none) => {
    expect(() => createAskUserHandler(none as never, { authorize: () => null })).toThrow(
      /^`broker` has no method `subscribe`\. Pass a broker/,
    );
  });

  it('of `subscribe` is a listener that is not a function', () => {
    expect(() => broker.subscribe(undefined as never)).toThrow(
      new TypeError('`listener` is undefined. Pass a function.'),
    );
  });

  it('of `ask` is a signal that is an AbortController; the next `ask` is not affected', async () => {
    const here = startBroker();
    const signal = new AbortController() as unknown as AbortSignal;
    const options = { conversationId: 'c1' };
    await expect(here.broker.ask(makeRequest('r1'), { ...options, signal })).rejects.toThrow(
      '`signal` has no method `addEventListener`. Pass the `signal` of an AbortController.',
    );
    const result = here.broker.ask(makeRequest('r1'), options);
    await expect.poll(() => here.broker.pending()).toHaveLength(1);
    await here.broker.cancel('r1');
    expect(await result).toEqual({ status: 'cancelled' });
  });
});

describe('an error handler that fails [R-HTTP]', () => {
  const fails: [string, () => unknown][] = [
    [
      'throws',
      () => {
        throw new Error('The handler failed, too.');
      },
    ],
    ['rejects', () => Promise.reject(new Error('The handler failed, too.'))],
  ];
  it.each(fails)('does not break the HTTP handler if it %s', async (_, onError) => {
    const handler = makeHandler({ authorize: () => Promise.reject(new Error('No route.')), onError });
    const response = await (handler as (request: Request) => Promise<Response>)(new Request('http://a/requests'));
    expect(response.status).toBe(503);
  });

  it.each(fails)('does not break the client if it %s, as its listener does', async (_, onError) => {
    const fetch = () => Promise.reject(new Error('Offline.'));
    const client = createAskUserClient({ url: '/a', fetch, onError: onError as () => void });
    const seen: string[] = [];
    client.subscribe(onError as () => void);
    client.subscribe(() => seen.push(client.getState().connection));
    await expect.poll(() => seen).toEqual(['offline']);
    client.close();
    expect(seen).toEqual(['offline', 'closed']);
  });
});
