import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { createQueue, type Queue } from '../../src/react/queue.js';
import { createScriptedClient, wire } from '../helpers/scripted-client.js';

const ask = (id: string) => wire(id, [{ question: `What of ${id}?` }]);
const shownId = (queue: Queue) => queue.getState().shown?.request.request.requestId;
const ANSWERED = { status: 'answered', answers: [] } as const;

describe('whose turn it is [R-QUEUE]', () => {
  it('first in first out, the others counted', () => {
    const client = createScriptedClient(ask('q1'), ask('q2'), ask('q3'));
    const queue = createQueue(client);
    expect([shownId(queue), queue.getState().waiting]).toEqual(['q1', 2]);
    client.end('q1', ANSWERED, { own: true });
    expect([shownId(queue), queue.getState().waiting]).toEqual(['q2', 1]);
  });

  it('one that is shown stays, even when an older one comes back', () => {
    const client = createScriptedClient(ask('q2'));
    const queue = createQueue(client);
    expect(shownId(queue)).toBe('q2');
    client.arrive(ask('q1'));
    expect([shownId(queue), queue.getState().waiting]).toEqual(['q2', 1]);
  });

  it('an ending of somebody else stays until it has been read', () => {
    const client = createScriptedClient(ask('q1'), ask('q2'));
    const queue = createQueue(client);
    queue.getState();
    client.end('q1', ANSWERED, { by: 'Ana' });
    expect([shownId(queue), queue.getState().outside]).toEqual(['q1', ANSWERED]);
    queue.leave();
    expect(shownId(queue)).toBe('q2');
    expect(client.calls).toEqual([['dismiss', 'q1']]);
  });

  it('what can be answered does not wait behind what nobody waits for', () => {
    const client = createScriptedClient(wire('q1', [{ question: '?' }], { state: 'orphaned' }), ask('q2'));
    const queue = createQueue(client);
    expect([shownId(queue), queue.getState().waiting]).toEqual(['q2', 0]);
    client.end('q2', ANSWERED, { own: true });
    expect(shownId(queue)).toBe('q1');
  });

  it('a dismissed orphan makes room, and comes back when its agent does', () => {
    const client = createScriptedClient(ask('q1'));
    const queue = createQueue(client);
    queue.getState();
    client.orphan('q1');
    queue.leave();
    expect(shownId(queue)).toBeUndefined();
    client.arrive(ask('q1'));
    expect(shownId(queue)).toBe('q1');
  });

  it('one that vanishes without a word has ended, unless its host knows it again', () => {
    const client = createScriptedClient(ask('q1'));
    const queue = createQueue(client);
    const before = queue.getState().shown?.turn;
    client.forget('q1');
    expect(queue.getState().outside).toEqual({ status: 'aborted', reason: 'unknown' });
    client.arrive(ask('q1'));
    expect([queue.getState().shown?.ending?.own, queue.getState().waiting]).toEqual([false, 1]);
    queue.leave();
    expect(queue.getState().shown).toEqual({ request: ask('q1'), turn: before! + 1 });
  });

  it('a server knows of nothing yet', () => {
    const queue = createQueue(createScriptedClient(ask('q1')));
    expect(queue.getInitialState()).toMatchObject({ shown: undefined, waiting: 0, connection: 'connecting' });
  });
});

