import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { continueOnce, createMemoryClaims, type ClaimStore } from '../../../src/host/store.js';

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

describe('continueOnce [R-CONTINUE]', () => {
  it.each([{ text: 'é\u0000' }, 'text', null, undefined, 0])(
    'returns %j of one caller to all of 20 callers',
    async (value) => {
      const claims = createMemoryClaims();
      const work = vi.fn(async () => value);
      const values = await Promise.all(Array.from({ length: 20 }, () => continueOnce({ claims, key: 'k' }, work)));
      expect(values).toEqual(Array(20).fill(value));
      expect(await continueOnce({ claims, key: 'k' }, work)).toEqual(value);
      expect(work).toHaveBeenCalledTimes(1);
      await continueOnce({ claims, key: 'other' }, work);
      expect(work).toHaveBeenCalledTimes(2);
    },
  );

  it('lets the next caller work if the work of the first fails', async () => {
    const claims = createMemoryClaims();
    const begun = deferred();
    const fail = deferred();
    const first = continueOnce({ claims, key: 'k' }, async () => {
      begun.resolve();
      await fail.promise;
      throw new Error('The model failed');
    });
    await begun.promise;
    const second = continueOnce({ claims, key: 'k' }, async () => 'second');
    fail.resolve();
    await expect(first).rejects.toThrow('The model failed');
    expect(await second).toBe('second');
  });

  it('lets the next caller work once the lease of a dead process has expired', async () => {
    const claims = createMemoryClaims();
    await claims.claim('lease k', 'dead', { keepMs: 100 });
    expect(await continueOnce({ claims, key: 'k' }, async () => 'second')).toBe('second');
    expect(await claims.get('lease k')).toBeUndefined();
  });

  it('renews the lease for as long as the work takes', async () => {
    useFakeTime();
    const claims = createMemoryClaims();
    const renewals = vi.spyOn(claims, 'claim');
    const end = deferred<string>();
    const first = continueOnce({ claims, key: 'k', leaseMs: 300 }, () => end.promise);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(renewals.mock.calls.length).toBeGreaterThan(6);
    end.resolve('first');
    expect(await first).toBe('first');
    expect(new Set(renewals.mock.calls.slice(0, 6).map(([, holder]) => holder)).size).toBe(1);
  });

  it.each([
    'another process holds it',
    'the claims cannot be reached',
    'it has expired, because the process was suspended',
  ])('aborts the work if %s', async (reason) => {
    const claims = createMemoryClaims();
    const begun = deferred();
    const first = continueOnce({ claims, key: 'k', leaseMs: 60 }, (signal) => {
      begun.resolve();
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
    });
    const ended = first.catch(String);
    await begun.promise;
    const claim = vi.spyOn(claims, 'claim');
    if (reason.startsWith('another')) claim.mockResolvedValue('another');
    else if (reason.startsWith('it has expired')) skipTime(60_000);
    else claim.mockRejectedValue(new Error('No connection'));
    expect(await ended).toContain('The lease "lease k" was lost');
  });

  it('never claims the lease again after it was lost', async () => {
    useFakeTime();
    const claims = createMemoryClaims();
    const hangs = deferred();
    const first = continueOnce({ claims, key: 'k', leaseMs: 300 }, () => hangs.promise);
    await vi.advanceTimersByTimeAsync(150);
    const claim = vi.spyOn(claims, 'claim').mockRejectedValue(new Error('No connection'));
    await vi.advanceTimersByTimeAsync(300);
    claim.mockRestore();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await claims.get('lease k')).toBeUndefined();
    hangs.resolve();
    await first;
  });

  it('releases the lease if a renewal claims it after it was lost', async () => {
    useFakeTime();
    const claims = createMemoryClaims();
    const [hangs, arrives] = [deferred(), deferred()];
    const first = continueOnce({ claims, key: 'k', leaseMs: 300 }, () => hangs.promise);
    await vi.advanceTimersByTimeAsync(50);
    const { claim } = claims;
    vi.spyOn(claims, 'claim').mockImplementationOnce((...args) => arrives.promise.then(() => claim(...args)));
    await vi.advanceTimersByTimeAsync(1_000);
    arrives.resolve();
    await vi.advanceTimersByTimeAsync(1);
    expect(await claims.get('lease k')).toBeUndefined();
    hangs.resolve();
    await first;
  });

  it('aborts the work before another process can start, even if the claim store answers slowly', async () => {
    useFakeTime();
    const claims = createMemoryClaims();
    const events: string[] = [];
    let cut: Promise<void> | undefined;
    const slow: ClaimStore = {
      ...claims,
      async claim(...args) {
        await cut;
        const there = await claims.claim(...args);
        await new Promise((resolve) => void setTimeout(resolve, 90));
        return there;
      },
    };
    const [hangs, network] = [deferred(), deferred()];
    const first = continueOnce({ claims: slow, key: 'k', leaseMs: 300 }, (signal) => {
      signal.addEventListener('abort', () => events.push('first aborted'));
      return hangs.promise;
    });
    // The first renewal reaches the claims at 190 ms and is confirmed at 280 ms. The next one hangs.
    await vi.advanceTimersByTimeAsync(285);
    cut = network.promise;
    await vi.advanceTimersByTimeAsync(210);
    await continueOnce({ claims, key: 'k', leaseMs: 300 }, async () => void events.push('second'));
    expect(events).toEqual(['first aborted', 'second']);
    network.resolve();
    hangs.resolve();
    await vi.advanceTimersByTimeAsync(1_000);
    await first;
  });

  it('aborts the work at the end of the lease if a renewal hangs, not a third of the lease later', async () => {
    useFakeTime();
    const claims = createMemoryClaims();
    const whole = performance.now.bind(performance);
    // Timers count whole milliseconds, so a timer that starts late in one fires early.
    let fraction = 0.9;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => whole() + fraction);
    onTestFinished(() => clock.mockRestore());
    const [hangs, network] = [deferred(), deferred<string>()];
    let isAborted = false;
    const first = continueOnce({ claims, key: 'k', leaseMs: 300 }, (signal) => {
      signal.addEventListener('abort', () => (isAborted = true));
      return hangs.promise;
    });
    await vi.advanceTimersByTimeAsync(50);
    fraction = 0.1;
    const claim = vi.spyOn(claims, 'claim').mockReturnValue(network.promise);
    await vi.advanceTimersByTimeAsync(255);
    expect(isAborted).toBe(true);
    claim.mockRestore();
    network.resolve('');
    hangs.resolve();
    await first;
  });

  it('returns the first outcome if another process was faster', async () => {
    const claims = createMemoryClaims();
    const value = await continueOnce({ claims, key: 'k' }, async () => {
      await claims.claim('outcome k', '"first"');
      return 'second';
    });
    expect(value).toBe('first');
  });

  it('retries to store the outcome if the claim store could not be reached', async () => {
    const claims = createMemoryClaims();
    const flaky: ClaimStore = { ...claims };
    let failures = 1;
    flaky.claim = async (key, ...rest) => {
      if (key === 'outcome k' && failures-- > 0) throw new Error('No connection');
      return claims.claim(key, ...rest);
    };
    expect(await continueOnce({ claims: flaky, key: 'k' }, async () => 'first')).toBe('first');
    expect(await continueOnce({ claims, key: 'k' }, async () => 'second')).toBe('first');
  });

  it('returns the outcome after a minute if the claim store refuses to store only that', async () => {
    useFakeTime();
    const claims = createMemoryClaims();
    const refusing: ClaimStore = {
      ...claims,
      claim: async (key, ...rest) => {
        if (key.startsWith('outcome')) throw new Error('too large');
        return claims.claim(key, ...rest);
      },
    };
    const done = continueOnce({ claims: refusing, key: 'k' }, async () => 'value');
    await vi.advanceTimersByTimeAsync(61_000);
    expect(await done).toBe('value');
    expect(await claims.get('lease k')).toBeUndefined();
  });

  it('stops waiting if its signal is aborted, and claims nothing', async () => {
    const claims = createMemoryClaims();
    const end = deferred<string>();
    const first = continueOnce({ claims, key: 'k' }, () => end.promise);
    const work = vi.fn(async () => 'second');
    const stop = new AbortController();
    const waiting = continueOnce({ claims, key: 'k', signal: stop.signal }, work).catch(String);
    await expect.poll(() => claims.get('lease k')).toBeDefined();
    stop.abort(new Error('Stopped'));
    expect(await waiting).toBe('Error: Stopped');
    await expect(continueOnce({ claims, key: 'other', signal: stop.signal }, work)).rejects.toThrow('Stopped');
    expect(await claims.get('lease other')).toBeUndefined();
    end.resolve('first');
    expect(await first).toBe('first');
    expect(work).not.toHaveBeenCalled();
  });

  it('rejects before any work if the claim store rejects', async () => {
    const claims = createMemoryClaims();
    vi.spyOn(claims, 'claim').mockRejectedValue(new Error('No connection'));
    const work = vi.fn(async () => 'first');
    await expect(continueOnce({ claims, key: 'k' }, work)).rejects.toThrow('No connection');
    expect(work).not.toHaveBeenCalled();
  });
});
