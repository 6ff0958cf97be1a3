import fc from 'fast-check';
import { expect, vi } from 'vitest';
import type { AskUserResult, Exchange, OnAskBack } from '../../../src/core/index.js';
import type { SettleResult } from '../../../src/host/index.js';
import type { AskBackResult, BrokerEvent, PendingRequest } from '../../../src/host/broker/types.js';
import type { StoredRequest } from '../../../src/host/store.js';
import {
  createTestBackend,
  fakedClock,
  line,
  makeRequest,
  replyTo,
  startBroker,
  type TestBackend,
  type TestBroker,
  type TestStore,
} from '../helpers.js';

interface Node extends TestBroker {
  store: TestStore;
  isDead: boolean;
}

/** An agent's call of `ask`, and its result. */
interface Asked {
  id: string;
  node: Node;
  abort: AbortController;
  replies?: Replies | undefined;
  result?: AskUserResult;
  error?: unknown;
}

/** How an agent replies to the questions of users. `never` hears no signal. */
export const REPLIES = ['at once', 'late', 'fails', 'never'] as const;
type Replies = (typeof REPLIES)[number];

/** A question of a user to the agent, and the response. */
interface SentQuestion {
  id: string;
  key: string;
  outcome?: AskBackResult;
}

/** An answer that a user sent, and the response. */
interface SentAnswer {
  id: string;
  key: string;
  option: number;
  outcome?: SettleResult;
}

/** Everything that can happen. Nothing is awaited, so actions overlap. */
export interface World {
  ask(node: number, id: string): void;
  askOther(node: number, id: string): void;
  askReplying(node: number, id: string, replies: Replies): void;
  askBack(node: number, id: string, nth: number): void;
  answer(node: number, id: string, option: number): void;
  answerBadly(node: number, id: string): void;
  cancel(node: number, id: string): void;
  sendAgain(node: number): void;
  abort(nth: number): void;
  supersede(node: number): void;
  crash(node: number): void;
  hush(node: number, isDeaf: boolean): void;
  tell(node: number, id: string): void;
  pass(ms: number): Promise<void>;
  /** Repairs everything, settles all pending requests, and checks the invariants. */
  finish(): Promise<void>;
}

const CONVERSATION = { conversationId: 'c1' };
export const IDS = ['r1', 'r2'] as const;

