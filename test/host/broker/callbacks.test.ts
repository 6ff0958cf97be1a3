import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CallbackError } from '../../../src/host/errors.js';
import type { SettledStoredRequest } from '../../../src/host/store/requests.js';
import { createGate, createTestBackend, fakedClock, makeRequest, replyTo, startBroker } from '../helpers.js';

const MINUTE = 60_000;
const YEAR = 365 * 86_400_000;
const SOON_MS = 100;
const DETACHED = { conversationId: 'c1', callback: 'resume' };
const REPLIES = replyTo(makeRequest('r1'));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function start() {
  const backend = createTestBackend(fakedClock);
  const node = () => {
    const store = backend.connect();
    return { store, ...startBroker({ store }) };
  };
  return { backend, node, near: node() };
}

const soon = () => vi.advanceTimersByTimeAsync(SOON_MS);

/** Formats a settlement that a callback received as one line. */
const toLine = (settled: SettledStoredRequest) => `${settled.request.requestId} ${settled.settlement.result.status}`;

/** Creates a callback handler that records its calls and fails the given number of times. */
function createHandler(failures = 0) {
  const got: string[] = [];
  let left = failures;
  const handler = vi.fn(async (settled: SettledStoredRequest, { attempt }: { attempt: number }) => {
    got.push(`${toLine(settled)} #${attempt}`);
    if (left-- > 0) throw new Error('No route to the agent.');
  });
  return { got, handler };
}

