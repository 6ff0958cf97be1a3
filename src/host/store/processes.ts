import { read, toRecord } from './change.js';
import { ENDED } from './rules.js';
import type { RequestStore, StoredRecord } from './types.js';

export const PROCESS = 'process';
/** Maximum number of owners whose last beat is remembered. */
const COUNT = 10_000;

interface Beat {
  readonly aliveMs: number;
  readonly keptMs: number;
}

/** Knows which processes live. A process writes one record per beat, whatever it waits for. */
export interface Processes {
  /**
   * Marks the owner's process as alive for `aliveMs` milliseconds.
   *
   * @param keptMs - The longest lease of the owner, which may start at its death.
   */
  beat(owner: string, aliveMs: number, keptMs: number): Promise<void>;
  /** Reads the last beats of these owners. */
  learn(owners: readonly string[]): Promise<void>;
  /** Returns the time at which an owner is considered dead, as it was learned; `-Infinity` if it is unknown. */
  aliveUntil(owner: string): number;
}

/** A record that cannot be read is that of a dead process. */
const beatOf = ({ value }: StoredRecord): Beat => (value as Beat | undefined) ?? { aliveMs: 0, keptMs: 0 };

/** Returns the time from which the record of a process is of no use, by the store's clock. */
export function uselessFrom(record: StoredRecord): number {
  const { aliveMs, keptMs } = beatOf(record);
  return record.writtenAt + aliveMs + keptMs;
}

export function createProcesses(store: RequestStore): Processes {
  const until = new Map<string, number>();
  /** Version of the record that each owner of this process has written. */
  const versions = new Map<string, string>();
  return {
    async beat(owner, aliveMs, keptMs) {
      const key = { kind: PROCESS, id: owner };
      // The clock of this process only decides when `purge` looks at the record.
      const at = Date.now() + aliveMs + keptMs;
      const value: Beat = { aliveMs, keptMs };
      const record = toRecord(key, { list: ENDED, at, value });
      for (let known = versions.get(owner), isWritten = false; !isWritten;) {
        const write = known === undefined ? store.insert(record, false) : store.compareAndSet(known, record, false);
        isWritten = (await write).written;
        if (!isWritten) known = (await read(store, key)).record?.version;
      }
      versions.set(owner, record.version);
    },
    async learn(owners) {
      if (!store.durable || owners.length === 0) return;
      const { records } = await store.get(PROCESS, [...new Set(owners)]);
      if (until.size > COUNT) until.clear();
      for (const owner of owners) until.delete(owner);
      for (const record of records) until.set(record.id, record.writtenAt + beatOf(record).aliveMs);
    },
    aliveUntil: (owner) => (store.durable ? (until.get(owner) ?? -Infinity) : Infinity),
  };
}
