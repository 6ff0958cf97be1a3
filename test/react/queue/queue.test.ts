import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { createQueue, type Queue } from '../../../src/react/queue/queue.js';
import type { DraftStorage } from '../../../src/react/drafts/saved-drafts.js';
import { createScriptedClient, wire } from '../../helpers/scripted-client.js';

const ask = (id: string) => wire(id, [{ question: `What of ${id}?` }]);
const shownId = (queue: Queue) => queue.getState().current?.request.request.requestId;
const ANSWERED = { status: 'answered', answers: [] } as const;
const GIVEN = { question: '?', answer: 'A', text: 'A', wasCustom: true, selected: [], custom: 'A' } as const;

describe('the queue [R-QUEUE]', () => {
  it('shows requests first in, first out, and counts the others', () => {
    const client = createScriptedClient(ask('q1'), ask('q2'), ask('q3'));
    const queue = createQueue(client);
    expect([shownId(queue), queue.getState().waitingCount]).toEqual(['q1', 2]);
    client.end('q1', ANSWERED, { isLocal: true });
    expect([shownId(queue), queue.getState().waitingCount]).toEqual(['q2', 1]);
  });

  it('counts and shows no others once the client is closed, because they cannot be answered', () => {
    const client = createScriptedClient(ask('q1'), ask('q2'));
    const queue = createQueue(client);
    expect(queue.getState().waitingCount).toBe(1);
    client.end('q1', { status: 'aborted' }, { isLocal: false });
    client.close();
    expect([shownId(queue), queue.getState().waitingCount]).toEqual(['q1', 0]);
    queue.dismiss();
    expect(shownId(queue)).toBeUndefined();
  });

  it('counts the rounds of each conversation, and the answers that were sent from here [R-ROUNDS]', () => {
    const answer = (questionId: string, skipped?: true) =>
      ({ ...GIVEN, questionId, ...(skipped && { skipped }) }) as const;
    const client = createScriptedClient(ask('q1'));
    const queue = createQueue(client);
    const round = () => queue.getState().current?.round;
    const end = (id: string, by?: string) =>
      client.end(
        id,
        { status: 'answered', answers: [answer('a'), answer('b', true), answer('c')] },
        by === undefined ? { isLocal: true } : { by },
      );
    expect(round()).toEqual({ number: 1, answered: 0 });
    end('q1');
    client.arrive(ask('q2'));
    expect(round()).toEqual({ number: 2, answered: 2 });
    end('q2', 'Ana');
    queue.dismiss();
    client.arrive(ask('q3'));
    expect(round()).toEqual({ number: 2, answered: 2 });
    client.end('q3', { status: 'cancelled' }, { isLocal: true });
    client.arrive({ ...ask('q4'), conversationId: 'other' });
    expect(round()).toEqual({ number: 1, answered: 0 });
    end('q4');
    client.arrive(ask('q5'));
    expect(round()).toEqual({ number: 2, answered: 2 });
    end('q5');
    client.arrive(ask('q6'));
    expect(round()).toEqual({ number: 3, answered: 4 });
  });

  it('counts on after a reload, with the storage of the host [R-ROUNDS]', () => {
    const stored = new Map<string, string>();
    const storage: DraftStorage = {
      get: (key) => stored.get(key),
      set: (key, text) => void stored.set(key, text),
      remove: (key) => void stored.delete(key),
    };
    const roundAfterReload = (conversationId = 'c') => {
      const client = createScriptedClient({ ...ask('q'), conversationId });
      const queue = createQueue(client, storage);
      const { round } = queue.getState().current!;
      client.end('q', { status: 'answered', answers: [{ ...GIVEN, questionId: 'a' }] }, { isLocal: true });
      queue.getState();
      return round;
    };
    expect(roundAfterReload()).toEqual({ number: 1, answered: 0 });
    expect(roundAfterReload()).toEqual({ number: 2, answered: 1 });
    expect(roundAfterReload('other')).toEqual({ number: 1, answered: 0 });
    for (let index = 0; index < 19; index++) roundAfterReload(`c${index}`);
    expect(roundAfterReload('other')).toEqual({ number: 2, answered: 1 });
    expect(roundAfterReload()).toEqual({ number: 1, answered: 0 });
    for (const text of ['{', '{}', '[1]', '[{"conversationId":"c"}]']) {
      stored.set('ask-user-rounds', text);
      expect(roundAfterReload()).toEqual({ number: 1, answered: 0 });
    }
  });

  it('counts from the last stored round if the storage fails', () => {
    const fail = () => {
      throw new Error('full');
    };
    const client = createScriptedClient(ask('q1'));
    const queue = createQueue(client, { get: fail, set: fail, remove: fail });
    expect(queue.getState().current?.round).toEqual({ number: 1, answered: 0 });
    client.end('q1', ANSWERED, { isLocal: true });
    client.arrive(ask('q2'));
    expect(queue.getState().current?.round).toEqual({ number: 1, answered: 0 });
  });

  it('keeps the current request, even if an older one returns', () => {
    const client = createScriptedClient(ask('q2'));
    const queue = createQueue(client);
    expect(shownId(queue)).toBe('q2');
    client.arrive(ask('q1'));
    expect([shownId(queue), queue.getState().waitingCount]).toEqual(['q2', 1]);
  });

  it('keeps a request that another user answered until it is dismissed', () => {
    const client = createScriptedClient(ask('q1'), ask('q2'));
    const queue = createQueue(client);
    queue.getState();
    client.end('q1', ANSWERED, { by: 'Ana' });
    expect([shownId(queue), queue.getState().externalResult]).toEqual(['q1', ANSWERED]);
    queue.dismiss();
    expect(shownId(queue)).toBe('q2');
    expect(client.calls).toEqual([['dismiss', 'q1']]);
  });

  it('prefers pending requests to orphaned ones', () => {
    const client = createScriptedClient(wire('q1', [{ question: '?' }], { state: 'orphaned' }), ask('q2'));
    const queue = createQueue(client);
    expect([shownId(queue), queue.getState().waitingCount]).toEqual(['q2', 0]);
    client.end('q2', ANSWERED, { isLocal: true });
    expect(shownId(queue)).toBe('q1');
  });

  it('skips a dismissed orphan, and shows it again when its agent returns', () => {
    const client = createScriptedClient(ask('q1'));
    const queue = createQueue(client);
    queue.getState();
    client.orphan('q1');
    queue.dismiss();
    expect(shownId(queue)).toBeUndefined();
    client.arrive(ask('q1'));
    expect(shownId(queue)).toBe('q1');
  });

  it('shows an orphaned instance after the settled one with the same id is dismissed', () => {
    const client = createScriptedClient(ask('q1'));
    const queue = createQueue(client);
    queue.getState();
    client.end('q1', ANSWERED, { by: 'Ana' });
    client.arrive({ ...ask('q1'), instanceId: 'q1#2', state: 'orphaned' });
    queue.dismiss();
    expect(queue.getState().current?.request.instanceId).toBe('q1#2');
    queue.dismiss();
    expect([shownId(queue), client.getState().settled]).toEqual([undefined, []]);
  });

  it('treats a request that vanishes as settled, unless the host reports it again', () => {
    const client = createScriptedClient(ask('q1'));
    const queue = createQueue(client);
    const before = queue.getState().current?.generation;
    client.forget('q1');
    expect(queue.getState().externalResult).toEqual({ status: 'aborted', reason: 'unknown' });
    client.arrive(ask('q1'));
    expect([queue.getState().current?.settlement?.isLocal, queue.getState().waitingCount]).toEqual([false, 1]);
    queue.dismiss();
    expect(queue.getState().current).toMatchObject({ request: ask('q1'), generation: before! + 1 });
  });

  it('is empty on a server', () => {
    const queue = createQueue(createScriptedClient(ask('q1')));
    expect(queue.getInitialState()).toEqual({ waitingCount: 0, aheadCount: 0, connection: 'connecting' });
  });
});