describe('what is sent [R-QUEUE] [R-FIRST]', () => {
  const send = (queue: Queue, answer: () => ReturnType<ReturnType<typeof createScriptedClient>['answer']>) =>
    queue.send(queue.getState().shown!.request, ANSWERED, answer);

  it('makes room once it is taken, before the client has heard of it', async () => {
    const client = createScriptedClient(ask('q1'), ask('q2'));
    const queue = createQueue(client);
    expect(await send(queue, () => client.answer('q1', []))).toEqual({ ok: true });
    expect([shownId(queue), queue.getState().waiting]).toEqual(['q2', 0]);
    client.end('q1', ANSWERED, { own: true });
    expect(queue.takeEnded().map(({ own }) => own)).toEqual([true]);
  });

  it.each(['offline', 'refused', 'orphaned', 'unavailable', 'invalid'] as const)(
    '%s: nothing has ended',
    async (code) => {
      const client = createScriptedClient(ask('q1'));
      const queue = createQueue(client);
      client.reply({ ok: false, code: code === 'refused' ? 'forbidden' : code, message: 'no' });
      expect(await send(queue, () => client.answer('q1', []))).toEqual({ ok: false, message: 'no' });
      expect([shownId(queue), queue.getState().outside, queue.takeEnded()]).toEqual(['q1', undefined, []]);
    },
  );

  it.each(['offline', 'refused', 'unavailable'] as const)(
    'gives the dialog the result of an answer that was reported as %s and arrived after all [R-QUEUE]',
    async (code) => {
      const client = createScriptedClient(ask('q1'));
      const queue = createQueue(client);
      client.reply({ ok: false, code: code === 'refused' ? 'forbidden' : code, message: 'no' });
      await send(queue, () => client.answer('q1', []));
      expect(queue.getState().outside).toBeUndefined();
      client.end('q1', ANSWERED, { own: true });
      expect([shownId(queue), queue.getState().outside]).toEqual(['q1', ANSWERED]);
    },
  );

  it('gives the dialog the result that arrives while the answer is sent again, once that attempt fails [R-QUEUE]', async () => {
    const client = createScriptedClient(ask('q1'));
    const queue = createQueue(client);
    client.reply({ ok: false, code: 'offline', message: 'no' });
    await send(queue, () => client.answer('q1', []));
    const again = send(queue, () => client.answer('q1', []));
    client.end('q1', ANSWERED, { own: true });
    expect(queue.getState().outside).toBeUndefined();
    await again;
    expect(queue.getState().outside).toEqual(ANSWERED);
  });

  it('a client that throws has delivered nothing', async () => {
    const client = createScriptedClient(ask('q1'));
    const queue = createQueue(client);
    expect(await send(queue, () => Promise.reject(new Error('torn')))).toEqual({ ok: false, message: 'torn' });
    expect(queue.takeEnded()).toEqual([]);
  });

  it('too late: waits to hear how it ended', async () => {
    const client = createScriptedClient(ask('q1'));
    const queue = createQueue(client);
    client.reply({ ok: false, code: 'already_resolved', message: '' });
    const sent = send(queue, () => client.answer('q1', []));
    await Promise.resolve();
    client.end('q1', ANSWERED, { by: 'Ana' });
    expect(await sent).toMatchObject({ ok: false, code: 'already_resolved' });
    expect(queue.takeEnded()).toMatchObject([{ by: 'Ana', own: false }]);
  });

  it('too late, and nobody says how it ended', async () => {
    vi.useFakeTimers();
    const client = createScriptedClient(ask('q1'));
    const queue = createQueue(client);
    client.reply({ ok: false, code: 'unknown', message: '' });
    const sent = send(queue, () => client.answer('q1', []));
    await vi.runAllTimersAsync();
    vi.useRealTimers();
    expect(await sent).toMatchObject({ ok: false, code: 'unknown' });
    expect([queue.getState().outside, client.listeners]).toEqual([{ status: 'aborted', reason: 'unknown' }, 0]);
  });
});

it('whatever happens, one shown never gives way before it has ended, each ending is told once, none comes back [R-QUEUE]', () => {
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
        const before = queue.getState().shown;
        const pending = client.getState().requests.some(({ request }) => request.requestId === id);
        const ended =
          client.getState().endings.some(({ request }) => request.request.requestId === id) || told.includes(id);
        if (what === 'arrive' && !pending && !ended) client.arrive(ask(id));
        if (what === 'endOwn' && pending) client.end(id, ANSWERED, { own: true });
        if (what === 'endOther' && pending) client.end(id, ANSWERED);
        if (what === 'orphan') client.orphan(id);
        if (what === 'revive') client.orphan(id, 'awaiting_user_response');
        if (what === 'leave') queue.leave();
        if (what === 'offline' || what === 'online') client.connect(what);
        const { shown } = queue.getState();
        const now = queue.takeEnded().map(({ request }) => request.request.requestId);
        for (const one of now) expect(told).not.toContain(one);
        told.push(...now);
        const was = before?.request.request.requestId;
        if (before && shown?.request.request.requestId !== was && what !== 'leave')
          expect(before.ending?.own || told.includes(was!)).toBe(true);
        if (shown && !shown.ending) expect(told).not.toContain(shown.request.request.requestId);
      }
    }),
  );
});