describe('a callback [R-DETACHED]', () => {
  it.each([
    ['in memory', () => startBroker()],
    ['in a durable store', () => start().near],
  ])('receives the user’s answer once, with the request (%s)', async (_, makeNode) => {
    const { broker, errors } = makeNode();
    const got: SettledStoredRequest[] = [];
    broker.registerCallback('resume', (settled) => void got.push(settled));
    await broker.open({ ...makeRequest('r1'), metadata: { run: 7 }, raw: { any: 1 } }, DETACHED);
    await broker.open(makeRequest('r2'), { conversationId: 'c1' });
    await soon();
    expect(got).toEqual([]);
    await broker.answer('r1', REPLIES, { by: 'Ana' });
    await broker.cancel('r2');
    await vi.advanceTimersByTimeAsync(10 * MINUTE);
    expect(got).toMatchObject([
      {
        state: 'settled',
        conversationId: 'c1',
        request: { requestId: 'r1', metadata: { run: 7 }, raw: { any: 1 } },
        settlement: { by: 'Ana', result: { status: 'answered', answers: [{ answer: 'SQLite' }] } },
      },
    ]);
    expect(errors).toEqual([]);
    await broker.close();
  });

  it.each([
    [
      'throws',
      'No delay',
      () => {
        throw new Error('No delay');
      },
    ],
    [
      'is not a number',
      'delayMs(1) returned NaN, which is not a number of milliseconds. The default is used.',
      () => NaN,
    ],
    [
      'is infinite',
      'delayMs(1) returned Infinity, which is not a number of milliseconds. The default is used.',
      () => Infinity,
    ],
    [
      'is too long for a store',
      'delayMs(1) returned 1e+300, which is above 3155760000000. The default is used.',
      () => 1e300,
    ],
  ])('is called again after the default delay if its own delay %s', async (_, message, delayMs) => {
    const { near } = start();
    const { got, handler } = createHandler(1);
    near.broker.registerCallback('resume', handler, { delayMs });
    await near.broker.open(makeRequest('r1'), DETACHED);
    await near.broker.answer('r1', REPLIES);
    await vi.advanceTimersByTimeAsync(3_900);
    expect(got).toEqual(['r1 answered #1']);
    await vi.advanceTimersByTimeAsync(1_500);
    expect(got).toEqual(['r1 answered #1', 'r1 answered #2']);
    expect(near.errors[0]).toEqual(new Error(message));
    expect(near.errors.slice(1)).toEqual([expect.any(CallbackError)]);
    await near.broker.close();
  });

  it('receives every kind of settlement, including that of an `ask` for the same request', async () => {
    const { near } = start();
    const { got, handler } = createHandler();
    near.broker.registerCallback('resume', handler);
    for (const id of ['r1', 'r2', 'r3', 'r4']) await near.broker.open(makeRequest(id), DETACHED);
    await near.broker.cancel('r1');
    await near.broker.decline('r2');
    const controller = new AbortController();
    const asking = near.broker.ask(makeRequest('r3'), { conversationId: 'c1', signal: controller.signal });
    await soon();
    controller.abort();
    expect(await asking).toEqual({ status: 'aborted' });
    await near.broker.supersede('c1');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(got.toSorted()).toEqual(['r1 cancelled #1', 'r2 declined #1', 'r3 aborted #1', 'r4 superseded #1']);
    await near.broker.close();
  });

  it('on one node receives what another node stored and a third node answered, one year later', async () => {
    const { near, node } = start();
    await near.broker.open(makeRequest('r1'), DETACHED);
    await near.broker.close();
    await vi.advanceTimersByTimeAsync(YEAR);
    const web = node();
    await web.broker.answer('r1', REPLIES);
    await web.broker.close();
    await vi.advanceTimersByTimeAsync(10 * MINUTE);
    const worker = node();
    const { got, handler } = createHandler();
    worker.broker.registerCallback('resume', handler);
    await soon();
    expect(got).toEqual(['r1 answered #1']);
    await worker.broker.close();
  });

  it('is called by one node, no matter how many nodes have registered it', async () => {
    const { near, node } = start();
    const nodes = [near, ...Array.from({ length: 9 }, node)];
    const { got, handler } = createHandler();
    for (const { broker } of nodes) broker.registerCallback('resume', handler);
    const ids = Array.from({ length: 100 }, (_, i) => `r${i}`);
    await Promise.all(ids.map((id) => near.broker.open(makeRequest(id), DETACHED)));
    await Promise.all(ids.map((id, i) => nodes[i % 10]!.broker.cancel(id)));
    await vi.advanceTimersByTimeAsync(10 * MINUTE);
    expect(got.toSorted()).toEqual(ids.map((id) => `${id} cancelled #1`).toSorted());
    await Promise.all(nodes.map(({ broker }) => broker.close()));
  });

  it('is called for at most ten settlements at a time', async () => {
    const { near } = start();
    const gate = createGate();
    let running = 0;
    let most = 0;
    near.broker.registerCallback('resume', async () => {
      most = Math.max(most, ++running);
      await gate.wait();
      running -= 1;
    });
    for (let i = 0; i < 25; i++) {
      await near.broker.open(makeRequest(`r${i}`), DETACHED);
      await near.broker.cancel(`r${i}`);
    }
    await vi.advanceTimersByTimeAsync(1_000);
    expect([running, most]).toEqual([10, 10]);
    gate.open();
    await vi.advanceTimersByTimeAsync(1_000);
    expect([running, most]).toEqual([0, 10]);
    await near.broker.close();
  });

  it('is called again after growing delays if it fails, and each failure is reported', async () => {
    const { near } = start();
    const { got, handler } = createHandler(3);
    near.broker.registerCallback('resume', handler, { delayMs: (failures) => failures * 60_000 });
    await near.broker.open(makeRequest('r1'), DETACHED);
    await near.broker.cancel('r1');
    const calls: number[] = [];
    for (let minute = 0; minute <= 6; minute++) {
      await soon();
      calls.push(handler.mock.calls.length);
      await vi.advanceTimersByTimeAsync(60_000 - SOON_MS);
    }
    expect(calls).toEqual([1, 2, 2, 3, 3, 3, 4]);
    expect(got).toEqual([1, 2, 3, 4].map((attempt) => `r1 cancelled #${attempt}`));
    expect(near.errors.map(String)).toEqual(
      [1, 2, 3].map(
        (attempt) =>
          `CallbackError: Attempt ${attempt} of the callback "resume" at the settlement of "r1" failed: No route to the agent. The next attempt starts in ${attempt * 60} s.`,
      ),
    );
    expect(await near.broker.parkedCallbacks()).toEqual([]);
    await near.broker.close();
  });

  it('is retried by another node if the node on which it failed is closed', async () => {
    const { near, node } = start();
    const failing = createHandler(1);
    near.broker.registerCallback('resume', failing.handler);
    await near.broker.open(makeRequest('r1'), DETACHED);
    await near.broker.cancel('r1');
    await soon();
    await near.broker.close();
    const far = node();
    const { got, handler } = createHandler();
    far.broker.registerCallback('resume', handler);
    await vi.advanceTimersByTimeAsync(20_000);
    expect([...failing.got, ...got]).toEqual(['r1 cancelled #1', 'r1 cancelled #2']);
    await far.broker.close();
  });

  it('is retried for more than ten hours by default, with growing delays', async () => {
    const { near } = start();
    const at: number[] = [];
    const began = Date.now();
    near.broker.registerCallback('resume', () => {
      at.push(Date.now() - began);
      throw new Error('Down');
    });
    await near.broker.open(makeRequest('r1'), DETACHED);
    await near.broker.cancel('r1');
    await vi.advanceTimersByTimeAsync(720 * MINUTE);
    expect(at).toHaveLength(10);
    expect(at.at(-1)).toBeGreaterThan(480 * MINUTE);
    const waits = at.slice(1).map((time, i) => time - at[i]!);
    expect(waits).toEqual(waits.toSorted((a, b) => a - b));
    await near.broker.close();
  });

  it('is parked if it keeps failing, listed on every node, and called again only after a retry', async () => {
    const { near, node } = start();
    const far = node();
    const { got, handler } = createHandler(3);
    far.broker.registerCallback('resume', handler, { attempts: 3, delayMs: () => 1 });
    await near.broker.open(makeRequest('r1'), DETACHED);
    await near.broker.answer('r1', REPLIES);
    await vi.advanceTimersByTimeAsync(10 * MINUTE);
    expect(got).toHaveLength(3);
    expect(far.errors.at(-1)).toBeInstanceOf(CallbackError);
    expect(far.errors.at(-1)).toMatchObject({
      requestId: 'r1',
      callback: 'resume',
      attempt: 3,
      isParked: true,
      message: expect.stringContaining('The settlement is parked. Call retryCallback("r1")'),
    });
    expect(await near.broker.parkedCallbacks()).toMatchObject([
      { attempts: 3, error: 'No route to the agent.', settled: { request: { requestId: 'r1' } } },
    ]);
    expect(await near.broker.retryCallback('r1')).toBe(true);
    expect(await near.broker.retryCallback('r1')).toBe(false);
    await soon();
    expect(got.at(-1)).toBe('r1 answered #1');
    expect(await far.broker.parkedCallbacks()).toEqual([]);
    await Promise.all([near.broker.close(), far.broker.close()]);
  });

  it('is parked without another call if no living process finished the last attempt', async () => {
    const { near } = start();
    await near.broker.open(makeRequest('r1'), DETACHED);
    await near.broker.cancel('r1');
    for (const claim of ['a', 'b']) await near.store.requests.take('resume', { claim, claimMs: 0, limit: 1 });
    const { got, handler } = createHandler();
    near.broker.registerCallback('resume', handler, { attempts: 2 });
    await soon();
    expect(got).toEqual([]);
    expect(await near.broker.parkedCallbacks()).toMatchObject([
      { error: 'The process ended, or lost the store, during the last attempt.' },
    ]);
    await near.broker.close();
  });

  it('keeps its claim while it runs', async () => {
    const { near, node } = start();
    const far = node();
    const gate = createGate();
    let aborted = false;
    near.broker.registerCallback('resume', async (_settled, { signal }) => {
      signal.addEventListener('abort', () => (aborted = true));
      await gate.wait();
    });
    const { got, handler } = createHandler();
    await near.broker.open(makeRequest('r1'), DETACHED);
    await near.broker.cancel('r1');
    await soon();
    far.broker.registerCallback('resume', handler);
    await vi.advanceTimersByTimeAsync(10 * MINUTE);
    gate.open();
    await vi.advanceTimersByTimeAsync(10 * MINUTE);
    expect([got, aborted, far.errors, near.errors]).toEqual([[], false, [], []]);
    await Promise.all([near.broker.close(), far.broker.close()]);
  });

  it('is called by another process within a minute if its process has died', async () => {
    const { near, node } = start();
    await near.broker.open(makeRequest('r1'), DETACHED);
    await near.broker.cancel('r1');
    // Like a process that was killed in its handler.
    await near.store.requests.take('resume', { claim: 'dead', claimMs: 30_000, limit: 1 });
    const far = node();
    const { got, handler } = createHandler();
    far.broker.registerCallback('resume', handler);
    await vi.advanceTimersByTimeAsync(29_000);
    expect(got).toEqual([]);
    await vi.advanceTimersByTimeAsync(31_000);
    expect(got).toEqual(['r1 cancelled #2']);
    await far.broker.close();
  });

  it('has its signal aborted if it is cut off from the store and another process may take over', async () => {
    const { near, node } = start();
    const far = node();
    const signals: AbortSignal[] = [];
    near.broker.registerCallback('resume', async (_settled, { signal }) => {
      signals.push(signal);
      await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
    });
    await near.broker.open(makeRequest('r1'), DETACHED);
    await near.broker.cancel('r1');
    await soon();
    near.store.before.update = () => Promise.reject(new Error('No route.'));
    near.store.before.take = () => Promise.reject(new Error('No route.'));
    const { got, handler } = createHandler();
    far.broker.registerCallback('resume', handler);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
    expect(got).toEqual(['r1 cancelled #2']);
    await Promise.all([near.broker.close(), far.broker.close()]);
  });

  it('is acknowledged once the store is back, without another call', async () => {
    const { near } = start();
    const { got, handler } = createHandler();
    near.broker.registerCallback('resume', handler);
    await near.broker.open(makeRequest('r1'), DETACHED);
    near.store.before.update = () => Promise.reject(new Error('No route.'));
    await near.broker.cancel('r1');
    await vi.advanceTimersByTimeAsync(20_000);
    delete near.store.before.update;
    await vi.advanceTimersByTimeAsync(10 * MINUTE);
    expect(got).toEqual(['r1 cancelled #1']);
    await near.broker.close();
  });

  it('reports at once, and once per reason, that its outcome could not be stored', async () => {
    const { near } = start();
    near.broker.registerCallback('resume', createHandler().handler);
    await near.broker.open(makeRequest('r1'), DETACHED);
    near.store.before.update = () => Promise.reject(new Error('invalid byte sequence.'));
    await near.broker.cancel('r1');
    await soon();
    const problem = (why: string) =>
      expect.objectContaining({
        code: 'store_failed',
        message: `The outcome of the callback "resume" at the settlement of "r1" could not be stored: ${why}. This is tried again for up to a minute; if it keeps failing, the callback is called again.`,
      });
    expect(near.errors).toEqual([problem('invalid byte sequence')]);
    await vi.advanceTimersByTimeAsync(5_000);
    near.store.before.update = () => Promise.reject(new Error('No route.'));
    await vi.advanceTimersByTimeAsync(5_000);
    expect(near.errors).toEqual([problem('invalid byte sequence'), problem('No route')]);
    delete near.store.before.update;
    await vi.advanceTimersByTimeAsync(1_000);
    await near.broker.close();
  });

  it('is parked with a text that every database can store', async () => {
    const { near } = start();
    const message = `${'x'.repeat(998)}\0😀`;
    near.broker.registerCallback('resume', () => Promise.reject(new Error(message)), { attempts: 1 });
    await near.broker.open(makeRequest('r1'), DETACHED);
    await near.broker.cancel('r1');
    await soon();
    expect(await near.broker.parkedCallbacks()).toMatchObject([{ error: `${'x'.repeat(998)}\ufffd\ufffd` }]);
    expect(near.errors).toMatchObject([{ cause: { message } }]);
    await near.broker.close();
  });

  it('is called again if the acknowledgement was lost for longer than the claim', async () => {
    const { near } = start();
    const { got, handler } = createHandler();
    near.broker.registerCallback('resume', handler);
    await near.broker.open(makeRequest('r1'), DETACHED);
    near.store.before.update = () => Promise.reject(new Error('No route.'));
    await near.broker.cancel('r1');
    await vi.advanceTimersByTimeAsync(35_000);
    delete near.store.before.update;
    await vi.advanceTimersByTimeAsync(10 * MINUTE);
    expect(got).toEqual(['r1 cancelled #1', 'r1 cancelled #2']);
    await near.broker.close();
  });

  it('is found by the next read if the store sent no notification or could not be read', async () => {
    const { near } = start();
    const { got, handler } = createHandler();
    near.broker.registerCallback('resume', handler);
    await soon();
    near.store.deaf = true;
    near.store.before.take = () => Promise.reject(new Error('No route.'));
    await near.broker.open(makeRequest('r1'), DETACHED);
    await near.broker.cancel('r1');
    await vi.advanceTimersByTimeAsync(15_000);
    expect(near.errors.map(String)).toContain('Error: No route.');
    delete near.store.before.take;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(got).toEqual(['r1 cancelled #1']);
    await near.broker.close();
  });

  it('is called with what the store took, even if it failed to take the rest', async () => {
    const { near } = start();
    const { got, handler } = createHandler();
    for (const id of ['r1', 'r2', 'r3']) {
      await near.broker.open(makeRequest(id), DETACHED);
      await near.broker.cancel(id);
    }
    // The first call reads what is due. The third one takes the second settlement.
    let calls = 0;
    near.store.before.take = () => (++calls === 3 ? Promise.reject(new Error('No route.')) : undefined);
    near.broker.registerCallback('resume', handler, { attempts: 1 });
    await soon();
    expect(got.toSorted()).toEqual(['r1 cancelled #1', 'r2 cancelled #1', 'r3 cancelled #1']);
    expect(near.errors.map(String)).toEqual(['Error: No route.']);
    await vi.advanceTimersByTimeAsync(MINUTE);
    expect(await near.broker.parkedCallbacks()).toEqual([]);
    await near.broker.close();
  });

  it('has its signal aborted by a shutdown, which waits briefly and leaves the rest to another process, also in the last attempt', async () => {
    const { near, node } = start();
    const began: string[] = [];
    near.broker.registerCallback(
      'resume',
      async (settled, { signal }) => {
        began.push(toLine(settled));
        await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
      },
      { attempts: 1 },
    );
    await near.broker.open(makeRequest('r1'), DETACHED);
    await near.broker.cancel('r1');
    await soon();
    await near.broker.close();
    expect([began, near.errors]).toEqual([['r1 cancelled'], []]);
    expect(() => near.broker.registerCallback('other', () => undefined)).toThrow('shutting down');
    const far = node();
    const { got, handler } = createHandler();
    far.broker.registerCallback('resume', handler, { attempts: 1 });
    await soon();
    expect(got).toEqual(['r1 cancelled #1']);
    expect(await far.broker.parkedCallbacks()).toEqual([]);
    await far.broker.close();
  });

  it('delays a shutdown by at most two seconds', async () => {
    const { near } = start();
    near.broker.registerCallback('resume', () => new Promise(() => undefined));
    await near.broker.open(makeRequest('r1'), DETACHED);
    await near.broker.cancel('r1');
    await soon();
    let isClosed = false;
    void near.broker.close().then(() => (isClosed = true));
    await vi.advanceTimersByTimeAsync(1_900);
    expect(isClosed).toBe(false);
    await vi.advanceTimersByTimeAsync(200);
    expect(isClosed).toBe(true);
    expect(near.store.listeners).toBe(0);
  });

  it('is not called after it is unregistered', async () => {
    const { near } = start();
    const { got, handler } = createHandler();
    const unregister = near.broker.registerCallback('resume', handler);
    unregister();
    await near.broker.open(makeRequest('r1'), DETACHED);
    await near.broker.cancel('r1');
    await vi.advanceTimersByTimeAsync(10 * MINUTE);
    expect(got).toEqual([]);
    near.broker.registerCallback('resume', handler);
    await soon();
    expect(got).toEqual(['r1 cancelled #1']);
    await near.broker.close();
  });

  it('is refused without a name, twice under one name, and without attempts', async () => {
    const { near } = start();
    const { handler } = createHandler();
    near.broker.registerCallback('resume', handler);
    expect(() => near.broker.registerCallback('resume', handler)).toThrow('already registered');
    expect(() => near.broker.registerCallback('', handler)).toThrow(TypeError);
    expect(() => near.broker.registerCallback('b', handler, { attempts: 0 })).toThrow(RangeError);
    expect(() => near.broker.registerCallback('b', handler, { leaseMs: 0 })).toThrow(RangeError);
    // @ts-expect-error JavaScript callers may pass it.
    expect(() => near.broker.registerCallback('b', handler, { delayMs: 50 })).toThrow(
      new TypeError(
        '`delayMs` is 50. Pass a function that takes the number of failures and returns milliseconds, or omit it.',
      ),
    );
    // @ts-expect-error JavaScript callers may pass it.
    expect(() => near.broker.registerCallback('b')).toThrow(
      new TypeError('The handler of the callback "b" is undefined. Pass a function.'),
    );
    await expect(near.broker.open(makeRequest('r1'), { ...DETACHED, callback: '' })).rejects.toThrow(TypeError);
    expect(await near.broker.get('r1')).toBeUndefined();
    await near.broker.close();
  });
});