describe('a delivery from the queue [R-QUEUE] [R-FIRST]', () => {
  const send = (queue: Queue, answer: () => ReturnType<ReturnType<typeof createScriptedClient>['answer']>) =>
    queue.send(queue.getState().current!.request, ANSWERED, answer);

  it('shows the next request once it is accepted, before the client is notified', async () => {
    const client = createScriptedClient(ask('q1'), ask('q2'));
    const queue = createQueue(client);
    expect(await send(queue, () => client.answer('q1', []))).toEqual({ ok: true });
    expect([shownId(queue), queue.getState().waitingCount]).toEqual(['q2', 0]);
    client.end('q1', ANSWERED, { isLocal: true });
    expect(queue.takeSettled().map(({ isLocal }) => isLocal)).toEqual([true]);
  });

  it.each(['offline', 'refused', 'orphaned', 'unavailable', 'invalid'] as const)(
    'settles nothing if it is refused as %s',
    async (code) => {
      const client = createScriptedClient(ask('q1'));
      const queue = createQueue(client);
      client.reply({ ok: false, code: code === 'refused' ? 'forbidden' : code, message: 'no' });
      expect(await send(queue, () => client.answer('q1', []))).toEqual({
        ok: false,
        // The code of an orphaned request would settle the flow. The text of the client is English.
        ...(code !== 'orphaned' && { code: code === 'refused' ? 'forbidden' : code }),
      });
      expect([shownId(queue), queue.getState().externalResult, queue.takeSettled()]).toEqual(['q1', undefined, []]);
    },
  );

  it.each(['offline', 'refused', 'unavailable'] as const)(
    'passes the dialog the result of an answer that was reported as %s but had arrived [R-QUEUE]',
    async (code) => {
      const client = createScriptedClient(ask('q1'));
      const queue = createQueue(client);
      client.reply({ ok: false, code: code === 'refused' ? 'forbidden' : code, message: 'no' });
      await send(queue, () => client.answer('q1', []));
      expect(queue.getState().externalResult).toBeUndefined();
      client.end('q1', ANSWERED, { isLocal: true });
      expect([shownId(queue), queue.getState().externalResult]).toEqual(['q1', ANSWERED]);
    },
  );

  it('passes the dialog a result that arrives during a repeated delivery, once that fails [R-QUEUE]', async () => {
    const client = createScriptedClient(ask('q1'));
    const queue = createQueue(client);
    client.reply({ ok: false, code: 'offline', message: 'no' });
    await send(queue, () => client.answer('q1', []));
    const again = send(queue, () => client.answer('q1', []));
    client.end('q1', ANSWERED, { isLocal: true });
    expect(queue.getState().externalResult).toBeUndefined();
    await again;
    expect(queue.getState().externalResult).toEqual(ANSWERED);
  });

  it('fails if the client throws', async () => {
    const client = createScriptedClient(ask('q1'));
    const queue = createQueue(client);
    const cause = new Error('torn');
    expect(await send(queue, () => Promise.reject(cause))).toEqual({ ok: false, code: 'offline', cause });
    expect(queue.takeSettled()).toEqual([]);
  });

  it('waits for the settlement if it is too late', async () => {
    const client = createScriptedClient(ask('q1'));
    const queue = createQueue(client);
    client.reply({ ok: false, code: 'already_resolved', message: '' });
    const sent = send(queue, () => client.answer('q1', []));
    await Promise.resolve();
    client.end('q1', ANSWERED, { by: 'Ana' });
    expect(await sent).toMatchObject({ ok: false, code: 'already_resolved' });
    expect(queue.takeSettled()).toMatchObject([{ by: 'Ana', isLocal: false }]);
  });

  it('settles the request as aborted if it is too late and no settlement arrives', async () => {
    vi.useFakeTimers();
    const client = createScriptedClient(ask('q1'));
    const queue = createQueue(client);
    client.reply({ ok: false, code: 'unknown', message: '' });
    const sent = send(queue, () => client.answer('q1', []));
    await vi.runAllTimersAsync();
    vi.useRealTimers();
    expect(await sent).toMatchObject({ ok: false, code: 'unknown' });
    expect([queue.getState().externalResult, client.listeners]).toEqual([{ status: 'aborted', reason: 'unknown' }, 0]);
  });
});

