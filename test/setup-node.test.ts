import { setInterval as nodeInterval } from 'node:timers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { watchLeaks } from './helpers/leaks.js';

/** Starts another watch inside the one of every test. Returns a function that lists the new leaks. */
function watched() {
  const watch = watchLeaks();
  onTestFinished(watch.stop);
  const before = watch.snapshot();
  return (patienceMs = 0) => watch.added(before, patienceMs);
}

describe('the leak check', () => {
  it('names an interval and the line that created it', async () => {
    const left = watched();
    const timer = setInterval(() => {}, 1_000);
    expect(await left()).toEqual([expect.stringMatching(/^setInterval of 1000 ms .*setup-node\.test\.ts:\d+/)]);
    clearInterval(timer);
    expect(await left()).toEqual([]);
  });

  it('names a timeout until it has fired, even if it is unreferenced', async () => {
    const left = watched();
    const fired = new Promise<void>((resolve) => setTimeout(resolve, 20).unref());
    expect(await left()).toEqual([expect.stringMatching(/^setTimeout of 20 ms /)]);
    expect(await left(10_000)).toEqual([]);
    await fired;
  });

  it('names a listener on `process`', async () => {
    const left = watched();
    const listener = () => {};
    process.once('SIGINT', listener);
    expect(await left()).toEqual([expect.stringMatching(/^process\.on\('SIGINT'\) .*setup-node\.test\.ts/)]);
    process.off('SIGINT', listener);
    expect(await left()).toEqual([]);
  });

  it('waits for clean-up that the test does not await', async () => {
    const left = watched();
    const timer = setInterval(() => {}, 1_000);
    setImmediate(() => clearInterval(timer));
    expect(await left(10_000)).toEqual([]);
  });

  it('ignores timers of Node.js and of packages, which keep connections alive', async () => {
    const left = watched();
    const timer = nodeInterval(() => {}, 1_000);
    const response = AbortSignal.timeout(1_000);
    expect(response.aborted).toBe(false);
    expect(await left()).toEqual([]);
    clearInterval(timer);
  });

  it.fails('fails a test that leaves an interval behind', () => {
    const timer = setInterval(() => {}, 1_000);
    // Clear the interval after the check has failed, so it does not outlive this run.
    setTimeout(() => clearInterval(timer), 4_000).unref();
  });
});
