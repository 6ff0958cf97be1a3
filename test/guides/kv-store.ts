import type { NewRequest, LeaseMs, RequestStore, Settlement, StoredRequest } from 'react-ask-user/store';

/** Required features of the engine: a conditional write, and notifications of writes. */
export interface Kv {
  get(key: string): Promise<{ text: string; revision: number } | undefined>;
  /** Writes if the key has this revision, 0 for a new key. Otherwise resolves to `false`. */
  write(key: string, text: string, revision: number): Promise<boolean>;
  keys(): Promise<readonly string[]>;
  /** Calls the listener with the key of every write, and without a key if writes may have been missed. */
  watch(listener: (key?: string) => void): () => void;
}

interface Kept {
  asked: NewRequest;
  instanceId: string;
  order: number;
  leaseMs: LeaseMs;
  /** Start of the lease, unless a waiter lives longer. */
  from: number;
  waiters: readonly string[];
  settlement?: Settlement;
}

const COUNTER = 'count';
const keyOf = (requestId: string) => `request:${requestId}`;
const nodeOf = (owner: string) => `node:${owner}`;

/** Creates a store. `now` must be one clock for all nodes: the engine's, or synchronized clocks of the nodes. */
export function createKvStore(kv: Kv, now: () => number = Date.now): RequestStore {
  const aliveUntil = async (owner: string) => Number((await kv.get(nodeOf(owner)))?.text ?? 0);

  async function isOrphan({ leaseMs, from, waiters }: Kept): Promise<boolean> {
    if (leaseMs === 'none') return false;
    return Math.max(from, ...(await Promise.all(waiters.map(aliveUntil)))) + leaseMs <= now();
  }

  /** Whether another living owner waits for the request. */
  async function isAwaited({ waiters }: Kept, leaver: string): Promise<boolean> {
    const times = await Promise.all(waiters.map(aliveUntil));
    return waiters.some((owner, i) => owner !== leaver && times[i]! > now());
  }

  async function read(kept: Kept): Promise<StoredRequest> {
    const opened = { ...kept.asked, instanceId: kept.instanceId, order: kept.order };
    if (kept.settlement) return { ...opened, state: 'settled', settlement: kept.settlement };
    return { ...opened, state: (await isOrphan(kept)) ? 'orphaned' : 'awaiting_user_response' };
  }

  const get = async (key: string) => {
    const entry = await kv.get(key);
    return entry && read(JSON.parse(entry.text) as Kept);
  };

  /**
   * Reads, changes and writes an entry, and repeats that if another node wrote first. Changes nothing if `next`
   * returns `undefined`.
   */
  async function change(
    key: string,
    next: (text: string | undefined) => string | undefined | Promise<string | undefined>,
  ): Promise<boolean> {
    for (;;) {
      const entry = await kv.get(key);
      const text = await next(entry?.text);
      if (text === undefined) return false;
      if (await kv.write(key, text, entry?.revision ?? 0)) return true;
    }
  }

  const update = (requestId: string, next: (kept: Kept) => Promise<Partial<Kept> | undefined>) =>
    change(keyOf(requestId), async (text) => {
      const kept = text === undefined ? undefined : (JSON.parse(text) as Kept);
      const changed = kept && !kept.settlement ? await next(kept) : undefined;
      return changed && JSON.stringify({ ...kept, ...changed });
    });

  return {
    durable: true,
    async open(asked, { leaseMs, owner }) {
      let order = 0;
      await change(COUNTER, (text) => String((order = Number(text ?? 0) + 1)));
      const key = keyOf(asked.request.requestId);
      const waiters = owner === undefined ? [] : [owner];
      const kept: Kept = { asked, instanceId: crypto.randomUUID(), order, leaseMs, from: now(), waiters };
      const text = JSON.stringify(kept);
      return (await kv.write(key, text, 0)) ? undefined : get(key);
    },
    get: (requestId) => get(keyOf(requestId)),
    async list(conversationIds) {
      const keys = (await kv.keys()).filter((key) => key.startsWith(keyOf('')));
      const found = (await Promise.all(keys.map(get))).filter((one) => one !== undefined);
      return found
        .filter(({ state }) => state !== 'settled')
        .filter(({ conversationId }) => conversationIds?.includes(conversationId) ?? true)
        .toSorted((a, b) => a.order - b.order);
    },
    async settle(requestId, settlement, { orphaned, instanceId, leaver } = {}) {
      let ended = true;
      const isChanged = await update(requestId, async (kept) => {
        if (instanceId !== undefined && instanceId !== kept.instanceId) return undefined;
        if (!orphaned && (await isOrphan(kept))) return undefined;
        if (leaver === undefined) return { settlement };
        if (!kept.waiters.includes(leaver)) return undefined;
        ended = !(await isAwaited(kept, leaver));
        return ended ? { settlement } : { waiters: kept.waiters.filter((owner) => owner !== leaver) };
      });
      return isChanged && ended;
    },
    async attach(requestId, { owner, leaseMs }) {
      await update(requestId, async (kept) => ({
        leaseMs: leaseMs ?? kept.leaseMs,
        from: now(),
        waiters: [...kept.waiters.filter((one) => one !== owner), owner],
      }));
    },
    async beat(owner, aliveMs) {
      await change(nodeOf(owner), () => String(now() + aliveMs));
    },
    watch: (listener) =>
      kv.watch(async (key) => {
        if (key && !key.startsWith(keyOf(''))) return;
        const stored = key === undefined ? undefined : await get(key).catch(() => undefined);
        listener(stored && { requestId: stored.request.requestId, conversationId: stored.conversationId });
      }),
  };
}
