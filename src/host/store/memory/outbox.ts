import type { Outbox, SettledStoredRequest } from '../outbox.js';

interface Entry {
  settled: SettledStoredRequest;
  /** Time at which the settlement can be taken: when it is due or its claim expires, `Infinity` if it is parked. */
  dueAt: number;
  claim: string | undefined;
  attempts: number;
  error: string;
}

export interface MemoryOutboxOptions {
  readonly now: () => number;
  readonly onDelivered: (settled: SettledStoredRequest) => void;
  readonly onRetry: (settled: SettledStoredRequest) => void;
}

export interface MemoryOutbox extends Outbox {
  add(settled: SettledStoredRequest): void;
  /** Replaces a settlement that is not delivered yet. */
  replace(settled: SettledStoredRequest): void;
}

export function createMemoryOutbox({ now, onDelivered, onRetry }: MemoryOutboxOptions): MemoryOutbox {
  const entries = new Map<string, Entry>();

  return {
    add(settled) {
      const entry = { settled, dueAt: now(), claim: undefined, attempts: 0, error: '' };
      entries.set(settled.request.requestId, entry);
    },
    replace(settled) {
      const entry = entries.get(settled.request.requestId);
      if (entry) entry.settled = settled;
    },
    async take(callback, { claim, claimMs, limit }) {
      const due = [...entries.values()].filter(({ settled, dueAt }) => settled.callback === callback && dueAt <= now());
      return due
        .toSorted((a, b) => a.dueAt - b.dueAt)
        .slice(0, limit)
        .map((entry) => {
          Object.assign(entry, { claim, dueAt: now() + claimMs, attempts: entry.attempts + 1 });
          return { settled: entry.settled, attempt: entry.attempts };
        });
    },
    async update(requestId, claim, next) {
      const entry = entries.get(requestId);
      if (entry?.claim !== claim) return false;
      if (next.state === 'delivered') {
        entries.delete(requestId);
        onDelivered(entry.settled);
        return true;
      }
      if (next.state === 'held') {
        entry.dueAt = now() + next.forMs;
        return true;
      }
      if (next.state === 'released') {
        Object.assign(entry, { dueAt: now(), claim: undefined, attempts: entry.attempts - 1 });
        return true;
      }
      const dueAt = next.state === 'due' ? now() + next.inMs : Infinity;
      Object.assign(entry, { dueAt, claim: undefined, error: next.error });
      return true;
    },
    async parked() {
      const parked = [...entries.values()].filter(({ dueAt }) => dueAt === Infinity);
      return parked
        .map(({ settled, attempts, error }) => ({ settled, attempts, error }))
        .toSorted((a, b) => a.settled.order - b.settled.order);
    },
    async retry(requestId) {
      const entry = entries.get(requestId);
      if (entry?.dueAt !== Infinity) return false;
      Object.assign(entry, { dueAt: now(), attempts: 0 });
      onRetry(entry.settled);
      return true;
    },
  };
}
