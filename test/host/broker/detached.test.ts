import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  createGate,
  createTestBackend,
  fakedClock,
  line,
  makeRequest,
  replyTo,
  settleDown,
  startBroker,
} from '../helpers.js';

const DAY = 86_400_000;
const CONVERSATION = { conversationId: 'c1' };
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

describe('a request that no caller waits for [R-DETACHED]', () => {
  it('is returned once it is stored, and published on every node', async () => {
    const { near, node } = start();
    const far = node();
    const gate = createGate();
    near.store.after.open = gate.wait;
    let isBack = false;
    const opening = near.broker
      .open(makeRequest('r1'), { ...CONVERSATION, asker: 'Ada', agent: { id: 'a' }, allow: { skip: true } })
      .finally(() => (isBack = true));
    await settleDown();
    expect(isBack).toBe(false);
    gate.open();
    expect(await opening).toMatchObject({
      ok: true,
      opened: {
        state: 'awaiting_user_response',
        conversationId: 'c1',
        allow: { skip: true },
        request: { requestId: 'r1', asker: 'Ada' },
      },
    });
    await settleDown();
    for (const { events } of [near, far]) expect(events.map(line)).toEqual(['r1 awaiting_user_response']);
    await Promise.all([near.broker.close(), far.broker.close()]);
  });

  it('is withdrawn by its agent, which is no cancellation of the user [R-NOPHANTOM]', async () => {
    const { near } = start();
    await near.broker.open(makeRequest('r1'), CONVERSATION);
    expect(await near.broker.withdraw('r1', { reason: 'The agent has ended.', instanceId: 'another' })).toEqual({
      ok: false,
      code: 'unknown',
    });
    expect(await near.broker.withdraw('r1', { reason: 'The agent has ended.' })).toEqual({ ok: true });
    expect((await near.broker.get('r1'))?.settlement?.result).toEqual({
      status: 'aborted',
      reason: 'The agent has ended.',
    });
    expect(await near.broker.withdraw('r1')).toEqual({ ok: false, code: 'already_resolved' });
    await near.broker.close();
  });

  it('is answered one year later through a new node, after every process had ended, and its answer is stored', async () => {
    const { near, node } = start();
    await near.broker.open(makeRequest('r1'), CONVERSATION);
    await near.broker.close();
    await vi.advanceTimersByTimeAsync(365 * DAY);
    const second = node();
    expect(await second.broker.pending('c1')).toMatchObject([{ state: 'awaiting_user_response' }]);
    expect(await second.broker.answer('r1', REPLIES, { by: 'Ana' })).toEqual({ ok: true });
    expect(await second.broker.answer('r1', REPLIES)).toEqual({ ok: false, code: 'already_resolved' });
    await second.broker.close();
    const third = node();
    const settled = { state: 'settled', settlement: { by: 'Ana', result: { status: 'answered' } } };
    expect(await third.broker.get('r1')).toMatchObject(settled);
    expect(await third.broker.open(makeRequest('r1'), CONVERSATION)).toMatchObject({ ok: true, opened: settled });
    expect(await third.broker.ask(makeRequest('r1'), CONVERSATION)).toMatchObject({ status: 'answered' });
    await third.broker.close();
  });

  it('may say that its agent does not wait, and then takes some of the answers [R-AHEAD]', async () => {
    const { near } = start();
    const { questions } = makeRequest('r1');
    const second = { ...questions[0]!, id: 'second' };
    const request = { ...makeRequest('r1'), questions: [...questions, second], blocking: false } as const;
    const opened = await near.broker.open(request, CONVERSATION);
    expect(opened).toMatchObject({ opened: { request: { blocking: false }, allow: { partial: true } } });
    const some = [...REPLIES, { questionId: 'second', selected: [], skipped: true } as const];
    expect(await near.broker.answer('r1', some)).toEqual({ ok: true });
    await near.broker.close();
  });

  it('is the only one whose agent does not wait: `ask` waits, so a user is told nothing else [R-AHEAD]', async () => {
    const { near } = start();
    const asking = near.broker.ask({ ...makeRequest('r1'), blocking: false }, CONVERSATION);
    asking.catch(() => undefined);
    await settleDown();
    const stored = await near.broker.get('r1');
    expect([stored?.request.blocking, stored?.allow]).toEqual([undefined, undefined]);
    await near.broker.close();
  });

  it('exists once, no matter how often it is opened with the same id', async () => {
    const { near, node } = start();
    const far = node();
    const opened = await Promise.all(
      [near, far, near].map(({ broker }) => broker.open(makeRequest('r1'), CONVERSATION)),
    );
    const [first] = opened;
    for (const one of opened) expect(one).toEqual(first);
    expect(await far.broker.pending()).toHaveLength(1);
    for (const other of [
      far.broker.open(makeRequest('r1', 'Something else?'), CONVERSATION),
      far.broker.open(makeRequest('r1'), { conversationId: 'c2' }),
    ]) {
      await expect(other).rejects.toMatchObject({ code: 'duplicate_request' });
    }
    await Promise.all([near.broker.close(), far.broker.close()]);
  });

  it('receives an id if it has none', async () => {
    const { near } = start();
    const opened = await near.broker.open(makeRequest(''), CONVERSATION);
    expect(opened).toMatchObject({ opened: { request: { requestId: expect.stringMatching(/^[\da-f-]{36}$/) } } });
    await near.broker.close();
  });

  it('is orphaned after a given lease', async () => {
    const { near } = start();
    await near.broker.open(makeRequest('r1'), { ...CONVERSATION, leaseMs: DAY });
    await vi.advanceTimersByTimeAsync(DAY - 20_000);
    expect(near.events.map(line)).toEqual(['r1 awaiting_user_response']);
    await vi.advanceTimersByTimeAsync(40_000);
    expect(near.events.map(line)).toEqual(['r1 awaiting_user_response', 'r1 orphaned']);
    expect(await near.broker.answer('r1', REPLIES)).toEqual({ ok: false, code: 'orphaned' });
    await near.broker.close();
  });

  it('keeps its unlimited lease if a caller has waited for it meanwhile', async () => {
    const { near, node } = start();
    await near.broker.open(makeRequest('r1'), CONVERSATION);
    const waiting = near.broker.ask(makeRequest('r1'), CONVERSATION);
    waiting.catch(() => undefined);
    await settleDown();
    await near.broker.close();
    await vi.advanceTimersByTimeAsync(30 * DAY);
    const far = node();
    expect(await far.broker.answer('r1', REPLIES)).toEqual({ ok: true });
    await far.broker.close();
  });

  it('is not opened if no user could answer it', async () => {
    const { near } = start();
    const opened = await near.broker.open({ requestId: 'r1', questions: [] }, CONVERSATION);
    expect(opened).toMatchObject({ ok: false, code: 'invalid', issues: [{}] });
    await expect(
      near.broker.open(makeRequest('r1'), { ...CONVERSATION, agent: { id: 'b', parentId: 'a' } }),
    ).rejects.toMatchObject({ code: 'sub_agent' });
    await expect(near.broker.open(makeRequest('r1'), { ...CONVERSATION, leaseMs: 0 })).rejects.toThrow(
      /^`leaseMs` is 0\. Pass a positive number/,
    );
    await expect(near.broker.open(makeRequest('r1'), {} as typeof CONVERSATION)).rejects.toMatchObject({
      code: 'missing_conversation',
    });
    expect(near.store.calls.open).toBe(0);
    await near.broker.close();
    await expect(near.broker.open(makeRequest('r1'), CONVERSATION)).rejects.toMatchObject({ code: 'closed' });
  });

  it('exists once if the store took it and the confirmation was lost', async () => {
    const { near } = start();
    near.store.after.open = () => Promise.reject(new Error('down'));
    await expect(near.broker.open(makeRequest('r1'), CONVERSATION)).rejects.toMatchObject({
      code: 'store_failed',
      message: expect.stringContaining('Open it again with this id'),
      cause: { message: 'down' },
    });
    delete near.store.after.open;
    expect(await near.broker.open(makeRequest('r1'), CONVERSATION)).toMatchObject({ ok: true });
    expect(near.events.map(line)).toEqual(['r1 awaiting_user_response']);
    expect(await near.broker.cancel('r1')).toEqual({ ok: true });
    await near.broker.close();
  });

  it('is not settled by a stopped agent whose own request with that id was lost [R-INSTANCE]', async () => {
    const { backend, near, node } = start();
    const far = node();
    const abort = new AbortController();
    const lost = near.broker.ask(makeRequest('r1'), { ...CONVERSATION, signal: abort.signal });
    await settleDown();
    near.store.deaf = true;
    backend.drop('r1');
    expect(await far.broker.open(makeRequest('r1'), CONVERSATION)).toMatchObject({ ok: true });
    abort.abort();
    expect(await lost).toEqual({ status: 'aborted' });
    expect(await far.broker.get('r1')).toMatchObject({ state: 'awaiting_user_response' });
    expect(await far.broker.answer('r1', REPLIES)).toEqual({ ok: true });
    await Promise.all([near.broker.close(), far.broker.close()]);
  });
});

describe('a request that is open without the callback of a further `open` [R-DETACHED]', () => {
  const opens = [
    ['without a callback', undefined],
    ['with the callback "other"', 'other'],
  ] as const;
  it.each(opens)('refuses it if it was opened %s, and accepts it without one', async (how, callback) => {
    for (const { broker } of [startBroker(), start().near]) {
      await broker.open(makeRequest('r1'), { ...CONVERSATION, callback });
      const again = broker.open(makeRequest('r1'), { ...CONVERSATION, callback: 'resume' });
      await expect(again).rejects.toMatchObject({
        code: 'duplicate_request',
        message: `The question "r1" is already open ${how}, so "resume" would not receive its settlement. Settle it first, or open it again without \`callback\`.`,
      });
      expect(await broker.open(makeRequest('r1'), CONVERSATION)).toMatchObject({ ok: true });
      await broker.cancel('r1');
      const settled = await broker.open(makeRequest('r1'), { ...CONVERSATION, callback: 'resume' });
      expect(settled).toMatchObject({ ok: true, opened: { settlement: { result: { status: 'cancelled' } } } });
      await broker.close();
    }
  });
});
