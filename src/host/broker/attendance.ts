import type { Presence } from '../store/presence.js';
import { quiet } from '../store/within.js';
import { after } from './timers.js';

/** Conversations that are told to the store, or looked up in it, at once. */
const CHUNK = 500;
/** Requests that are due within this are looked up together. */
const TOGETHER_MS = 100;

export interface AttendanceOptions {
  readonly presence: Presence;
  /** This broker, as the store knows it. */
  readonly owner: string;
  /** Resolves once the store knows that this process is alive. */
  readonly alive: () => Promise<void>;
  readonly unattendedMs: number;
  /** A request has been unattended for so long. Absent if nobody wants to know. */
  readonly onUnattended: ((requestId: string) => Promise<void>) | undefined;
  readonly onError: (error: unknown) => void;
}

/** Who can see a request: tells the store of the users of this process, and looks after the requests that it has asked. */
export interface Attendance {
  /** A user sees these conversations, or, for `undefined`, all of them. Returns the way to say that the user has left. */
  attend(conversationIds: ReadonlySet<string> | undefined): () => void;
  /** Looks after a request until it has settled, or until everybody who looks after it has called the returned function. */
  watch(requestId: string, conversationId: string): () => void;
  isWatched(requestId: string): boolean;
  /** The request has settled. */
  end(requestId: string): void;
  /** Tells the store again what it has not taken. */
  renew(): Promise<void>;
  /** The store may have lost everything: tells it again. */
  retell(): void;
  close(): void;
}

interface Watched {
  readonly requestId: string;
  readonly conversationId: string;
  readonly since: number;
  /** How many callers look after it. */
  callers: number;
  /** It was reported, and nobody has seen it since. */
  isReported: boolean;
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
  /** How many users of this process see each conversation. */
  const users = new Map<string | undefined, number>();
  /** Conversations of which the store does not know yet what is true here. */
  const untold = new Set<string | undefined>();
  let telling: Promise<void> | undefined;
  const watching = new Map<string, Watched>();
  const due: Watched[] = [];
  let isClosed = false;

  async function tellAll(): Promise<void> {
    await alive();
    while (untold.size > 0) {
      const some = [...untold].slice(0, CHUNK);
      for (const conversationId of some) untold.delete(conversationId);
      const told = await Promise.allSettled(some.map((id) => presence.attend(owner, id, users.has(id))));
      for (const [i, { status }] of told.entries()) if (status === 'rejected') untold.add(some[i]);
      const failed = told.find((one) => one.status === 'rejected');
      if (failed) throw failed.reason;
    }
  }

  function tell(): Promise<void> {
    if (isClosed || untold.size === 0) return Promise.resolve();
    telling ??= tellAll().finally(() => (telling = undefined));
    return telling;
  }

  function count(conversationId: string | undefined, more: 1 | -1): void {
    const before = users.get(conversationId) ?? 0;
    if (before + more > 0) users.set(conversationId, before + more);
    else users.delete(conversationId);
    if (before > 0 && before + more > 0) return;
    untold.add(conversationId);
    tell().catch(onError);
  }

  function lookIn(ms: number, watched: Watched): void {
    if (watching.get(watched.requestId) !== watched) return;
    const call = () => {
      if (due.push(watched) > 1) return;
      quiet(setTimeout(() => void look(due.splice(0)).catch(onError), TOGETHER_MS));
    };
    watched.stop = after(ms, call, { quiet: true });
  }

  /** For how long nobody was there to see each of these, as far as is known. */
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
      if (isDue && !watched.isReported) onUnattended?.(watched.requestId).catch(onError);
      watched.isReported = isDue;
    }
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
        watched = { requestId, conversationId, since, callers: 1, isReported: false, stop: () => undefined };
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
    renew: tell,
    retell() {
      for (const id of users.keys()) untold.add(id);
      tell().catch(onError);
    },
    close() {
      isClosed = true;
      for (const requestId of watching.keys()) end(requestId);
    },
  };
}
