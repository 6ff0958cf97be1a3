import type { Presence } from '../store/presence.js';
import { after, quiet } from '../time.js';

/** Maximum number of conversations that are written or looked up at once. */
const CHUNK = 500;
/** Time in milliseconds after the first due request, within which due requests are collected for one lookup. */
const TOGETHER_MS = 100;

/** A request that has been unattended for `unattendedMs`. */
export interface Unattended {
  readonly requestId: string;
  /** Whether the host was informed. It becomes `false` when a user can see the request. */
  isReported: boolean;
}

export interface AttendanceOptions {
  readonly presence: Presence;
  readonly owner: string;
  readonly alive: () => Promise<void>;
  readonly unattendedMs: number;
  /**
   * Called when a request has been unattended for `unattendedMs`, and repeatedly while it stays so. The next call waits
   * until the promise settles. If absent, requests are not watched.
   */
  readonly onUnattended: ((unattended: Unattended) => Promise<void>) | undefined;
  readonly onError: (error: unknown) => void;
}

export interface Attendance {
  /** Records that a user can see these conversations, or all for `undefined`. Returns a function that ends it. */
  attend(conversationIds: ReadonlySet<string> | undefined): () => void;
  /** Watches a request until `end` or `close`, or until every caller has called its returned function. */
  watch(requestId: string, conversationId: string): () => void;
  isWatched(requestId: string): boolean;
  end(requestId: string): void;
  /** Writes the changes that are not saved, for example because a write failed. */
  renew(): Promise<void>;
  /** Writes again which conversations users can see now, because the store may have lost these records. */
  saveAgain(): void;
  /** Saves that the users of this broker have left. Without it, a store that is not durable would never learn it. */
  leave(): Promise<void>;
  close(): void;
}

interface Watched extends Unattended {
  readonly conversationId: string;
  readonly since: number;
  callers: number;
  /** Whether `onUnattended` is in progress. */
  isBusy: boolean;
  stop: () => void;
}

function once(callback: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) callback();
    isDone = true;
  };
}

export function createAttendance(options: AttendanceOptions): Attendance {
  const { presence, owner, alive, unattendedMs, onUnattended, onError } = options;
  /** Number of calls of `attend` that have not ended, by conversation; `undefined` stands for all conversations. */
  const users = new Map<string | undefined, number>();
  const unsaved = new Set<string | undefined>();
  let saving: Promise<void> | undefined;
  const watching = new Map<string, Watched>();
  const due: Watched[] = [];
  let isClosed = false;

  async function tellAll(): Promise<void> {
    await alive();
    while (unsaved.size > 0) {
      const some = [...unsaved].slice(0, CHUNK);
      for (const conversationId of some) unsaved.delete(conversationId);
      const saved = await Promise.allSettled(some.map((id) => presence.attend(owner, id, users.has(id))));
      for (const [i, { status }] of saved.entries()) if (status === 'rejected') unsaved.add(some[i]);
      const failed = saved.find((one) => one.status === 'rejected');
      if (failed) throw failed.reason;
    }
  }

  function save(): Promise<void> {
    if (isClosed || unsaved.size === 0) return Promise.resolve();
    saving ??= tellAll().finally(() => (saving = undefined));
    return saving;
  }

  function count(conversationId: string | undefined, more: 1 | -1): void {
    const before = users.get(conversationId) ?? 0;
    if (before + more > 0) users.set(conversationId, before + more);
    else users.delete(conversationId);
    if (before > 0 && before + more > 0) return;
    unsaved.add(conversationId);
    save().catch(onError);
  }

  function lookIn(ms: number, watched: Watched): void {
    if (watching.get(watched.requestId) !== watched) return;
    const call = () => {
      if (due.push(watched) > 1) return;
      quiet(setTimeout(() => void look(due.splice(0)).catch(onError), TOGETHER_MS));
    };
    watched.stop = after(ms, call, { quiet: true });
  }

  /** Returns how many milliseconds ago a user could last see each conversation; no entry if unknown. */
  async function agesOf(all: readonly Watched[]): Promise<ReadonlyMap<string, number>> {
    const ids = [...new Set(all.map(({ conversationId }) => conversationId))];
    const isHere = (id: string) => users.has(undefined) || users.has(id);
    const ages = new Map(ids.filter(isHere).map((id) => [id, 0]));
    const elsewhere = ids.filter((id) => !isHere(id));
    for (let at = 0; at < elsewhere.length; at += CHUNK) {
      for (const [id, age] of await presence.lastAttended(elsewhere.slice(at, at + CHUNK))) ages.set(id, age);
    }
    return ages;
  }

  async function look(all: readonly Watched[]): Promise<void> {
    let ages: ReadonlyMap<string, number>;
    try {
      ages = await agesOf(all);
    } catch (error) {
      for (const watched of all) lookIn(unattendedMs, watched);
      throw error;
    }
    for (const watched of all) {
      if (watching.get(watched.requestId) !== watched) continue;
      const unattended = Math.min(performance.now() - watched.since, ages.get(watched.conversationId) ?? Infinity);
      const isDue = unattended >= unattendedMs;
      lookIn(isDue ? unattendedMs : unattendedMs - unattended, watched);
      if (isDue) report(watched);
      else watched.isReported = false;
    }
  }

  function report(watched: Watched): void {
    if (!onUnattended || watched.isBusy) return;
    watched.isBusy = true;
    onUnattended(watched)
      .catch(onError)
      .finally(() => (watched.isBusy = false));
  }

  function end(requestId: string): void {
    watching.get(requestId)?.stop();
    watching.delete(requestId);
  }

  return {
    attend(conversationIds) {
      const ids = conversationIds ? [...conversationIds] : [undefined];
      for (const id of ids) count(id, 1);
      return once(() => {
        for (const id of ids) count(id, -1);
      });
    },
    watch(requestId, conversationId) {
      if (!onUnattended || isClosed) return () => undefined;
      let watched = watching.get(requestId);
      if (watched) watched.callers += 1;
      else {
        const since = performance.now();
        const stop = () => undefined;
        watched = { requestId, conversationId, since, callers: 1, isReported: false, isBusy: false, stop };
        watching.set(requestId, watched);
        lookIn(unattendedMs, watched);
      }
      return once(() => {
        watched.callers -= 1;
        if (watched.callers === 0 && watching.get(requestId) === watched) end(requestId);
      });
    },
    isWatched: (requestId) => watching.has(requestId),
    end,
    renew: save,
    saveAgain() {
      for (const id of users.keys()) unsaved.add(id);
      save().catch(onError);
    },
    leave() {
      for (const id of users.keys()) unsaved.add(id);
      users.clear();
      return save();
    },
    close() {
      isClosed = true;
      for (const requestId of watching.keys()) end(requestId);
    },
  };
}