/** Creates two nodes on one store whose calls take as long as `delays` specifies. */
export function createWorld(delays: readonly number[]): World {
  const backend: TestBackend = createTestBackend(fakedClock);
  const asks: Asked[] = [];
  const sent: SentAnswer[] = [];
  const cancels: { id: string; outcome?: SettleResult }[] = [];
  const bad: SettleResult[] = [];
  const questions: SentQuestion[] = [];
  const all: Node[] = [];
  let turn = 0;
  let isWell = false;

  const late = () =>
    new Promise<void>((resolve) => {
      const ms = isWell ? 0 : (delays[turn++ % delays.length] ?? 0);
      if (ms === 0) resolve();
      else setTimeout(resolve, ms);
    });

  const start = (): Node => {
    const store = backend.connect();
    for (const method of ['open', 'get', 'list', 'settle', 'attach', 'beat'] as const) {
      store.before[method] = late;
      store.after[method] = late;
    }
    const node = { ...startBroker({ store, leaseMs: 30_000 }), store, isDead: false };
    all.push(node);
    return node;
  };
  const nodes = [start(), start()];
  const at = (index: number) => nodes[index % nodes.length]!;
  const quietly = (work: Promise<unknown>) => void work.catch(() => undefined);

  const send = (node: Node, one: SentAnswer) =>
    quietly(
      node.broker
        .answer(one.id, replyTo(makeRequest(one.id), one.option), { by: one.key, idempotencyKey: one.key })
        .then((outcome) => {
          if (!node.isDead) one.outcome = outcome;
        }),
    );

  const check = async () => {
    const connection = backend.connect();
    expect(bad.filter(({ ok }) => ok)).toEqual([]);
    for (const id of IDS) {
      const stored = await connection.requests.get(id);
      const asked = asks.filter((one) => one.id === id);
      if (!stored) {
        expect(asked.filter(({ error, node }) => !error && !node.isDead)).toEqual([]);
        continue;
      }
      checkEnding(id, stored);
      for (const one of asked) checkAsk(one, stored);
      for (const { events, isDead } of all) {
        const told = events.map(line).filter((text) => text.startsWith(`${id} `));
        const end = `${id} ${stored.settlement!.result.status}`;
        const settled = told.filter((text) => !/awaiting|orphaned|asked_back/.test(text));
        expect(settled).toEqual(settled.length || !isDead ? (told.length ? [end] : []) : []);
        if (settled.length > 0) expect(told.at(-1)).toBe(end);
      }
    }
  };

  /** An answered result needs a matching delivery, and every accepted delivery is the result. */
  const checkEnding = (id: string, { state, settlement }: StoredRequest) => {
    expect(state).toBe('settled');
    const { result, by } = settlement!;
    const winners = new Set(sent.filter((one) => one.id === id && one.outcome?.ok).map(({ key }) => key));
    const cancelled = cancels.filter((one) => one.id === id && one.outcome?.ok).length;
    expect(winners.size + cancelled).toBeLessThanOrEqual(1);
    if (winners.size > 0) expect([...winners]).toEqual([by]);
    if (cancelled > 0) expect(result.status).toBe('cancelled');
    if (result.status !== 'answered') return;
    const answer = sent.find(({ key }) => key === by);
    expect(result.answers).toMatchObject([{ selected: [{ index: answer?.option }] }]);
    expect(answer?.id).toBe(id);
  };

  /**
   * Every call on a living node has resolved with the one result, unless its agent was stopped while another caller
   * waited.
   */
  const checkAsk = ({ id, node, abort, result, error }: Asked, stored: StoredRequest) => {
    if (node.isDead) return;
    if (error) {
      expect(error).toMatchObject({ code: 'duplicate_request' });
      return;
    }
    const isAlone = asks.filter((one) => one.id === id && !one.error).length === 1;
    if (!isAlone && abort.signal.aborted && result?.status === 'aborted') return;
    expect(result).toEqual(stored.settlement!.result);
  };

  const ask = (node: Node, id: string, question: string, replies?: Replies) => {
    const abort = new AbortController();
    const one: Asked = { id, node, abort, replies };
    asks.push(one);
    const onAskBack = replies && replyAs(replies);
    node.broker.ask(makeRequest(id, question), { ...CONVERSATION, signal: abort.signal, onAskBack }).then(
      (result) => {
        one.result = result;
      },
      (error: unknown) => {
        one.error = error;
      },
    );
  };

  /** While a request is pending, each accepted question is there once, and waits only for an agent that never replies. */
  const checkExchanges = async () => {
    for (const id of IDS) {
      const { broker } = nodes[0]!;
      const stored = await broker.get(id);
      const exchanges = await broker.exchanges(id);
      checkKept(id, exchanges);
      if (stored?.state === 'settled') continue;
      const waiting = asks.filter((one) => one.id === id && !one.node.isDead && !one.result && !one.error);
      const replying = waiting.filter(({ replies, abort }) => replies && !abort.signal.aborted);
      expect(stored?.askBack?.offered ?? false).toBe(replying.length > 0);
      const mayWait = replying.some(({ replies }) => replies === 'never');
      expect(exchanges.filter(({ status }) => status === 'waiting' && !mayWait)).toEqual([]);
      for (const { events } of nodes) checkTold(id, events, exchanges);
    }
  };

  const checkKept = (id: string, exchanges: readonly Exchange[]) => {
    const keys = exchanges.map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys).toEqual(
      expect.arrayContaining(questions.filter((one) => one.id === id && one.outcome?.ok).map(({ key }) => key)),
    );
    for (const { key, status, reply } of exchanges)
      expect(reply).toBe(status === 'replied' ? `So, ${key}.` : undefined);
  };

  /** Whoever follows the events, and reads the texts where `askBack` is another than they know, knows all. */
  const checkTold = (id: string, events: readonly BrokerEvent[], exchanges: readonly Exchange[]) => {
    let known: PendingRequest['askBack'];
    const told = new Map<string, Exchange>();
    let hasAll = true;
    for (const event of events) {
      if (event.request.request.requestId !== id || 'settlement' in event) continue;
      const { askBack } = event.request;
      if (event.type === 'asked_back') event.exchanges.forEach((one) => told.set(one.key, one));
      else if (askBack?.revision !== known?.revision || askBack?.offered !== known?.offered) hasAll = false;
      known = askBack;
    }
    if (hasAll) expect([...told.values()].toSorted(byKey)).toEqual([...exchanges].toSorted(byKey));
    else if (known)
      for (const [key, one] of told) expect(exchanges.find((other) => other.key === key)?.text).toBe(one.text);
  };

  return {
    ask: (index, id) => ask(at(index), id, 'Which database?'),
    askReplying: (index, id, replies) => ask(at(index), id, 'Which database?', replies),
    askBack(index, id, nth) {
      const one: SentQuestion = { id, key: `key ${nth}` };
      questions.push(one);
      const node = at(index);
      const [question] = makeRequest(id).questions;
      quietly(
        node.broker.askBack(id, { questionId: question!.id, text: `Why ${nth}?`, key: one.key }).then((outcome) => {
          if (!node.isDead) one.outcome = outcome;
        }),
      );
    },
    askOther: (index, id) => ask(at(index), id, 'Something else?'),
    answer(index, id, option) {
      const one: SentAnswer = { id, key: `answer ${sent.length}`, option };
      sent.push(one);
      send(at(index), one);
    },
    answerBadly: (index, id) =>
      quietly(
        at(index)
          .broker.answer(id, replyTo(makeRequest(id), 9), { by: 'nobody' })
          .then((outcome) => bad.push(outcome)),
      ),
    cancel(index, id) {
      const one: (typeof cancels)[number] = { id };
      cancels.push(one);
      const node = at(index);
      quietly(
        node.broker.cancel(id, { by: 'canceller' }).then((outcome) => {
          if (!node.isDead) one.outcome = outcome;
        }),
      );
    },
    sendAgain(index) {
      const one = sent.at(-1);
      if (one) send(at(index), one);
    },
    abort: (nth) => asks.length && asks[nth % asks.length]!.abort.abort('Stopped.'),
    supersede: (index) => quietly(at(index).broker.supersede('c1')),
    crash(index) {
      const node = at(index);
      node.isDead = true;
      node.store.deaf = true;
      // Calls in progress never return, and notifications are ignored.
      for (const method of ['open', 'get', 'list', 'settle', 'attach', 'beat'] as const) {
        node.store.before[method] = () => new Promise(() => {});
      }
      nodes[index % nodes.length] = start();
    },
    hush: (index, isDeaf) => {
      at(index).store.deaf = isDeaf;
    },
    tell: (index, requestId) => at(index).store.tell({ requestId, ...CONVERSATION }),
    pass: async (ms) => void (await vi.advanceTimersByTimeAsync(ms)),
    async finish() {
      isWell = true;
      for (const { store } of nodes) store.deaf = false;
      await vi.advanceTimersByTimeAsync(100_000);
      await checkExchanges();
      quietly(nodes[0]!.broker.supersede('c1'));
      await vi.advanceTimersByTimeAsync(100_000);
      try {
        await check();
        for (const id of IDS) checkKept(id, await nodes[0]!.broker.exchanges(id));
      } finally {
        for (const { broker } of all) quietly(broker.close());
      }
    },
  };
}

