// One node of a host in a separate process. nodes.ts bundles and starts it, and sends its commands over the channel.
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Redis } from 'ioredis';
import pg from 'pg';
import { createTestServer } from '../helpers/http-server.js';
import { createAskUserBroker, createAskUserHandler } from '../../src/host/index.js';
import type { AskUserRequest } from '../../src/core/index.js';
import type { BrokerEvent } from '../../src/host/broker/types.js';
import { createPostgresStore } from '../../src/host/store/postgres/index.js';
import { createRedisStore } from '../../src/host/store/redis/index.js';
import { toNodeListener } from '../../src/host/node/index.js';
import type { Behavior, Call, NodeOptions, Said } from './nodes.js';

const { database, skewMs, leaseMs } = JSON.parse(process.argv[2] ?? '') as NodeOptions;
const say = (said: Said) => process.connected && process.send!(said);

const store =
  database.engine === 'postgres'
    ? createPostgresStore({ pool: new pg.Pool(database.connection), timeoutMs: 2_000 })
    : createRedisStore({
        redis: listened(new Redis({ ...database.connection, retryStrategy: () => 100 })),
        timeoutMs: 2_000,
      });

function listened(redis: Redis): Redis {
  return redis.on('error', () => undefined);
}

const broker = createAskUserBroker({
  store,
  leaseMs,
  now: () => Date.now() + skewMs,
  onError: (error) => say({ problem: String(error) }),
});
broker.subscribe((event) => say({ event: line(event) }));

const line = (event: BrokerEvent): string =>
  event.type === 'unreached'
    ? `${event.request.request.requestId} unreached`
    : event.type === 'settled'
      ? `${event.request.request.requestId} ${event.settlement.result.status}${event.settlement.by ? ` by ${event.settlement.by}` : ''}`
      : [
          event.request.request.requestId,
          event.type,
          ...(event.type === 'asked_back' ? event.exchanges.map(({ status }) => status) : []),
        ].join(' ');

/** Authorizes every client for the values of its URL: `?conversation=c1&user=Ana`. */
async function serve(): Promise<string> {
  const handler = createAskUserHandler(broker, {
    authorize({ url }) {
      const { searchParams } = new URL(url);
      return { conversations: searchParams.getAll('conversation'), user: searchParams.get('user') ?? 'nobody' };
    },
    onError: (error) => say({ problem: String(error) }),
  });
  const server = createTestServer(toNodeListener(handler)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function register(name: string, behavior: Behavior): void {
  broker.registerCallback(
    name,
    async ({ request, settlement }, { attempt }) => {
      say({ delivered: `${request.requestId} ${settlement.result.status} #${attempt}` });
      if (behavior === 'fail') throw new Error('No route\0 to the agent.');
      if (behavior === 'hang') await new Promise(() => undefined);
    },
    { attempts: 3, delayMs: () => 50, leaseMs: 500 },
  );
}

async function run({ method, args }: Call): Promise<unknown> {
  if (method === 'serve') return serve();
  if (method === 'askReplying') {
    const [request, conversationId, reply] = args as [AskUserRequest, string, string | undefined];
    return broker.ask(request, { conversationId, onAskBack: () => reply ?? new Promise(() => undefined) });
  }
  if (method === 'registerCallback') return register(...(args as [string, Behavior]));
  return (broker[method] as (...given: readonly unknown[]) => Promise<unknown>)(...args);
}

process.on('message', (call: Call) => {
  run(call).then(
    (value) => say({ id: call.id, value }),
    (error: Error & { code?: unknown }) => say({ id: call.id, error: `${String(error.code)}: ${error.message}` }),
  );
});
process.on('disconnect', () => process.exit());
say({ ready: true });
