import { describe, expect, it } from 'vitest';
import { AskUserError, createAskUserTool } from '../../../src/host/index.js';
import { createRpcTransport } from '../../../src/host/rpc/index.js';
import { asking, CALL, DATABASE, heard, requestOf } from './helpers.js';

describe('a peer that disconnects [R-RPC]', () => {
  const LOST = { status: 'connectionLost' };

  it.each(['hangUp', 'breakOff', 'stopListening'] as const)(
    'by %s causes every request to settle as lost',
    async (how) => {
      const { peer, asker } = asking();
      const asked = [asker.ask(requestOf('a'), CALL), asker.ask(requestOf('b'), CALL)];
      await heard(peer, 2);
      peer[how]('unplugged');
      // Only a write shows that the peer no longer reads.
      if (how === 'stopListening') asked.push(asker.ask(requestOf('c'), CALL));
      for (const result of await Promise.all(asked)) expect(result).toMatchObject(LOST);
      await asker.closed;
      expect(await asker.ask(requestOf('d'), CALL)).toMatchObject(LOST);
      await expect(asker.ask(requestOf('e'), { ...CALL, agent: { id: 'x', parentId: 'y' } })).rejects.toThrow(
        AskUserError,
      );
      await asker.close();
    },
  );

  it('has its last line read even without a line feed', async () => {
    const { peer, asker } = asking();
    const asked = [asker.ask(requestOf('a'), CALL), asker.ask(requestOf('b'), CALL)];
    await heard(peer, 2);
    peer.say(JSON.stringify({ type: 'ask_user_response', requestId: 'b', answers: ['SQLite'] }));
    peer.hangUp();
    expect(await Promise.all(asked)).toMatchObject([LOST, { status: 'answered' }]);
  });

  it('has the answer read that was in transit when writing failed', async () => {
    const response = { type: 'ask_user_response', requestId: 'a', answers: ['SQLite'] };
    let broken = () => {};
    const whenBroken = new Promise<void>((resolve) => (broken = resolve));
    let writes = 0;
    const asker = createRpcTransport({
      read: (async function* () {
        await whenBroken;
        yield `${JSON.stringify(response)}\n`;
      })(),
      write() {
        if (++writes === 1) return;
        broken();
        throw new Error('EPIPE');
      },
    });
    const asked = [asker.ask(requestOf('a'), CALL), asker.ask(requestOf('b'), CALL)];
    expect(await Promise.all(asked)).toMatchObject([{ status: 'answered' }, LOST]);
  });

  it('receives cancellations if this side closes the connection', async () => {
    const { peer, asker } = asking();
    const result = asker.ask(requestOf('r1'), CALL);
    await heard(peer, 1);
    await asker.close();
    expect(await result).toEqual({ status: 'aborted', reason: 'The host was shut down.' });
    expect(peer.heard[1]).toMatchObject({ type: 'ask_user_cancel', requestId: 'r1', status: 'aborted' });
    await expect(asker.ask(requestOf('r2'), CALL)).rejects.toMatchObject({ code: 'closed' });
    await asker.closed;
  });
});

describe('the ask-user tool over RPC [R-RPC]', () => {
  const INPUT = { questions: [DATABASE], metadata: { source: 'setup' } };

  it('returns the answer to the agent, and records the mode [R-RECORD]', async () => {
    const { peer, asker } = asking();
    const tool = createAskUserTool({ transport: asker, now: () => 5 });
    const called = tool.execute(INPUT, { ...CALL, toolCallId: 't1' });
    await heard(peer, 1);
    peer.respond('t1', { answers: [{ question: 'Which database?', answer: 'DynamoDB', wasCustom: true }] });
    const { data, content, details } = await called;
    expect(data).toEqual({
      answered: true,
      answers: [{ question: 'Which database?', answer: 'DynamoDB', wasCustom: true }],
    });
    expect(JSON.parse(content[0].text)).toEqual(data);
    expect(details).toMatchObject({ mode: 'rpc', requestId: 't1', answeredAt: 5, metadata: { source: 'setup' } });
    await asker.close();
  });

  it('returns the lost connection and no answers', async () => {
    const { peer, asker } = asking();
    const tool = createAskUserTool({ transport: asker });
    const called = tool.execute(INPUT, CALL);
    await heard(peer, 1);
    peer.hangUp();
    const { data, content, details } = await called;
    expect(data).toEqual({ answered: false, answers: [], connectionLost: true });
    expect(content[0].text).toContain('Nobody answered and no option was chosen.');
    expect(details).toMatchObject({ mode: 'rpc', result: { status: 'connectionLost' } });
  });
});
