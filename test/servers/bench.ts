// Measures the cost of pending requests: each store at three sizes, with a broker that waits for all of them.
// scripts/weekly/host-costs.mjs bundles and runs this file, which prints its figures as JSON.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Redis } from 'ioredis';
import pg from 'pg';
import { createAskUserBroker, type AskUserBroker } from '../../src/host/index.js';
import { createMemoryStore, type RequestStore } from '../../src/host/store.js';
import { createPostgresStore } from '../../src/host/store/postgres/index.js';
import { createRedisStore } from '../../src/host/store/redis/index.js';
import { createPostgres, createRedis, postgresAt, redisAt } from './databases.js';

/** Durations in milliseconds, for one store with `pending` requests. */
export interface HostFigures {
  readonly store: string;
  readonly pending: number;
  /** Time of `pending` for one conversation. */
  readonly snapshot: number;
  /** Time from `ask` until a broker on another connection has published it. */
  readonly notice: number;
  /** Time from the answer until `ask` resolves. */
  readonly answer: number;
  /** Longest of the calls that are made without a pause during heartbeats and reconciliations. */
  readonly longest: number;
  /** Longest delay of the event loop in that time. */
  readonly blocked: number;
}

const SIZES = process.argv.slice(2).map(Number);
const PER_CONVERSATION = 20;
const ROUNDS = 100;
const BEAT_MS = 3_000;
/** Three heartbeats from any moment. The broker reconciles in one of them. */
const WATCH_MS = 3.5 * BEAT_MS;
const TOGETHER = 100;

const requestOf = (requestId: string) => ({
  requestId,
  questions: [
    {
      id: 'q1',
      question: 'Which database should the service use?',
      header: 'Database',
      type: 'choice' as const,
      multiSelect: false,
      allowOther: true,
      options: [
        { label: 'PostgreSQL', description: 'A server, with transactions' },
        { label: 'SQLite', description: 'A file beside the service' },
      ],
    },
  ],
});
const REPLIES = [{ questionId: 'q1', selected: [1] }];

const median = (all: readonly number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)]!;

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Asks one question through two brokers. Returns when the second has published it, and when its answer is back. */
async function roundTrip(near: AskUserBroker, far: AskUserBroker, requestId: string) {
  let stop = () => {};
  const heard = new Promise<void>((resolve) => {
    stop = far.subscribe((event) => event.type === 'awaiting_user_response' && resolve(), {
      conversationId: requestId,
    });
  });
  const start = performance.now();
  const result = near.ask(requestOf(requestId), { conversationId: requestId });
  await heard;
  const told = performance.now();
  stop();
  const outcome = await far.answer(requestId, REPLIES);
  const { status } = await result;
  if (!outcome.ok || status !== 'answered') throw new Error(`${requestId}: ${JSON.stringify(outcome)}, ${status}`);
  return { notice: told - start, answer: performance.now() - told };
}

async function measure(store: string, pending: number, connect: () => RequestStore): Promise<HostFigures> {
  const [nearStore, farStore] = [connect(), connect()];
  const onError = (error: unknown) => console.error(error);
  const near = createAskUserBroker({ store: nearStore, leaseMs: 3 * BEAT_MS, onError });
  const far = createAskUserBroker({ store: farStore, leaseMs: 3 * BEAT_MS, onError });
  const waiting: Promise<unknown>[] = [];
  for (let i = 0; i < pending; i += TOGETHER) {
    for (let j = i; j < i + TOGETHER; j++) {
      const conversationId = `c${Math.floor(j / PER_CONVERSATION)}`;
      waiting.push(near.ask(requestOf(`r${j}`), { conversationId }).catch(() => undefined));
    }
    // Open the requests in groups. All at once would exceed the time limit of the store's calls.
    while ((await farStore.get('request', [`r${i + TOGETHER - 1}`])).records.length === 0)
      await new Promise((resolve) => setTimeout(resolve, 1));
  }

  const snapshots: number[] = [];
  const trips: { notice: number; answer: number }[] = [];
  for (let i = 0; i < ROUNDS; i++) {
    snapshots.push(await timed(() => far.pending(`c${(i * 7) % (pending / PER_CONVERSATION)}`)));
    trips.push(await roundTrip(near, far, `trip${i}`));
  }

  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  let longest = 0;
  const end = performance.now() + WATCH_MS;
  for (let i = 0; performance.now() < end; i++) {
    longest = Math.max(longest, await timed(() => farStore.get('request', [`r${i % pending}`])));
    // Let pending work finish first.
    await new Promise((resolve) => setImmediate(resolve));
  }
  delay.disable();
  await Promise.all([near.close(), far.close()]);
  await Promise.all(waiting);
  return {
    store,
    pending,
    snapshot: median(snapshots),
    notice: median(trips.map(({ notice }) => notice)),
    answer: median(trips.map(({ answer }) => answer)),
    longest,
    blocked: delay.max / 1e6,
  };
}

const figures: HostFigures[] = [];
for (const size of SIZES) {
  const memory = createMemoryStore();
  figures.push(await measure('memory', size, () => memory));
}
const postgres = createPostgres();
try {
  await postgres.start();
  for (const size of SIZES) {
    const pools = [1, 2].map(() => new pg.Pool({ ...postgresAt(postgres.dir), max: 10 }));
    let next = 0;
    const table = `requests_${size}`;
    figures.push(await measure('PostgreSQL', size, () => createPostgresStore({ pool: pools[next++]!, table })));
    await Promise.all(pools.map((pool) => pool.end()));
  }
} finally {
  await postgres.remove();
}
const redis = createRedis();
try {
  await redis.start();
  for (const size of SIZES) {
    const clients: Redis[] = [];
    const connect = () => {
      clients.push(new Redis(redisAt(redis.dir)));
      return createRedisStore({ redis: clients.at(-1)!, prefix: `requests-${size}` });
    };
    figures.push(await measure('Redis', size, connect));
    for (const client of clients) client.disconnect();
  }
} finally {
  await redis.remove();
}
process.stdout.write(JSON.stringify(figures));
