import { describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  createMemoryStore,
  takeTurn,
  type RequestStore,
  type Turn,
  type TurnOptions,
} from '../../../src/host/store.js';

/** Returns a promise, and the function that resolves it. */
function deferred<T = void>() {
  let resolve!: (value: T) => void;
  const promise = new Promise<T>((done) => (resolve = done));
  return { promise, resolve };
}

/** Advances the clock, but no timers, until the test has finished. */
function skipTime(ms: number): void {
  const now = performance.now.bind(performance);
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + ms);
  onTestFinished(() => clock.mockRestore());
}

function useFakeTime(): void {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
}

/** Works in the turn of a run. */
async function during<T>(store: RequestStore, options: TurnOptions, work: (turn: Turn) => Promise<T>): Promise<T> {
  const turn = await takeTurn(store, options);
  try {
    return await work(turn);
  } finally {
    await turn.release();
  }
}

/** Works unless another turn has stored a value. Returns the value. */
const once = (store: RequestStore, options: TurnOptions, work: (signal: AbortSignal) => Promise<string>) =>
  during(store, options, async (turn) => {
    const before = await turn.get('value');
    if (before !== undefined) return before;
    const value = await work(turn.signal);
    await turn.set('value', value);
    return value;
  });

/** Returns the value of the run's record. */
async function runIn(store: RequestStore, key = 'k') {
  const [record] = (await store.get('run', [key])).records;
  return record?.value as { holder?: string; notes: object } | undefined;
}

const KEY = { key: 'k' };
const LEASE = { key: 'k', leaseMs: 300 };
const down = () => Promise.reject(new Error('No connection'));

