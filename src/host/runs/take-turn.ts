import { checkMs, checkThat } from '../check.js';
import { change, read, type Change } from '../store/change.js';
import { ENDED } from '../store/rules.js';
import type { RequestStore, StoredRecord } from '../store/types.js';
import { LONGEST_TIMER_MS, pause } from '../time.js';
import { keepRenewed, storeWhileHeld } from './renewal.js';

const KIND = 'run';
const LEASE_MS = 30_000;
const FIRST_WAIT_MS = 50;
const LAST_WAIT_MS = 1_000;
/** Time for which the notes of a run are kept after its last turn. */
const KEEP_MS = 604_800_000;
/** Maximum number of old runs that are removed with each turn. */
const REMOVED = 10;

/** Options for `takeTurn`. */
export interface TurnOptions {
  /** Key of the run: the same in all processes that continue it, and never used for another run. */
  readonly key: string;
  /** Time in milliseconds after which another process can continue the run of one that died. @default 30000 */
  readonly leaseMs?: number | undefined;
  /** Aborts the wait for the turn, but not the turn. */
  readonly signal?: AbortSignal | undefined;
}

/** The turn of one process to continue a stored run. */
export interface Turn {
  /**
   * Aborted if the turn was lost, for example because the store was unreachable for `leaseMs`. Stop the work then,
   * because another process may have started.
   */
  readonly signal: AbortSignal;
  /** Returns a note of the run, or `undefined` if it has none with this name. */
  get(name: string): Promise<string | undefined>;
  /**
   * Stores a note for the next turns of the run. Retries while the turn lasts, for at most a minute. Resolves to
   * `false` if the note was not stored.
   */
  set(name: string, value: string): Promise<boolean>;
  /** Deletes a note. The result is that of `set`. */
  delete(name: string): Promise<boolean>;
  /** Ends the turn. */
  release(): Promise<void>;
}

interface Run {
  /** Random UUID of the turn that is being taken. */
  readonly holder?: string | undefined;
  readonly leaseMs: number;
  readonly notes: Readonly<Record<string, string>>;
}

const runOf = (record: StoredRecord | undefined, leaseMs: number): Run =>
  (record?.value as Run | undefined) ?? { leaseMs, notes: {} };

/**
 * Waits until no other process has the turn to continue a stored run, and takes it. Until `release`, or until the
 * process dies, the other processes that call this function with the same store and key wait. Notes are kept for seven
 * days after the last turn.
 *
 * @throws The reason of `signal`, and errors of the store.
 * @throws {TypeError} If `key` is not a non-empty string.
 * @throws {RangeError} If `leaseMs` is invalid.
 * @example
 * const turn = await takeTurn(store, { key: runId });
 * try {
 *   if ((await turn.get('reply')) === undefined) await turn.set('reply', (await resume(runId, answer, turn.signal)).text);
 * } finally {
 *   await turn.release();
 * }
 */
export async function takeTurn(store: RequestStore, { key, leaseMs = LEASE_MS, signal }: TurnOptions): Promise<Turn> {
  checkThat(typeof key === 'string' && key !== '', 'key', key, 'a non-empty string');
  checkMs('leaseMs', leaseMs, LONGEST_TIMER_MS);
  const me = crypto.randomUUID();

  /** Writes what `next` returns for the run. Returns `false` if it returns `undefined`. */
  const write = (next: (run: Run, isFree: boolean) => Run | undefined): Promise<boolean> =>
    change(store, { kind: KIND, id: key }, ({ record, now }): Change | undefined => {
      const run = runOf(record, leaseMs);
      const isFree = run.holder === undefined || (record?.writtenAt ?? 0) + run.leaseMs <= now;
      const value = next(run, isFree);
      return value && { list: ENDED, at: now + KEEP_MS, value };
    });
  const writeIfMine = (next: (run: Run) => Run) => write((run) => (run.holder === me ? next(run) : undefined));

  const take = () =>
    write((run, isFree) => (isFree || run.holder === me ? { ...run, holder: me, leaseMs } : undefined));
  // If the store cannot be reached, the lease ends.
  const giveUp = () => writeIfMine((run) => ({ ...run, holder: undefined })).catch(() => undefined);

  let takenAt = 0;
  try {
    for (let wait = FIRST_WAIT_MS; ; wait = Math.min(wait * 2, LAST_WAIT_MS)) {
      signal?.throwIfAborted();
      takenAt = performance.now();
      if (await take()) break;
      await pause(wait, signal);
    }
    signal?.throwIfAborted();
  } catch (error) {
    await giveUp();
    throw error;
  }
  removeOld(store).catch(() => undefined);

  async function renew(isOverdue: boolean): Promise<boolean> {
    // The lease may have ended, and another process may have had the turn since.
    if (isOverdue) return false;
    const isHeld = await writeIfMine((run) => run);
    // The turn was lost while this call was in flight, so this call may have prolonged it.
    if (renewal.signal.aborted) await giveUp();
    return isHeld;
  }
  const renewal = keepRenewed({ claimMs: leaseMs, claimedAt: takenAt, renew, what: `The turn of "${key}"` });

  const note = async (next: (notes: Run['notes']) => Run['notes']): Promise<boolean> =>
    (await storeWhileHeld(renewal, () => writeIfMine((run) => ({ ...run, notes: next(run.notes) })))) ?? false;

  return {
    signal: renewal.signal,
    async get(name) {
      const { notes } = runOf((await read(store, { kind: KIND, id: key })).record, leaseMs);
      return Object.hasOwn(notes, name) ? notes[name] : undefined;
    },
    set: (name, value) => note((notes) => Object.fromEntries([...Object.entries(notes), [name, value]])),
    delete: (name) => note((notes) => Object.fromEntries(Object.entries(notes).filter(([other]) => other !== name))),
    async release() {
      // A renewal after the release would prolong the turn.
      await renewal.stop();
      await giveUp();
    },
  };
}

async function removeOld(store: RequestStore): Promise<void> {
  const { records } = await store.overdue(KIND, ENDED, 0, REMOVED);
  for (const record of records) await store.remove(record, record.version);
}
