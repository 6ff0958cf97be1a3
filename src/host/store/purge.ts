import { messageOf } from '../guard.js';
import { toRecord } from './change.js';
import { ownersOf, PRESENCE, presenceIdOf, SEEN } from './presence.js';
import { PROCESS, uselessFrom, type Processes } from './processes.js';
import { dataOf, isReadable, REQUEST, toChange } from './request-record.js';
import { ENDED, leaseEnd, PARKED, PENDING } from './rules.js';
import type { RequestStore, StoredRecord } from './types.js';

const DAY_MS = 86_400_000;
const PURGE_MS = 600_000;
/** Maximum number of records that are looked at in each list. */
const COUNT = 1_000;

/**
 * Returns a function that removes old records, at most once in ten minutes, or in the time for which the store keeps a
 * request if that is less. What one purge does not remove, the next one does.
 */
export function createPurge(store: RequestStore, { learn, aliveUntil }: Processes): () => Promise<void> {
  const { keepSettledMs = 7 * DAY_MS, keepOrphanedMs = 30 * DAY_MS } = store;
  let purgedAt = -Infinity;
  let failures: unknown[] = [];

  /** Looks at the records of a list that are old by their place in it. Goes on if it fails at one of them. */
  async function each(
    kind: string,
    list: string,
    ms: number,
    look: (record: StoredRecord, now: number) => Promise<void>,
  ): Promise<void> {
    const { now, records } = await store.overdue(kind, list, ms, COUNT);
    for (const record of records) await look(record, now).catch((error: unknown) => void failures.push(error));
  }

  const remove = async (record: StoredRecord) => void (await store.remove(record, record.version));

  async function lookAtPending(record: StoredRecord, now: number): Promise<void> {
    // It is reported where it is read.
    if (!isReadable(record)) return;
    const data = dataOf(record);
    await learn(data.lease.waiters);
    const end = leaseEnd(data, { now, aliveUntil });
    if (end + keepOrphanedMs <= now) return remove(record);
    // Somebody waits. It is looked at again when a lease that starts now is over.
    await store.compareAndSet(record.version, toRecord(record, { ...toChange(data, false), at: end }), false);
  }

  async function lookAtPresence(record: StoredRecord, now: number): Promise<void> {
    const owners = Object.entries(ownersOf(record));
    await learn(owners.map(([owner]) => owner));
    const last = Math.max(...owners.map(([owner, leftAt]) => Math.min(leftAt ?? Infinity, aliveUntil(owner))));
    if (last + keepSettledMs <= now) return remove(record);
    await store.compareAndSet(record.version, toRecord(record, { ...record, at: now }), false);
  }

  async function purge(): Promise<void> {
    failures = [];
    await each(REQUEST, ENDED, keepSettledMs, remove);
    await each(REQUEST, PENDING, keepOrphanedMs, lookAtPending);
    for (const list of [ENDED, SEEN]) await each(PRESENCE, list, keepSettledMs, lookAtPresence);
    await each(PROCESS, ENDED, keepOrphanedMs, async (record, now) => {
      if (uselessFrom(record) + keepOrphanedMs <= now) await remove(record);
    });
    if (failures.length > 0) throw failures[0];
  }

  return async () => {
    if (!store.durable || performance.now() - purgedAt < Math.min(PURGE_MS, keepSettledMs, keepOrphanedMs)) return;
    purgedAt = performance.now();
    await purge().catch((cause: unknown) => {
      const why = messageOf(cause).replace(/\.$/, '');
      throw new Error(`Old requests could not be removed, so the store grows: ${why}. This is tried again.`, { cause });
    });
  };
}

/**
 * Deletes the settled requests of a conversation, except those whose callback has not acknowledged the settlement, and
 * who could see it. Returns the ids of the deleted requests.
 */
export async function forgetConversation(store: RequestStore, conversationId: string): Promise<readonly string[]> {
  const found = await Promise.all([
    store.list(REQUEST, ENDED, [conversationId]),
    store.list(REQUEST, PARKED, [conversationId]),
    store.get(PRESENCE, [presenceIdOf(conversationId)]),
  ]);
  const removed = await Promise.all(
    found
      .flatMap(({ records }) => records)
      .map(async (record) => ((await store.remove(record, record.version)).written ? [record] : [])),
  );
  return removed.flat().flatMap(({ kind, id }) => (kind === REQUEST ? [id] : []));
}