describe('takeTurn [R-CONTINUE]', () => {
  it('lets one of 20 callers work at a time, and shows its notes to the others', async () => {
    const store = createMemoryStore();
    let working = 0;
    const work = vi.fn(async () => {
      expect(++working).toBe(1);
      await new Promise((resolve) => setImmediate(resolve));
      working -= 1;
      return 'é\u0000';
    });
    const values = await Promise.all(Array.from({ length: 20 }, () => once(store, KEY, work)));
    expect(values).toEqual(Array(20).fill('é\u0000'));
    expect(work).toHaveBeenCalledTimes(1);
    await once(store, { key: 'other' }, work);
    expect(work).toHaveBeenCalledTimes(2);
  });

  it('has notes of any name, until they are deleted', async () => {
    const store = createMemoryStore();
    await during(store, KEY, async (turn) => {
      for (const name of ['', '__proto__', 'constructor']) {
        expect(await turn.get(name)).toBeUndefined();
        expect(await turn.set(name, `value of ${name}`)).toBe(true);
      }
    });
    await during(store, KEY, async (turn) => {
      expect(await turn.get('__proto__')).toBe('value of __proto__');
      expect(await turn.delete('__proto__')).toBe(true);
      expect(await turn.get('__proto__')).toBeUndefined();
      expect(await turn.get('constructor')).toBe('value of constructor');
    });
  });

  it('lets the next caller work if the work of the first fails', async () => {
    const store = createMemoryStore();
    const [begun, fail] = [deferred(), deferred()];
    const first = once(store, KEY, async () => {
      begun.resolve();
      await fail.promise;
      throw new Error('The model failed');
    });
    await begun.promise;
    const second = once(store, KEY, async () => 'second');
    fail.resolve();
    await expect(first).rejects.toThrow('The model failed');
    expect(await second).toBe('second');
  });

  it('lets the next caller work once the lease of a dead process has expired', async () => {
    useFakeTime();
    const store = createMemoryStore();
    const dead = { ...store };
    const turn = await takeTurn(dead, LEASE);
    Object.assign(dead, { get: down, insert: down, compareAndSet: down });
    const second = once(store, KEY, async () => 'second');
    await vi.advanceTimersByTimeAsync(250);
    expect((await runIn(store))?.holder).toBeDefined();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await second).toBe('second');
    expect((await runIn(store))?.holder).toBeUndefined();
    expect(turn.signal.aborted).toBe(true);
  });

  it('renews the lease for as long as the work takes', async () => {
    useFakeTime();
    const store = createMemoryStore();
    const renewals = vi.spyOn(store, 'compareAndSet');
    const end = deferred<string>();
    const first = once(store, LEASE, () => end.promise);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(renewals.mock.calls.length).toBeGreaterThan(6);
    const second = once(store, LEASE, async () => 'second');
    await vi.advanceTimersByTimeAsync(1_000);
    end.resolve('first');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await first).toBe('first');
    expect(await second).toBe('first');
  });

  it.each([
    'another process holds it',
    'the store cannot be reached',
    'it has expired, because the process was suspended',
  ])('aborts the work if %s', async (reason) => {
    const store = createMemoryStore();
    const own = { ...store };
    const begun = deferred();
    const first = once(own, { key: 'k', leaseMs: 60 }, (signal) => {
      begun.resolve();
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
    });
    const ended = first.catch(String);
    await begun.promise;
    if (reason.startsWith('another')) {
      const [record] = (await store.get('run', ['k'])).records;
      const value = { ...(record!.value as object), holder: 'another' };
      await store.compareAndSet(record!.version, { ...record!, version: 'v', value }, false);
    } else if (reason.startsWith('it has expired')) skipTime(60_000);
    else Object.assign(own, { get: down });
    expect(await ended).toContain('The turn of "k" was lost');
  });

  it('never prolongs a turn after it was lost', async () => {
    useFakeTime();
    const store = createMemoryStore();
    const hangs = deferred<string>();
    const first = once(store, LEASE, () => hangs.promise);
    await vi.advanceTimersByTimeAsync(150);
    const get = vi.spyOn(store, 'get').mockImplementation(down);
    await vi.advanceTimersByTimeAsync(300);
    get.mockRestore();
    const write = vi.spyOn(store, 'compareAndSet');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(write).not.toHaveBeenCalled();
    hangs.resolve('');
    await first;
  });

  it('releases the turn if a renewal prolongs it after it was lost', async () => {
    useFakeTime();
    const store = createMemoryStore();
    const [hangs, arrives] = [deferred<string>(), deferred()];
    const first = once(store, LEASE, () => hangs.promise);
    await vi.advanceTimersByTimeAsync(50);
    const { get } = store;
    vi.spyOn(store, 'get').mockImplementationOnce((...args) => arrives.promise.then(() => get(...args)));
    await vi.advanceTimersByTimeAsync(1_000);
    arrives.resolve();
    await vi.advanceTimersByTimeAsync(1);
    expect((await runIn(store))?.holder).toBeUndefined();
    hangs.resolve('');
    await first;
  });

  it('stores no note of a turn that another process has taken over', async () => {
    useFakeTime();
    const store = createMemoryStore();
    const own = { ...store };
    const first = await takeTurn(own, LEASE);
    Object.assign(own, { get: down });
    await vi.advanceTimersByTimeAsync(1_000);
    Object.assign(own, { get: store.get });
    await during(store, LEASE, async (second) => {
      expect(await first.set('value', 'first')).toBe(false);
      expect(await second.set('value', 'second')).toBe(true);
      expect(await first.delete('value')).toBe(false);
      expect(await first.get('value')).toBe('second');
    });
    await first.release();
  });

  it('aborts the work before another process can start, even if the store answers slowly', async () => {
    useFakeTime();
    const store = createMemoryStore();
    const events: string[] = [];
    let cut: Promise<void> | undefined;
    const slow: RequestStore = {
      ...store,
      async compareAndSet(...args) {
        await cut;
        const written = await store.compareAndSet(...args);
        await new Promise((resolve) => void setTimeout(resolve, 90));
        return written;
      },
    };
    const [hangs, network] = [deferred<string>(), deferred()];
    const first = once(slow, LEASE, (signal) => {
      signal.addEventListener('abort', () => events.push('first aborted'));
      return hangs.promise;
    });
    // The first renewal reaches the store at 100 ms and is confirmed at 190 ms. The next one hangs.
    await vi.advanceTimersByTimeAsync(195);
    cut = network.promise;
    const second = during(store, LEASE, async () => void events.push('second'));
    await vi.advanceTimersByTimeAsync(1_000);
    await second;
    expect(events).toEqual(['first aborted', 'second']);
    network.resolve();
    hangs.resolve('');
    await vi.advanceTimersByTimeAsync(61_000);
    await first;
  });

  it('aborts the work at the end of the lease if a renewal hangs, not a third of the lease later', async () => {
    useFakeTime();
    const store = createMemoryStore();
    const whole = performance.now.bind(performance);
    // Timers count whole milliseconds, so a timer that starts late in one fires early.
    let fraction = 0.9;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => whole() + fraction);
    onTestFinished(() => clock.mockRestore());
    const hangs = deferred<string>();
    const network = deferred<Awaited<ReturnType<RequestStore['get']>>>();
    let isAborted = false;
    const first = once(store, LEASE, (signal) => {
      signal.addEventListener('abort', () => (isAborted = true));
      return hangs.promise;
    });
    await vi.advanceTimersByTimeAsync(50);
    fraction = 0.1;
    const get = vi.spyOn(store, 'get').mockReturnValue(network.promise);
    await vi.advanceTimersByTimeAsync(255);
    expect(isAborted).toBe(true);
    get.mockRestore();
    network.resolve({ now: 0, records: [] });
    hangs.resolve('');
    await first;
  });

  it('retries to store a note if the store could not be reached', async () => {
    const store = createMemoryStore();
    const flaky: RequestStore = { ...store };
    let failures = 0;
    flaky.compareAndSet = async (version, record, ...rest) => {
      if (JSON.stringify(record.value).includes('first') && ++failures === 1) throw new Error('No connection');
      return store.compareAndSet(version, record, ...rest);
    };
    expect(await once(flaky, KEY, async () => 'first')).toBe('first');
    expect(failures).toBeGreaterThan(1);
    expect(await once(store, KEY, async () => 'second')).toBe('first');
  });

  it('gives up after a minute if the store refuses only that note', async () => {
    useFakeTime();
    const store = createMemoryStore();
    const refusing: RequestStore = {
      ...store,
      compareAndSet: async (version, record, ...rest) => {
        if (JSON.stringify(record.value).includes('value')) throw new Error('too large');
        return store.compareAndSet(version, record, ...rest);
      },
    };
    const done = once(refusing, KEY, async () => 'value');
    await vi.advanceTimersByTimeAsync(61_000);
    expect(await done).toBe('value');
    expect(await runIn(store)).toMatchObject({ notes: {} });
    expect((await runIn(store))?.holder).toBeUndefined();
  });

  it('stops waiting if its signal is aborted, and takes nothing', async () => {
    const store = createMemoryStore();
    const end = deferred<string>();
    const first = once(store, KEY, () => end.promise);
    const work = vi.fn(async () => 'second');
    const stop = new AbortController();
    const waiting = once(store, { ...KEY, signal: stop.signal }, work).catch(String);
    await expect.poll(async () => (await runIn(store))?.holder).toBeDefined();
    stop.abort(new Error('Stopped'));
    expect(await waiting).toBe('Error: Stopped');
    await expect(once(store, { key: 'other', signal: stop.signal }, work)).rejects.toThrow('Stopped');
    expect((await runIn(store, 'other'))?.holder).toBeUndefined();
    end.resolve('first');
    expect(await first).toBe('first');
    expect(work).not.toHaveBeenCalled();
  });

  it('rejects before any work if the store rejects', async () => {
    const store = createMemoryStore();
    vi.spyOn(store, 'insert').mockRejectedValue(new Error('No connection'));
    const work = vi.fn(async () => 'first');
    await expect(once(store, KEY, work)).rejects.toThrow('No connection');
    expect(work).not.toHaveBeenCalled();
  });

  it('deletes the notes of a run seven days after its last turn', async () => {
    useFakeTime();
    const store = createMemoryStore();
    await once(store, KEY, async () => 'first');
    await vi.advanceTimersByTimeAsync(604_799_000);
    await once(store, { key: 'other' }, async () => '');
    expect(await runIn(store)).toBeDefined();
    await vi.advanceTimersByTimeAsync(1_000);
    await once(store, { key: 'other' }, async () => '');
    await vi.advanceTimersByTimeAsync(1);
    expect(await runIn(store)).toBeUndefined();
    expect(await runIn(store, 'other')).toBeDefined();
  });
});
