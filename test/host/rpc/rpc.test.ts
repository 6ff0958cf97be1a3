import { afterEach, describe, expect, it, vi } from 'vitest';
import { createRpcTransport } from '../../../src/host/rpc/index.js';
import type { RpcErrorEvent } from '../../../src/host/rpc/messages.js';
import { asking, CALL, DATABASE, FEATURES, foreignPeer, heard, NAME, requestOf } from './helpers.js';

afterEach(() => void vi.useRealTimers());

describe('a request over a channel [R-RPC]', () => {
  it('is written in the format of the ask_user tool, and is pending until its response', async () => {
    const { peer, asker } = asking();
    const request = { ...requestOf('r1', DATABASE, NAME), metadata: { source: 'setup' } };
    const result = asker.ask(request, { ...CALL, asker: 'Builder', agent: { id: 'a1' }, allow: { skip: true } });
    expect(await heard(peer, 1)).toEqual({
      type: 'ask_user_request',
      requestId: 'r1',
      instanceId: expect.any(String) as string,
      questions: [
        {
          id: 'q1',
          question: 'Which database?',
          options: [{ label: 'PostgreSQL' }, { label: 'SQLite' }],
          multiSelect: false,
        },
        { id: 'q2', question: 'Which name?', multiSelect: false },
      ],
      metadata: { source: 'setup' },
      conversationId: 'c1',
      asker: 'Builder',
      allow: { skip: true },
    });
    peer.respond('r1', {
      answers: [
        { question: 'Which database?', answer: 'SQLite', selectedOption: 'SQLite', wasCustom: false },
        { question: 'Which name?', answer: 'order-processor', wasCustom: true },
      ],
    });
    expect(await result).toMatchObject({
      status: 'answered',
      answers: [
        { text: 'SQLite', selected: [{ index: 1, label: 'SQLite' }], wasCustom: false },
        { custom: 'order-processor', wasCustom: true },
      ],
    });
    expect(peer.heard).toHaveLength(1);
    await asker.close();
  });

  it('offers a partial submit, and accepts one [R-PARTIAL]', async () => {
    const { peer, asker } = asking();
    const result = asker.ask(requestOf('r1', DATABASE, NAME), { ...CALL, allow: { partial: true } });
    expect(await heard(peer, 1)).toMatchObject({ allow: { partial: true } });
    peer.respond('r1', { replies: [{ selected: [1] }, { selected: [], skipped: true }] });
    expect(await result).toMatchObject({ answers: [{ text: 'SQLite' }, { text: '', skipped: true }] });
    await asker.close();
  });

  it('offers a discussion, and accepts one with the answers so far [R-DISCUSS]', async () => {
    const { peer, asker } = asking();
    const allow = { skip: true, partial: true, decline: true, discuss: true, recommended: false };
    const result = asker.ask(requestOf('r1', DATABASE, NAME), { ...CALL, allow });
    expect(await heard(peer, 1)).toHaveProperty('allow', allow);
    const declined = { status: 'declined', discuss: true, reason: 'How big?', about: 'q2' };
    peer.respond('r1', { ...declined, replies: [{ questionId: 'q1', selected: [1] }] });
    const answers = [{ questionId: 'q1', text: 'SQLite', selected: [{ index: 1 }] }];
    expect(await result).toMatchObject({ ...declined, answers });
    await asker.close();
  });

  it('accepts a discussion with nothing but a message [R-DISCUSS]', async () => {
    const { peer, asker } = asking();
    const result = asker.ask(requestOf('r1'), { ...CALL, allow: { discuss: true } });
    await heard(peer, 1);
    peer.respond('r1', { status: 'declined', discuss: true, reason: 'How big?' });
    expect(await result).toEqual({ status: 'declined', discuss: true, reason: 'How big?', answers: [] });
    await asker.close();
  });

  it.each<[string, object]>([
    ['replies', { replies: [{ questionId: 'q1', selected: [7] }] }],
    ['replies', { replies: [{ questionId: 'q1', selected: [], skipped: true }] }],
    ['about', { about: 'q9' }],
    ['about', { about: 2 }],
    ['', { answers: ['SQLite', 'x'] }],
  ])('refuses a discussion whose %s cannot be read: %#', async (path, fields) => {
    const { peer, asker } = asking();
    const result = asker.ask(requestOf('r1', DATABASE, NAME), { ...CALL, allow: { discuss: true } });
    await heard(peer, 1);
    peer.respond('r1', { status: 'declined', discuss: true, ...fields });
    const issues = [{ path: expect.stringMatching(new RegExp(`^${path}`)) as string }];
    expect(await heard(peer, 2)).toMatchObject({ type: 'ask_user_error', code: 'invalid', issues });
    await asker.close();
    expect(await result).toMatchObject({ status: 'aborted' });
  });

  it('is matched with its response if several are pending', async () => {
    const { peer, asker } = asking();
    const asked = ['a', 'b', 'c'].map((id) => asker.ask(requestOf(id), CALL));
    await heard(peer, 3);
    for (const id of ['c', 'a', 'b']) peer.respond(id, { answers: [`for ${id}`] });
    const results = await Promise.all(asked);
    expect(results).toMatchObject(['a', 'b', 'c'].map((id) => ({ answers: [{ custom: `for ${id}` }] })));
    await asker.close();
  });

  it.each([
    [{ answered: false, answers: [], cancelled: true }, { status: 'cancelled' }],
    [
      { cancelled: true, reason: 'not now' },
      { status: 'cancelled', reason: 'not now' },
    ],
    [
      { status: 'declined', reason: 'private' },
      { status: 'declined', reason: 'private' },
    ],
    [{ answered: false, status: 'superseded' }, { status: 'superseded' }],
    [{ connectionLost: true }, { status: 'connectionLost' }],
  ])('settles as the peer responds: %j', async (fields, expected) => {
    const { peer, asker } = asking();
    const result = asker.ask(requestOf('r1'), CALL);
    peer.respond('r1', fields);
    expect(await result).toEqual(expected);
    await asker.close();
    expect(peer.heard.map(({ type }) => type)).toEqual(['ask_user_request']);
  });

  it('stays pending while responses are invalid, and the peer receives the issues [R-NOPHANTOM]', async () => {
    const { peer, asker } = asking();
    const result = asker.ask(requestOf('r1', DATABASE, FEATURES), CALL);
    await heard(peer, 1);
    peer.respond('r1', { replies: [{ selected: [5] }, { selected: [0] }] });
    expect(await heard(peer, 2)).toMatchObject({
      type: 'ask_user_error',
      requestId: 'r1',
      code: 'invalid',
      issues: [{ code: 'unknown_option', path: 'replies[0].selected[0]' }],
    });
    peer.respond('r1', { answers: [['PostgreSQL', 'SQLite'], ['Auth']] });
    expect(await heard(peer, 3)).toMatchObject({ issues: [{ code: 'too_many_options', path: 'answers[0]' }] });
    peer.respond('r1', { answers: [{ skipped: true }, 'Auth'] });
    expect(await heard(peer, 4)).toMatchObject({ issues: [{ code: 'skip_not_allowed', path: 'answers[0]' }] });
    peer.respond('r1', { answers: ['SQLite', ['Admin', 'Auth']] });
    expect(await result).toMatchObject({ answers: [{ text: 'SQLite' }, { answer: ['Auth', 'Admin'] }] });
    await asker.close();
  });

  it('is settled by its first response, and later or unknown responses are refused [R-FIRST]', async () => {
    const { peer, asker } = asking();
    const result = asker.ask(requestOf('r1'), CALL);
    peer.respond('r1', { answers: ['SQLite'], key: 'k1' });
    peer.respond('r1', { answers: ['SQLite'], key: 'k1' });
    peer.respond('r1', { answers: ['PostgreSQL'] });
    peer.respond('r1', { answers: 'nonsense' });
    peer.respond('r2', { answers: ['SQLite'] });
    peer.say({ type: 'ask_user_response', answers: ['SQLite'] });
    expect(await result).toMatchObject({ answers: [{ text: 'SQLite' }] });
    await heard(peer, 5);
    expect(peer.heard.slice(1)).toMatchObject([
      { type: 'ask_user_error', requestId: 'r1', code: 'already_resolved' },
      { type: 'ask_user_error', requestId: 'r1', code: 'already_resolved' },
      { type: 'ask_user_error', requestId: 'r2', code: 'unknown' },
      { type: 'ask_user_error', code: 'invalid', issues: [{ path: 'requestId' }] },
    ]);
    expect(await asker.ask(requestOf('r1'), CALL)).toBe(await result);
    await asker.close();
  });

  it.each(['cancelled', 'declined'])(
    'accepts a repeated response with the same key: %s [R-FIRST] [R-RPC]',
    async (status) => {
      const { peer, asker } = asking();
      const result = asker.ask(requestOf('r1'), CALL);
      peer.respond('r1', { status, key: 'k1' });
      peer.respond('r1', { status, key: 'k1' });
      peer.respond('r1', { status, key: 'k2' });
      peer.respond('r1', { status: status === 'declined' ? 'cancelled' : 'declined', key: 'k1' });
      peer.respond('r1', { answers: ['SQLite'], key: 'k1' });
      peer.respond('r2', { status, key: 'k1' });
      expect(await result).toEqual({ status });
      await heard(peer, 5);
      expect(peer.heard.slice(1).map(({ requestId, code }) => [requestId, code])).toEqual([
        ['r1', 'already_resolved'],
        ['r1', 'already_resolved'],
        ['r1', 'already_resolved'],
        ['r2', 'unknown'],
      ]);
      await asker.close();
    },
  );

  it('is withdrawn if the agent is stopped, and the peer receives a cancellation', async () => {
    const { peer, asker } = asking();
    const controller = new AbortController();
    const result = asker.ask(requestOf('r1'), { ...CALL, signal: controller.signal });
    await heard(peer, 1);
    controller.abort('The user stopped the run.');
    expect(await result).toEqual({ status: 'aborted', reason: 'The user stopped the run.' });
    expect(await heard(peer, 2)).toEqual({
      type: 'ask_user_cancel',
      requestId: 'r1',
      instanceId: peer.heard[0]?.['instanceId'],
      status: 'aborted',
      reason: 'The user stopped the run.',
    });
    peer.respond('r1', { answers: ['SQLite'] });
    expect(await heard(peer, 3)).toMatchObject({ type: 'ask_user_error', code: 'already_resolved' });
    await asker.close();
  });

  it('times out, and the peer receives a cancellation', async () => {
    vi.useFakeTimers();
    const { peer, asker } = asking();
    const result = asker.ask(requestOf('r1'), { ...CALL, timeoutMs: 5_000 });
    await vi.advanceTimersByTimeAsync(4_999);
    expect(peer.heard).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(await result).toEqual({ status: 'timedOut' });
    expect(peer.heard[1]).toMatchObject({ type: 'ask_user_cancel', requestId: 'r1', status: 'timedOut' });
    await asker.close();
  });

  it('is rejected for a sub-agent [R-SUBAGENT]', async () => {
    const { peer, asker } = asking();
    const asked = asker.ask(requestOf('r1'), { ...CALL, agent: { id: 'a2', parentId: 'a1' } });
    await expect(asked).rejects.toMatchObject({ code: 'sub_agent' });
    await asker.close();
    expect(peer.heard).toEqual([]);
  });

  it('accepts the same questions again under its id, and refuses others', async () => {
    const { peer, asker } = asking();
    const first = asker.ask(requestOf('r1'), CALL);
    const second = asker.ask(requestOf('r1'), CALL);
    await expect(asker.ask(requestOf('r1', NAME), CALL)).rejects.toMatchObject({ code: 'duplicate_request' });
    await heard(peer, 1);
    peer.respond('r1', { replies: [{ questionId: 'q1', selected: [0] }] });
    expect(await second).toBe(await first);
    await asker.close();
    expect(peer.heard).toHaveLength(1);
  });

  it('is not sent if it cannot be written as JSON', async () => {
    const { peer, asker } = asking();
    const result = await asker.ask({ ...requestOf('r1'), metadata: { size: 1n } }, CALL);
    expect(result).toMatchObject({ status: 'invalid', issues: [{ code: 'not_json', path: 'metadata' }] });
    await asker.close();
    expect(peer.heard).toEqual([]);
  });

  it('is unavailable if the peer cannot show it', async () => {
    const { peer, asker } = asking();
    const result = asker.ask(requestOf('r1'), CALL);
    await heard(peer, 1);
    const issues = [{ code: 'too_long', path: 'questions[0]', message: 'Too long for this screen.' }];
    peer.say({ type: 'ask_user_error', requestId: 'r1', code: 'invalid', message: 'No.', issues });
    const reason = 'No.\n- questions[0]: Too long for this screen.';
    expect(await result).toEqual({ status: 'unavailable', reason });
    await asker.close();
    expect(peer.heard).toHaveLength(1);
  });
});

describe('other messages on the channel [R-RPC]', () => {
  it('are passed to `onMessage`, and unreadable lines are reported', async () => {
    const peer = foreignPeer();
    const others: unknown[] = [];
    const found: RpcErrorEvent[] = [];
    const onError = (problem: RpcErrorEvent) => void found.push(problem);
    const asker = createRpcTransport(peer.channel, { onMessage: (one) => void others.push(one), onError });
    const result = asker.ask(requestOf('r1'), CALL);
    peer.say({ type: 'extension_ui_request', id: 1 });
    peer.say({ jsonrpc: '2.0' });
    peer.say('Warning: deprecated\n');
    peer.respond('r1', { answers: ['SQLite'] });
    expect(await result).toMatchObject({ status: 'answered' });
    expect(others).toEqual([{ type: 'extension_ui_request', id: 1 }, { jsonrpc: '2.0' }]);
    expect(found).toMatchObject([{ code: 'not_json', line: 'Warning: deprecated' }]);
    await asker.close();
  });
});
