import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { after } from '../../src/host/time.js';
import { makeRequest, replyTo, startBroker } from './helpers.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.mocked(performance.now).mockRestore();
  vi.useRealTimers();
});

/** Timers count whole milliseconds, so one that starts late in a millisecond fires early by almost one. */
function createFineClock() {
  const whole = performance.now.bind(performance);
  let fraction = 0.9;
  vi.spyOn(performance, 'now').mockImplementation(() => whole() + fraction);
  return (ms: number) => {
    fraction = 0.1;
    return vi.advanceTimersByTimeAsync(ms);
  };
}

describe('a timer that fires up to a millisecond early', () => {
  it('calls back at the end of its time, and only once', async () => {
    const advance = createFineClock();
    const callback = vi.fn();
    after(50, callback);
    await advance(50);
    expect(callback).not.toHaveBeenCalled();
    await advance(100);
    expect(callback).toHaveBeenCalledOnce();
  });

  it('does not delay the next attempt of a callback in memory [R-DETACHED]', async () => {
    const advance = createFineClock();
    const { broker, errors } = startBroker();
    const handler = vi.fn().mockRejectedValueOnce(new Error('No route to the agent.'));
    broker.registerCallback('resume', handler, { delayMs: () => 1_000 });
    await broker.open(makeRequest('r1'), { conversationId: 'c1', callback: 'resume' });
    await broker.answer('r1', replyTo(makeRequest('r1')));
    await vi.advanceTimersByTimeAsync(200);
    expect(errors).toHaveLength(1);
    await advance(2_000);
    expect(handler).toHaveBeenCalledTimes(2);
    await broker.close();
  });
});
