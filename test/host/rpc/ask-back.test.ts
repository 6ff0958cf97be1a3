import { describe, expect, it, vi } from 'vitest';
import type { Exchange, OnAskBack } from '../../../src/core/flow/types.js';
import { createAskUserBroker } from '../../../src/host/index.js';
import { answerRpc, createRpcTransport, serveRpc } from '../../../src/host/rpc/index.js';
import { asking, CALL, DATABASE, foreignPeer, pair, problems, requestOf } from './helpers.js';

const why = { key: 'k1', questionId: 'q1', text: 'Why not SQLite?' };
const WHY: Exchange = { ...why, status: 'waiting' };
const NEVER = new AbortController().signal;

describe('ask back over a channel [R-ASKBACK] [R-RPC]', () => {
  it('brings the question to the agent, and the reply to the handler, while the request is open', async () => {
    const [near, far] = pair();
    const { list, onError } = problems();
    const transport = createRpcTransport(near, { onError });
    const replies: unknown[] = [];
    const side = answerRpc(
      far,
      async ({ questions }, { onAskBack }) => {
        const exchange = { ...WHY, questionId: questions[0]!.id };
        replies.push(await onAskBack?.(exchange, { signal: NEVER }));
        replies.push(await onAskBack?.({ ...exchange, key: 'k2', text: 'Really?' }, { signal: NEVER }));
        return [{ questionId: questions[0]!.id, selected: [1] }];
      },
      { onError },
    );
    const onAskBack: OnAskBack = ({ text }) => `About "${text}".`;
    expect(await transport.ask(requestOf('r1'), { ...CALL, onAskBack })).toMatchObject({ status: 'answered' });
    expect(replies).toEqual(['About "Why not SQLite?".', 'About "Really?".']);
    expect(list).toEqual([]);
    await Promise.all([side.close(), transport.close()]);
  });

  it('is not offered by an agent that cannot reply, and not by an earlier peer', async () => {
    const { peer, asker } = asking();
    void asker.ask(requestOf('r1'), CALL);
    void asker.ask(requestOf('r2'), { ...CALL, onAskBack: () => 'So.' });
    await expect.poll(() => peer.heard.map((one) => one['askBack'])).toEqual([undefined, true]);
    await asker.close();

    const foreign = foreignPeer();
    const offers: unknown[] = [];
    const side = answerRpc(foreign.channel, (_, { onAskBack }) => {
      offers.push(onAskBack);
      return { status: 'cancelled' };
    });
    foreign.say({ type: 'ask_user_request', requestId: 'r1', questions: [DATABASE] });
    await expect.poll(() => offers).toEqual([undefined]);
    await side.close();
  });

  it('says why there is no reply, and sends one reply for each call', async () => {
    const { peer, asker } = asking();
    const replies = [() => '', () => 'So.'];
    void asker.ask(requestOf('r1'), { ...CALL, onAskBack: () => replies.shift()?.() });
    await expect.poll(() => peer.heard).toHaveLength(1);
    const say = (fields: object) => peer.say({ type: 'ask_user_ask_back', requestId: 'r1', ...why, ...fields });
    const told = () =>
      peer.heard.slice(1).map(({ type, key, reply, reason, code }) => [type, key ?? code, reply ?? reason]);
    const REPLY = 'ask_user_ask_back_reply';
    say({});
    await expect.poll(told).toEqual([[REPLY, 'k1', 'There is no reply.']]);
    say({});
    await expect.poll(() => told().at(-1)).toEqual([REPLY, 'k1', 'So.']);
    // A repetition has its reply already.
    say({});
    await expect.poll(told).toHaveLength(3);
    expect(told().at(-1)).toEqual([REPLY, 'k1', 'So.']);
    say({ key: 'k2', questionId: 'nobody' });
    await expect.poll(() => told().at(-1)?.[2]).toContain('Must be the id of a question');
    say({ key: 'k3', text: '' });
    await expect.poll(() => told().at(-1)).toEqual(['ask_user_error', 'invalid', undefined]);
    say({ key: 'k4', requestId: 'r9' });
    await expect.poll(() => told().at(-1)).toEqual(['ask_user_error', 'unknown', undefined]);
    await asker.close();
  });

  it('rejects at the answering side when the request is withdrawn, or the channel ends', async () => {
    const end = vi.fn<(reason: unknown) => void>();
    const foreign = foreignPeer();
    const { onError } = problems();
    const side = answerRpc(
      foreign.channel,
      async (_, { onAskBack }) => {
        await onAskBack?.(WHY, { signal: NEVER }).catch(end);
        return { status: 'cancelled' };
      },
      { onError },
    );
    for (const requestId of ['r1', 'r2'])
      foreign.say({ type: 'ask_user_request', requestId, questions: [DATABASE], askBack: true });
    await expect.poll(() => foreign.heard).toHaveLength(2);
    foreign.say({ type: 'ask_user_cancel', requestId: 'r1', status: 'answered', reason: 'Answered elsewhere.' });
    await expect.poll(() => end.mock.calls.map(([error]) => String(error))).toEqual(['Error: Answered elsewhere.']);
    await side.close();
    await expect.poll(() => end).toHaveBeenCalledTimes(2);
  });

  it('rejects what the handler asks once its request is answered', async () => {
    const foreign = foreignPeer();
    const { onError } = problems();
    const late: unknown[] = [];
    const side = answerRpc(
      foreign.channel,
      (_, { onAskBack }) => {
        void onAskBack?.(WHY, { signal: NEVER }).catch((error: unknown) => {
          late.push(String(error));
          return onAskBack(WHY, { signal: NEVER }).catch((again: unknown) => late.push(String(again)));
        });
        return { status: 'cancelled' };
      },
      { onError },
    );
    foreign.say({ type: 'ask_user_request', requestId: 'r1', questions: [DATABASE], askBack: true });
    await expect
      .poll(() => late)
      .toEqual(['Error: The request was answered.', 'Error: The question can no longer be asked.']);
    await side.close();
  });

  it('serves the peer of a broker, as its user', async () => {
    const broker = createAskUserBroker();
    const [near, far] = pair();
    const asked: (string | undefined)[] = [];
    const onAskBack: OnAskBack = ({ by }) => {
      asked.push(by);
      return 'So.';
    };
    const result = broker.ask(requestOf('r1'), { ...CALL, onAskBack });
    const served = serveRpc(broker, near, { user: 'Ada' });
    const side = answerRpc(far, async ({ questions: [first] }, context) => {
      const reply = await context.onAskBack?.({ ...WHY, questionId: first!.id }, { signal: NEVER });
      return { status: 'cancelled', reason: String(reply) };
    });
    expect(await result).toEqual({ status: 'cancelled', reason: 'So.' });
    expect(asked).toEqual(['Ada']);
    await Promise.all([served.close(), side.close()]);
    await broker.close();
  });
});