it('the queue never replaces a pending request, reports each settlement once, and revives none [R-QUEUE]', () => {
  const step = fc.record({
    what: fc.constantFrom('arrive', 'endOwn', 'endOther', 'orphan', 'revive', 'leave', 'offline', 'online'),
    which: fc.integer({ min: 1, max: 5 }),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const client = createScriptedClient();
      const queue = createQueue(client);
      const told: string[] = [];
      for (const { what, which } of steps) {
        const id = `q${which}`;
        const before = queue.getState().current;
        const pending = client.getState().requests.some(({ request }) => request.requestId === id);
        const ended =
          client.getState().settled.some(({ request }) => request.request.requestId === id) || told.includes(id);
        if (what === 'arrive' && !pending && !ended) client.arrive(ask(id));
        if (what === 'endOwn' && pending) client.end(id, ANSWERED, { isLocal: true });
        if (what === 'endOther' && pending) client.end(id, ANSWERED);
        if (what === 'orphan') client.orphan(id);
        if (what === 'revive') client.orphan(id, 'awaiting_user_response');
        if (what === 'leave') queue.dismiss();
        if (what === 'offline' || what === 'online') client.connect(what);
        const { current } = queue.getState();
        const now = queue.takeSettled().map(({ request }) => request.request.requestId);
        for (const one of now) expect(told).not.toContain(one);
        told.push(...now);
        const was = before?.request.request.requestId;
        if (before && current?.request.request.requestId !== was && what !== 'leave')
          expect(before.settlement?.isLocal || told.includes(was!)).toBe(true);
        if (current && !current.settlement) expect(told).not.toContain(current.request.request.requestId);
      }
    }),
  );
});