const byKey = (a: Exchange, b: Exchange) => a.key.localeCompare(b.key);

const replyAs =
  (replies: Replies): OnAskBack =>
  async ({ key }) => {
    if (replies === 'fails') throw new Error('The model is busy.');
    if (replies === 'never') await new Promise(() => undefined);
    if (replies === 'late') await new Promise((resolve) => setTimeout(resolve, 400));
    return `So, ${key}.`;
  };

const node = fc.nat(1);
const id = fc.constantFrom(...IDS);
type Move = (world: World) => void | Promise<void>;
const move = <T extends unknown[]>(name: keyof World, ...args: { [K in keyof T]: fc.Arbitrary<T[K]> }) =>
  fc.tuple(...args).map((given): Move =>
    Object.assign((world: World) => (world[name] as (...all: T) => void | Promise<void>)(...(given as T)), {
      [fc.toStringMethod]: () => `${name}(${given.join(', ')})`,
    }),
  );

const asking = { weight: 5, arbitrary: move<[number, string]>('ask', node, id) };
const aborting = { weight: 3, arbitrary: move<[number]>('abort', fc.nat(5)) };
const crashing = { weight: 1, arbitrary: move<[number]>('crash', node) };
const hushing = { weight: 1, arbitrary: move<[number, boolean]>('hush', node, fc.boolean()) };
const passing = { weight: 5, arbitrary: move<[number]>('pass', fc.constantFrom(1, 50, 300, 1_000, 11_000, 45_000)) };
const askingBack = [
  { weight: 4, arbitrary: move<[number, string, Replies]>('askReplying', node, id, fc.constantFrom(...REPLIES)) },
  { weight: 6, arbitrary: move<[number, string, number]>('askBack', node, id, fc.nat(3)) },
];

/** One action with questions to the agent. No user ends a request. */
export const exchangeMoves: fc.Arbitrary<Move> = fc.oneof(
  ...askingBack,
  { ...asking, weight: 1 },
  aborting,
  crashing,
  hushing,
  passing,
);

/** One action. */
export const moves: fc.Arbitrary<Move> = fc.oneof(
  asking,
  ...askingBack,
  { weight: 1, arbitrary: move<[number, string]>('askOther', node, id) },
  { weight: 4, arbitrary: move<[number, string, number]>('answer', node, id, fc.nat(1)) },
  { weight: 1, arbitrary: move<[number, string]>('answerBadly', node, id) },
  { weight: 2, arbitrary: move<[number, string]>('cancel', node, id) },
  { weight: 2, arbitrary: move<[number]>('sendAgain', node) },
  aborting,
  { weight: 1, arbitrary: move<[number]>('supersede', node) },
  crashing,
  hushing,
  { weight: 2, arbitrary: move<[number, string]>('tell', node, id) },
  passing,
);
