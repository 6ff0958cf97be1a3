// What a host pays for requests that wait: each store at three sizes, with a broker that waits for all of them. Bundled and run by
// scripts/bench-host.mjs; prints its figures as JSON.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Redis } from 'ioredis';
import pg from 'pg';
import { createAskUserBroker, createMemoryStore, type AskUserBroker, type RequestStore } from '../../src/host/index.js';
import { createPostgresStore } from '../../src/host/store/postgres.js';
import { createRedisStore } from '../../src/host/store/redis.js';
import { createPostgres, createRedis, postgresAt, redisAt } from './databases.js';

/** Milliseconds, of one store with so many pending requests. */
export interface HostFigures {
  readonly store: string;
  readonly pending: number;
  /** `pending` of one conversation. */
  readonly snapshot: number;
  /** From `ask` until a broker on another connection has told it. */
  readonly notice: number;
  /** From that answer until the `ask` has returned. */
  readonly answer: number;
  /** Of calls made without a break while the broker says that it is alive and looks for what it missed: the longest one. */
  readonly longest: number;
  /** The longest time that this process did nothing else meanwhile. */
  readonly blocked: number;
}

const SIZES = process.argv.slice(2).map(Number);
const PER_CONVERSATION = 20;
const ROUNDS = 100;
const BEAT_MS = 3_000;
/** Three beats, whenever the first one comes: the broker looks at everything in one of them. */
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

/** One question through two brokers: when the other one has told it, and when its answer is back. */
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
    // A store that is asked for everything at once would have calls wait longer than it allows.
    while (!(await farStore.get(`r${i + TOGETHER - 1}`))) await new Promise((resolve) => setTimeout(resolve, 1));
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
    longest = Math.max(longest, await timed(() => farStore.get(`r${i % pending}`)));
    // What else there is to do comes first.
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
