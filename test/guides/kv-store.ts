import type { AskedRequest, RequestStore, Settlement, StoredRequest } from 'react-ask-user/host';

/** What the engine has to have: a write that succeeds only where nobody else has written meanwhile, and news of writes. */
export interface Kv {
  get(key: string): Promise<{ text: string; revision: number } | undefined>;
  /** Writes where the key's revision is this one, 0 for a new key; else `false`. */
  write(key: string, text: string, revision: number): Promise<boolean>;
  keys(): Promise<readonly string[]>;
  /** Calls with the key of every write, and without one where some may have been missed. */
  watch(listener: (key?: string) => void): () => void;
}

interface Kept {
  asked: AskedRequest;
  instanceId: string;
  order: number;
  until: number;
  settlement?: Settlement;
}

const COUNTER = 'count';
const keyOf = (requestId: string) => `request:${requestId}`;

/** `now` has to be one clock for all nodes: the engine's, or theirs where they are kept in step. */
export function createKvStore(kv: Kv, now: () => number = Date.now): RequestStore {
  const read = ({ asked, instanceId, order, until, settlement }: Kept): StoredRequest => {
    const opened = { ...asked, instanceId, order };
    if (settlement) return { ...opened, state: 'settled', settlement };
    return { ...opened, state: until > now() ? 'awaiting_user_response' : 'orphaned' };
  };

  const get = async (key: string) => {
    const entry = await kv.get(key);
    return entry && read(JSON.parse(entry.text) as Kept);
  };

  /** Reads, changes and writes, and begins again where somebody else was faster. `undefined` changes nothing. */
  async function change(key: string, next: (text: string | undefined) => string | undefined): Promise<boolean> {
    for (;;) {
      const entry = await kv.get(key);
      const text = next(entry?.text);
      if (text === undefined) return false;
      if (await kv.write(key, text, entry?.revision ?? 0)) return true;
    }
  }

  const update = (requestId: string, next: (kept: Kept) => Partial<Kept> | undefined) =>
    change(keyOf(requestId), (text) => {
      const kept = text === undefined ? undefined : (JSON.parse(text) as Kept);
      const changed = kept && !kept.settlement ? next(kept) : undefined;
      return changed && JSON.stringify({ ...kept, ...changed });
    });

  return {
    durable: true,
    async open(asked, leaseMs) {
      let order = 0;
      await change(COUNTER, (text) => String((order = Number(text ?? 0) + 1)));
      const key = keyOf(asked.request.requestId);
      const kept: Kept = { asked, instanceId: crypto.randomUUID(), order, until: now() + leaseMs };
      const text = JSON.stringify(kept);
      return (await kv.write(key, text, 0)) ? undefined : get(key);
    },
    get: (requestId) => get(keyOf(requestId)),
    async list(conversationIds) {
      const keys = (await kv.keys()).filter((key) => key !== COUNTER);
      const found = (await Promise.all(keys.map(get))).filter((one) => one !== undefined);
      return found
        .filter(({ state }) => state !== 'settled')
        .filter(({ conversationId }) => conversationIds?.includes(conversationId) ?? true)
        .toSorted((a, b) => a.order - b.order);
    },
    settle: (requestId, settlement, { orphaned, instanceId } = {}) =>
      update(requestId, (kept) => {
        if (instanceId !== undefined && instanceId !== kept.instanceId) return undefined;
        return kept.until > now() || orphaned ? { settlement } : undefined;
      }),
    async touch(requestIds, leaseMs) {
      for (const requestId of requestIds) await update(requestId, () => ({ until: now() + leaseMs }));
    },
    watch: (listener) =>
      kv.watch(async (key) => {
        if (key === COUNTER) return;
        const stored = key === undefined ? undefined : await get(key).catch(() => undefined);
        listener(stored && { requestId: stored.request.requestId, conversationId: stored.conversationId });
      }),
  };
}
